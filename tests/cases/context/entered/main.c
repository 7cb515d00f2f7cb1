// arg: none -1..9
// arg: none -1..9
// arg: none 0..2
/* What the caller asks of globals holds where the callee is entered, and what a callee leaves holds after it. */
#include <stdlib.h>

int separation, own, other;
static int mode;
static int steps;

int strong(void)
{
    if (separation < 0)
        return -1;
    if (separation > 5 && mode != 0)
        return 1;
    if (mode == 0)
        return 2;
    return own < other && separation >= 6 ? 3 : 4;
}

void choose(int kind)
{
    if (kind < 0 || kind > 1)
        mode = 2;
    else
        mode = kind + 1;
}

int advance(void)
{
    if (steps < 0 || steps > 2)
        return -1;
    steps++;
    if (steps < 3)
        return advance();
    return steps;
}

int main(int argc, char **argv)
{
    if (argc < 4)
        return separation != 0 || mode != 0;
    separation = atoi(argv[1]);
    own = atoi(argv[2]);
    other = 3;
    choose(atoi(argv[3]));
    if (mode < 1 || mode > 2)
        return 9;
    int result = 0;
    if (separation > 4)
        result = strong();
    if (result < 0)
        return 8;
    steps = 0;
    advance();
    if (steps != 3)
        return 7;
    return result;
}
