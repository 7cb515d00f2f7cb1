// arg: 0..4
// broken: yes
/* tamis leaves functions and a table out: they use what they name, and nothing else of the file. */
#include <stdlib.h>

static int level = 2;
static int depth = 3;

static int own(int x)
{
    if (x < 0)
        return 1;
    return x > 5 ? 2 : 0;
}

static int seen(int x)
{
    if (x == 9)
        return 1;
    return 0;
}

static int held(int x)
{
    if (x == 4)
        return 3;
    return 0;
}

static int unused(int x)
{
    return x > 3 ? 1 : 2;
}

static int odd(int n)
{
    level = 7;
    return seen(9) + (int)sizeof __TIME__ + n;
}

int (*const table[sizeof __TIME__])(int) = { held };

static int listed(int n)
{
    return table[0](n);
}

static int work(int n)
{
    int r = own(2) + own(3) + seen(1);
    if (level == 7)
        r++;
    if (depth != 3)
        r--;
    return r + (n > 3);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0;
    int r = n > 2 ? odd(n) : 0;
    return r + work(n) + listed(n);
}
