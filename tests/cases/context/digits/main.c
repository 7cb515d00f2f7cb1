// stdin: 3 of 019/:a
/* A number of at most three digits, read by a function that says when there are none. */
#include <stdio.h>

static int digit(void)
{
    int c = getchar();
    if (c == EOF)
        return -1;
    if (c < '0' || c > '9')
        return -1;
    return c - '0';
}

static int value(int most)
{
    int sum = 0;
    for (int i = 0; i < most; i++) {
        int d = digit();
        if (d < 0)
            return i ? sum : -1;
        if (d > 9)
            return -2;
        sum = sum * 10 + d;
    }
    return sum;
}

int main(void)
{
    int v = value(3);
    if (v < -1)
        return 2;
    return v == -1 ? 1 : v % 7;
}
