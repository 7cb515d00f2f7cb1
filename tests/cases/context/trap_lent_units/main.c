// arg: 0..9
/* References of other units, and functions of one name. */
#include <stdlib.h>

extern void raise_by(int *p, int by);
extern int taken(int *p);
extern void (*hook)(int *);
extern int through(int *p);

static void step(int *p)
{
    *p += 1;
    if (*p > 5)
        *p = 5;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0, x = 0, y = 0, z = 0;
    raise_by(&x, n);
    if (x == n)
        step(&x);
    if (x > 5)
        return 1;
    taken(&y);
    hook(&y);
    if (y == 7)
        n++;
    if (y == 3)
        n++;
    if (through(&z) == 2)
        n++;
    if (z == 2)
        n++;
    if (z == 1)
        n++;
    return n > 5;
}
