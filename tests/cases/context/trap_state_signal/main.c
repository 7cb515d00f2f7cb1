// arg: none 0..3
/* A handler runs while a function of the library does, however deep in calls. */
#include <signal.h>
#include <stdlib.h>

static int state;
static volatile int quiet;

static void handler(int number)
{
    if (state == 1)
        state = 8;
    quiet = number;
}

static void send(int n)
{
    if (n > 1)
        raise(SIGUSR1);
}

static int look(void)
{
    if (state == 8)
        return 1;
    if (state == 1)
        return 2;
    if (quiet == 0)
        return 3;
    return 4;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0;
    int result = look();
    if (n > 0)
        signal(SIGUSR1, handler);
    if (n == 0 || n == 2)
        state = 1;
    if (n != 0)
        send(n);
    if (state == 8)
        result++;
    return result + look();
}
