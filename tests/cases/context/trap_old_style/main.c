// arg: none -1 0..3
/* Calls without a prototype, and variable arguments. */
#include <stdarg.h>
#include <stdlib.h>

static int old();

static int sum(int count, ...)
{
    va_list list;
    int total = 0;
    if (count > 3)
        return -1;
    va_start(list, count);
    for (int i = 0; i < count; i++)
        total += va_arg(list, int);
    va_end(list);
    return total;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0;
    int r = old(n, 300);
    r += sum(n, 1, 2, 3) + sum(1, n);
    return r == 9 ? 1 : 0;
}

static int old(a, c)
    int a;
    unsigned char c;
{
    if (c == 44)
        return a + 1;
    if (c > 200)
        return -5;
    return a;
}
