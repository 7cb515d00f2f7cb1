/* Executes the SQL of the standard input on a database in a file and prints each row: sqlite FILE */
#include <stdio.h>
#include <stdlib.h>
#include "sqlite3.h"

static int print_row(void *unused, int count, char **values, char **names)
{
    (void)unused;
    for (int i = 0; i < count; i++)
        printf("%s%s=%s", i ? "|" : "", names[i], values[i] ? values[i] : "NULL");
    putchar('\n');
    return 0;
}

static char *read_all(FILE *in)
{
    size_t size = 0, room = 1 << 16;
    char *text = malloc(room);

    while (text) {
        size += fread(text + size, 1, room - size - 1, in);
        if (size + 1 < room)
            break;
        text = realloc(text, room *= 2);
    }
    if (text)
        text[size] = '\0';
    return text;
}

int main(int argc, char **argv)
{
    sqlite3 *db = NULL;
    char *sql = read_all(stdin);
    const char *rest = sql;

    if (argc != 2 || !sql || sqlite3_open(argv[1], &db) != SQLITE_OK)
        return 2;
    /* One statement at a time, so that a statement that must fail does not end the script. */
    while (*rest) {
        sqlite3_stmt *statement = NULL;
        const char *next = rest;
        char *one, *error = NULL;
        int status = sqlite3_prepare_v2(db, rest, -1, &statement, &next);

        sqlite3_finalize(statement);
        if (status != SQLITE_OK || next == rest) {
            printf("error: %s\n", sqlite3_errmsg(db));
            break;
        }
        one = sqlite3_mprintf("%.*s", (int)(next - rest), rest);
        if (sqlite3_exec(db, one, print_row, NULL, &error) != SQLITE_OK)
            printf("error: %s\n", error ? error : sqlite3_errmsg(db));
        sqlite3_free(error);
        sqlite3_free(one);
        rest = next;
    }
    printf("changes: %d\n", sqlite3_total_changes(db));
    sqlite3_close(db);
    free(sql);
    return 0;
}
