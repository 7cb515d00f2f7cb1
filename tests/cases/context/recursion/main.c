// argc: 0
// arg: none -2..14
/* Arguments and results through recursion. */
#include <stdlib.h>

static int is_odd(int n);

static int is_even(int n)
{
    if (n < 0)
        return 2;
    return n == 0 ? 1 : is_odd(n - 1);
}

static int is_odd(int n)
{
    if (n < 0)
        return 2;
    return n == 0 ? 0 : is_even(n - 1);
}

static int depth(int level, int most)
{
    if (level > most || level < 0)
        return -1;
    if (level == most || level == 5)
        return level;
    return depth(level + 1, most);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0;
    if (n < 0 || n > 12)
        return 1;
    int e = is_even(n), d = depth(0, n);
    if (e < 0 || e > 2)
        return 3;
    if (d > 12)
        return 4;
    return e + d;
}
