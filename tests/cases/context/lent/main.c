// stdin: 5 of 13-\nx
/* Commands are read by reference, positions go through several functions by their address. */
#include <stdio.h>

static int low, high;

static int number(int *value)
{
    int n;
    if (scanf("%d", &n) != 1)
        return 0;
    if (n < 1 || n > 2)
        return -1;
    *value = n;
    return 1;
}

static int put(int c, int *list, int *end, int most)
{
    if (*end >= most)
        return 0;
    if (*end < 0)
        return -1;
    list[*end] = c;
    *end = *end + 1;
    return 1;
}

static int twice(int c, int *list, int *end)
{
    if (*end < 0 || *end > 3)
        return -1;
    if (put(c, list, end, 3) != 1)
        return 0;
    return put(c, list, end, 3);
}

static void skip(int *at, int by)
{
    if (by <= 0)
        return;
    if (by > 2)
        return;
    *at += by;
}

static int sum(int *list, int count)
{
    int i = 0, all = 0;
    while (i < count) {
        all += list[i];
        skip(&i, 1);
        if (i < 1)
            return -1;
    }
    return all;
}

static void limits(void)
{
    if (scanf("%d%d", &low, &high) != 2)
        low = high = 0;
    if (low < 0 || low > 3)
        low = 1;
    if (high < low)
        high = low;
    if (high > 3)
        high = 3;
}

int main(void)
{
    int list[3] = { 0, 0, 0 }, end = 0, value = 1, status = 1;
    limits();
    if (low < 0 || high > 3)
        return 2;
    while (status == 1 && end < 3) {
        status = number(&value);
        if (value < 1 || value > 2)
            return 3;
        if (status == 1)
            twice(value, list, &end);
        if (end < 0 || end > 3)
            return 4;
    }
    return sum(list, end) < 0;
}
