// arg: none -1 0..3
/* The address of a function and of globals goes to another unit. */
#include <stdlib.h>

int run(int (*f)(int), int *a, int *b);
int level;
static int hidden = 1;
static int given = 1;

static int f(int x)
{
    if (x > 3)
        return 1;
    if (x < 0)
        return 2;
    return 0;
}

int visible(int x)
{
    return x == 77 ? 1 : 0;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0;
    int r = f(1) + visible(2);
    r += run(n == 1 ? f : 0, &given, &level);
    if (given != 1)
        r += 4;
    if (hidden != 1)
        r += 8;
    if (level == 5)
        r += 16;
    return r;
}
