// argc: 0
// arg: none -1 0..6 150
// arg: none -1 0..6
/* A counter of the file is never negative and never above its limit. */
#include <stdlib.h>

enum { LIMIT = 4 };
static int used;
static int refused;

static void take(void)
{
    if (used < LIMIT)
        used++;
    else if (refused < 100)
        refused++;
}

static void give(void)
{
    if (used > 0)
        used--;
}

static int state(void)
{
    if (used < 0)
        return -1;
    if (used > LIMIT)
        return -2;
    if (refused > 100 || refused < 0)
        return -3;
    return used == 0 ? 0 : used == LIMIT ? 2 : 1;
}

int main(int argc, char **argv)
{
    int in = argc > 1 ? atoi(argv[1]) : 0, out = argc > 2 ? atoi(argv[2]) : 0;
    for (int i = 0; i < in; i++)
        take();
    for (int i = 0; i < out; i++)
        give();
    return state();
}
