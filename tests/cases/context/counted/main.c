// arg: none -1..7
// arg: none -1..7
/* Loops are counted up to a variable, and down to one. */
#include <stdlib.h>

static int list[8] = { 3, 1, 4, 1, 5, 9, 2, 6 };

static int up(int n)
{
    int i, all = 0;
    if (n < 0)
        return 0;
    for (i = 0; i < n; i++)
        all += list[i];
    if (i > n)
        return -1;
    if (i < 0)
        return -2;
    return all;
}

static int down(int from, int to)
{
    int i, all = 0;
    if (from < to)
        return 0;
    for (i = from; i > to; i--) {
        if (list[i] == 9)
            continue;
        all += list[i];
    }
    if (i != to)
        return -1;
    return all;
}

static int until(int n, int wanted)
{
    int i;
    if (n < 1)
        return -1;
    for (i = 0; i != n; i++)
        if (list[i] == wanted)
            break;
    if (i > n)
        return -2;
    if (i == n)
        return -3;
    return i;
}

static int closed(int n)
{
    int i, all = 0;
    if (n < 0 || n > 7)
        return 0;
    for (i = 1; all >= 0 && i <= n; i++)
        all += i;
    if (i > n + 1)
        return -1;
    return all;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0, m = argc > 2 ? atoi(argv[2]) : 0;
    int r;
    if (n < 0 || n > 6 || m < 0 || m > 6)
        return 1;
    r = up(n) + down(n, m) + until(n, m) + closed(m);
    return r > 20;
}
