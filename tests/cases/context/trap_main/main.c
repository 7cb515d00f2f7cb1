// argc: 0
// arg: none 0..9
// arg: none x
/* main is called again, with what the environment never gives. */
#include <setjmp.h>

static jmp_buf place;
static int depth, seen;

static int deeper(int n)
{
    seen = n;
    if (n > 3)
        longjmp(place, n);
    return n < 0 ? -1 : deeper(n + 1);
}

int main(int argc, char **argv)
{
    if (argc < 0)
        return argv == 0 ? 3 : 4;
    if (depth++ == 0 && argc > 1)
        return main(-1, argv[1][0] > '4' ? 0 : argv);
    int again = setjmp(place);
    if (again == 0)
        return deeper(argc);
    if (seen < 4)
        return 9;
    return again;
}
