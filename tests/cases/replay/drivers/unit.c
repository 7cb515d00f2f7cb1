#include <stdio.h>

int clamp(int x, int low, int high)
{
    if (x < low)
        return low;
    if (x > high)
        return high;
    return x;
}

int main(void)
{
    int x;

    if (scanf("%d", &x) == 1)
        printf("%d\n", clamp(x, 0, 9));
    return 0;
}
