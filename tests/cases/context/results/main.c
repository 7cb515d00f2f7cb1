// arg: none -9..40
// arg: none -5..12 99 100 4321
// arg: none x
/* What functions give back: truths, ranges, classes. */
#include <stdlib.h>

static int below(int a, int b) { return a < b; }

static int kind(int c)
{
    switch (c % 7) {
    case 0: return 1;
    case 1: case 2: return 2;
    default: break;
    }
    return c > 30 ? 3 : 2;
}

static int digits(int n)
{
    int count = 0;
    while (n > 0 && count < 3) {
        n /= 10;
        count++;
    }
    return count;
}

static int judge(int a, int b)
{
    int k = kind(a), d = digits(b);
    if (k < 1 || k > 3)
        return -1;
    if (d < 0 || d > 3)
        return -2;
    if (below(a, b) > 1 || below(b, a) < 0)
        return -3;
    return k * 4 + d;
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 98;
    return judge(atoi(argv[1]), atoi(argv[2]));
}
