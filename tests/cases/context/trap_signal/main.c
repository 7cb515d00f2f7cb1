// arg: none -1 0..2
/* A handler is entered with a signal's number, and longjmp brings other values back. */
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>

static volatile sig_atomic_t seen;
static int last;
static jmp_buf place;

static void handler(int number)
{
    if (number != 0)
        seen = number;
    last = number > 3 ? 1 : 2;
}

static int pass(int v)
{
    if (v == 1)
        return 10;
    if (v == 2)
        return 20;
    return v;
}

static int jumps(int n)
{
    int v = 0;
    int back = setjmp(place);
    v = pass(back);
    if (back < n)
        longjmp(place, back + 1);
    return v;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0;
    if (n > 2)
        return 0;
    handler(0);
    signal(SIGUSR1, handler);
    if (n > 0)
        raise(SIGUSR1);
    if (seen > 0 && last == 1)
        return 1 + jumps(n);
    return jumps(0);
}
