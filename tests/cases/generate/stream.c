/* A stream that is read, one that is written, and a string: what has no end is no string. */
#include <stdio.h>
#include <string.h>

int lines(FILE *f)
{
    int c, count = 0, last = '\n';

    while ((c = fgetc(f)) != EOF) {
        if (c == '\n' && count < 100)
            count++;
        last = c;
    }
    return last == '\n' ? count : -count;
}

int report(FILE *f, int level)
{
    if (f == NULL)
        return -1;
    return fprintf(f, "%d\n", level) > 3;
}

int first(const char *name)
{
    FILE *f = fopen(name, "r");

    if (f == NULL)
        return -1;
    return fgetc(f);
}

int is_on(const char *word)
{
    if (word == NULL)
        return -1;
    return strcmp(word, "on") == 0 || strcmp(word, "yes") == 0;
}
