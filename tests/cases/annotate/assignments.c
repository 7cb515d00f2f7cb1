// --criteria wm --mutators aoiu,aodu,sdl,lhs
#include <stdio.h>

static int total, table[4];
static volatile int port;

static int step(int x, int y, int *out)
{
    int late, sum = x;
    sum = sum + y;
    total = total + sum;
    table[x & 3] = y;
    /* No value yet, any value, somebody's memory, another effect: no labels. */
    late = sum;
    port = x;
    *out = y;
    sum = total = late;
    if (x > 2)
        sum = -y;
    for (; x < 3; x++)
        y = x;
    late += y;
    {
        int y = 7;
        late = y;
    }
    return sum - late;
}

int main(void)
{
    int i, out = 0;
    for (i = 0; i < 5; i++) {
        int result = step(i, 3 - i, &out);
        printf("%d %d %d\n", result, out, total + table[i & 3]);
    }
    return 0;
}
