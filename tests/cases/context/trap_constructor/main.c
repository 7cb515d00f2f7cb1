// arg: none -1 0..1
/* Code that runs before main. */
#include <stdlib.h>

static int before;
int shared;

static int set(int x)
{
    if (x > 4)
        before = x;
    return x;
}

__attribute__((constructor)) static void first(void)
{
    set(5);
    shared = 3;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0;
    set(n);
    if (before == 5 && shared == 3)
        return 2;
    return n;
}
