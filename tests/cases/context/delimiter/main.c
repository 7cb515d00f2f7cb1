// arg: none 0..12 abc 1a1b1c1d1 11111 / ~ é
// arg: none x
/* A delimiter, a start and a maximum are handed down and are the same at every call. */
#include <stdlib.h>

static int scan(const char *s, int start, int delim, int most)
{
    int n = 0;
    if (start < 0 || delim < 0)
        return -1;
    for (int i = start; s[i] != '\0' && n < most; i++) {
        if (s[i] == delim)
            n++;
        if (most > 4 && delim != '1')
            n += 2;
    }
    return n;
}

static int twice(const char *s, int delim)
{
    return scan(s, 0, delim, 4) + scan(s, 0, delim, 3);
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return twice("121", '1');
    return twice(argv[1], '1');
}
