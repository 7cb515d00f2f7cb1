// arg: none 0..3
// arg: none x
/* What a function leaves may change while the library calls back, and after main. */
#include <stdlib.h>

static int state;
static int calls;

static int after(void)
{
    if (state == 7)
        return 1;
    return state == 1 ? 2 : 3;
}

static int compare(const void *a, const void *b)
{
    calls++;
    if (state == 0)
        state = 7;
    after();
    return *(const int *)a - *(const int *)b;
}

static void at_end(void)
{
    if (state == 9)
        after();
    if (state == 7)
        after();
    if (state == 1)
        after();
}

static void sort(int n)
{
    int list[3] = { 3, 1, 2 };
    state = 0;
    qsort(list, n, sizeof list[0], compare);
    if (state == 0)
        calls = -1;
}

static void through(void (*f)(int), int n)
{
    state = 1;
    f(n);
    if (state == 1)
        after();
    if (state == 7)
        after();
}

int main(int argc, char **argv)
{
    atexit(at_end);
    int n = argc > 1 ? atoi(argv[1]) : 0;
    sort(n);
    if (state == 7)
        after();
    void (*f)(int) = n > 1 ? sort : 0;
    if (f)
        through(f, n - 1);
    if (state == 0)
        return 1;
    if (argc > 2)
        state = 9;
    return calls > 0;
}
