// arg: 0..5
// arg: -2..4
/* Loops that look counted and leave their range. */
#include <limits.h>
#include <stdlib.h>

static int count;

static void looks(int n, int m)
{
    int i, j, fuel = 20;
    /* The start is beyond the end. */
    for (i = 3; i < n; i++)
        count++;
    if (i > n)
        count++;
    /* The bound changes. */
    for (i = 0, j = n; i < j; i++)
        j -= 2;
    if (i > j)
        count++;
    /* Changed twice on one way around. */
    for (i = 0; i < n; i++)
        if (m > 0)
            i++;
    if (i > n)
        count++;
    /* Changed again in an inner loop after one test. */
    for (j = 0; j < 2; j++)
        if (i < n + 9)
            while (fuel-- > 3)
                i++;
    if (i > n + 9)
        count++;
    /* The test is not on every way. */
    fuel = 9;
    for (i = 0; fuel-- > 0; i++) {
        if (m > 0)
            continue;
        if (i >= n)
            break;
    }
    if (i > n)
        count++;
    /* The test comes after the step. */
    i = n;
    do
        i++;
    while (i < m);
    if (i > m)
        count++;
    /* Not equal, from beyond; and the largest value. */
    fuel = 6;
    for (i = 3; i != n && fuel-- > 0; i++)
        ;
    if (i > n)
        count++;
    fuel = 6;
    for (i = INT_MAX - 2; i <= INT_MAX - (m > 3 ? 0 : 1) && fuel-- > 0; i++)
        ;
    if (i < 0)
        count++;
    /* The variable of the test is another one. */
    fuel = 9;
    for (i = 0, j = 0; j < n && fuel-- > 0; i++)
        if (m == i)
            j++;
    if (i > n)
        count++;
    /* Unsigned ones pass zero. */
    {
        unsigned u, below = (unsigned)m;
        fuel = 6;
        for (u = (unsigned)n; u >= below && fuel-- > 0; u--)
            ;
        if (u > (unsigned)n)
            count++;
        unsigned char c;
        fuel = 300;
        for (c = 250; c < n * 100 && fuel-- > 0; c++)
            ;
        if (c < 250)
            count++;
    }
    /* A jump into the loop. */
    i = n + 3;
    fuel = 3;
    if (m > 1)
        goto inside;
    for (i = 0; i < n; i++) {
inside:
        if (fuel-- <= 0)
            break;
    }
    if (i > n)
        count++;
}

int main(int argc, char **argv)
{
    looks(argc > 1 ? atoi(argv[1]) : 0, argc > 2 ? atoi(argv[2]) : 0);
    return count > 3;
}
