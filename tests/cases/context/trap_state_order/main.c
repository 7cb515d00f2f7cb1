// arg: none 0..3
/* C leaves open which of two calls runs first, so neither knows what the other one left. */
#include <stdlib.h>

static int state;
static int a, b;

static int one(void)
{
    a += state == 2;
    if (state == 2)
        a++;
    if (state == 0)
        a += 2;
    state = 1;
    return 1;
}

static int two(void)
{
    if (state == 1)
        b++;
    if (state == 0)
        b += 2;
    state = 2;
    return 2;
}

static int take(int x, int y)
{
    if (state == 1)
        return x;
    if (state == 2)
        return y;
    if (state == 3)
        return 4;
    return 0;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0;
    int sum = 0;
    if (n == 0)
        sum = one() + two();
    else if (n == 1)
        sum = take(one(), two());
    else if (n == 2)
        sum = take(two(), state = 3);
    else
        sum = take(state == 0 ? one() : 0, 5) * 2 + two();
    if (state == 1)
        sum++;
    if (state == 2)
        sum++;
    if (state == 3)
        sum++;
    return sum;
}
