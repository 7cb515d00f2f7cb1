// arg: 0..7
/* Objects whose size this unit does not know, or not for good. */
#include <stdlib.h>

extern char list[];
extern char *other(int);
char weak[2] __attribute__((weak));
static int seen;

int use(char *s, int i)
{
    int c = s[i];
    if (i > 1)
        seen++;
    return c;
}

int main(int argc, char **argv)
{
    int i = argc > 1 ? atoi(argv[1]) : 0;
    use(list, i);
    use(weak, i);
    use(other(i), i);
    return seen > 10;
}
