// stdin: 6 of ab
/* Pointers that are never null, and one that may be. */
#include <stdio.h>

struct cell { int value; struct cell *next; };
static struct cell cells[5];
static struct cell *head = &cells[0];
static struct cell *last;
static int used;

static int length(const char *text)
{
    int n = 0;
    if (text == 0)
        return -1;
    while (text[n])
        n++;
    return n;
}

static void add(struct cell *cell, int value)
{
    if (cell == 0)
        return;
    cell->value = value;
    if (last != 0)
        last->next = cell;
    last = cell;
}

int main(void)
{
    int c;
    while (used < 5 && (c = getchar()) != EOF)
        add(&cells[used++], c);
    if (head == 0)
        return 9;
    if (last == 0)
        return 8;
    return length("abc") + length(c == 'a' ? "x" : "");
}
