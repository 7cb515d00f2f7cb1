// stdin: 2 of a0 z
/* What functions of the library promise. */
#include <stdio.h>
#include <string.h>

static char text[3];

static int next(void)
{
    int c = getchar();
    if (c < -1 || c > 255)
        return -9;
    return c;
}

int main(void)
{
    int n = 0;
    for (int i = 0; i < 2; i++) {
        int c = next();
        if (c == -9)
            return 9;
        if (c == EOF)
            break;
        text[n++] = c;
    }
    if (n < 0 || n > 2)
        return 8;
    if (strcmp(text, "") < 0)
        return 7;
    return n;
}
