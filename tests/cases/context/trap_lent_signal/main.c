// arg: 0..4
/* A handler calls what the program calls too. */
#include <signal.h>
#include <stdlib.h>

static volatile sig_atomic_t seen;

static void add(int *p, int by)
{
    if (by > 5)
        seen = by;
    *p += by;
    if (*p > 8)
        *p = 0;
}

static void handler(int signal)
{
    int own = 7;
    add(&own, signal == SIGUSR1 ? 6 : 1);
    if (own == 0)
        seen = 9;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0, x = 0;
    signal(SIGUSR1, handler);
    add(&x, n);
    if (n > 2)
        raise(SIGUSR1);
    if (x == n)
        n++;
    if (seen == 9)
        return 1;
    return x > 8;
}
