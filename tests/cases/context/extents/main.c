// stdin: 4 of ab*\n
/* Strings and tables go by pointers to functions that know no length: an index that was used lies inside of the object. */
#include <stdio.h>

static char line[8];
static int table[4] = { 3, 1, 2, 0 };

static char *fill(void)
{
    int i, c;
    for (i = 0; i < 7; i++) {
        c = getchar();
        if (c == EOF)
            break;
        line[i] = c;
    }
    line[i] = '\0';
    return line;
}

static int length(char *s)
{
    int n = 0;
    while (s[n] != '\0') {
        if (n < 0)
            return -1;
        n++;
    }
    if (n > 7)
        return -2;
    return n;
}

static int find(char *s, char c)
{
    int at = 0;
    while (*(s + at) != '\0') {
        if (*(s + at) == c)
            return at;
        at++;
        if (at < 0)
            return -3;
    }
    return -1;
}

static int copy(char *to, int from, char *s)
{
    int n = 0;
    while (s[from] != '\0' && s[from] != '*') {
        to[n] = s[from];
        n++;
        from++;
    }
    to[n] = '\0';
    if (n < 0)
        return 0;
    if (from < 0)
        return 0;
    return n;
}

static int follow(int *list, int at)
{
    int steps = 0;
    while (at != 3) {
        at = list[at];
        if (at < 0 || at > 3)
            return -1;
        if (++steps > 4)
            return -2;
    }
    return steps;
}

int main(void)
{
    char *s = fill(), word[9];
    int n = length(s), star = find(s, '*');
    if (star < -1)
        return 9;
    n = copy(word, star < 0 ? 0 : star + 1, s) + n;
    if (n < 0)
        return 8;
    return n + length(word) + follow(table, n % 4);
}
