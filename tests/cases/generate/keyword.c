/* Words of a table, and a number that a text has: the strings and constants of the program are tried as text. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static const char *const words[] = { "while", "return", "continue" };

int is_keyword(const char *word)
{
    size_t i;
    if (word == NULL)
        return -1;
    for (i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(word, words[i]) == 0)
            return (int)i + 1;
    return 0;
}

int too_large(const char *text)
{
    unsigned long value = 0;
    if (text == NULL)
        return -1;
    for (; *text >= '0' && *text <= '9'; text++) {
        value = value * 10 + (unsigned long)(*text - '0');
        if (value > 2147483647)
            return 1;
    }
    return 0;
}
