// arg: none -1 0..4
/* Functions that the library calls: their arguments are seen nowhere. */
#include <stdlib.h>

static int calls;

static int compare(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    calls++;
    if (x == y)
        return 0;
    if (a == 0 || b == 0)
        return 2;
    return x < y ? -1 : 1;
}

static int ended;
static void at_end(void)
{
    if (ended > 3)
        ended = 4;
    if (ended == 7)
        _Exit(5);
}

int main(int argc, char **argv)
{
    int list[4] = {3, 1, 2, 1};
    int n = argc > 1 ? atoi(argv[1]) : 0;
    list[0] = n;
    compare(&list[0], &list[0]);
    qsort(list, 4, sizeof list[0], compare);
    atexit(at_end);
    ended = n == 2 ? 7 : n;
    if (calls < 2)
        return 1;
    return list[3];
}
