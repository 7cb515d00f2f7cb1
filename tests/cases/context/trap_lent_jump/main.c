// arg: 0..6
/* What a function wrote where its parameter points to is there, also when it left by a jump. */
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf place;
static int count;

static void leave(int *p, int n)
{
    *p = n;
    if (n > 3)
        longjmp(place, 1);
    *p = 0;
}

static int between(int n)
{
    volatile int seen = 0;
    int x = 1;
    if (setjmp(place))
        seen = 1;
    else
        leave(&x, n);
    if (seen && n > 3)
        count++;
    if (!seen && x == 0)
        count++;
    if (!seen && x == 1)
        return 9;
    return x;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0;
    int r = between(n);
    return r > 3 ? count : 0;
}
