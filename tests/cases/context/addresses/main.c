// arg: 0..5
// arg: 0..5
/* Elements are assigned what calls give: their address is kept beside the call, and yet is no value. */
#include <stdio.h>
#include <stdlib.h>

static int count[4], grid[2][3], last, total, level;

static int clip(int n)
{
    if (n < 0)
        return 0;
    return n > 3 ? 3 : n;
}

static int state(void)
{
    if (level < 0 || level > 3)
        return -1;
    if (last < 0)
        return -2;
    return level;
}

static void both(int *p, int *q, int n)
{
    *p = *q = -1;
    if (n > 2)
        *p = 2;
}

static void fill(int a, int b)
{
    int i, j;
    for (i = 0; i < 4; i++) {
        count[i] = clip(a - i);
        count[i] += clip(b);
    }
    for (i = 0; i < 2; i++)
        for (j = 0; j < 3; j++)
            grid[i][j] = clip(b - j);
    last = clip(clip(a) - 1);
}

static int check(void)
{
    int i, bad = 0;
    for (i = 0; i < 4; i++)
        if (count[i] < 0)
            bad++;
    if (grid[1][2] < 0 || grid[1][2] > 3)
        bad++;
    if (last < 0)
        bad++;
    if (bad > 0)
        return 1;
    return 0;
}

int main(int argc, char **argv)
{
    int a = argc > 1 ? atoi(argv[1]) : 0, b = argc > 2 ? atoi(argv[2]) : 0, x, y;
    fill(a, b);
    total = check();
    both(&x, &y, a);
    if (x < -1 || x > 2)
        return 4;
    if (y >= 0)
        return 5;
    level = clip(b);
    printf("%d\n", state());
    if (total > 1)
        return 3;
    return total;
}
