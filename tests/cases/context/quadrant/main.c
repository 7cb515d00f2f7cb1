// arg: none -3..3
// arg: none -3..3
// arg: none x
/* Signs are classified once, what follows sees only the classes. */
#include <stdlib.h>

int sign(int x)
{
    if (x > 0)
        return 1;
    if (x < 0)
        return -1;
    return 0;
}

int quadrant(int sx, int sy)
{
    if (sx == 0 || sy == 0)
        return 0;
    if (sx > 1 || sy > 1 || sx < -1 || sy < -1)
        return -1;
    if (sx > 0)
        return sy > 0 ? 1 : 4;
    return sy > 0 ? 2 : 3;
}

int name(int q)
{
    switch (q) {
    case 0: return 'O';
    case 1: case 2: return 'U';
    case 3: case 4: return 'D';
    default: return '?';
    }
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 0;
    int q = quadrant(sign(atoi(argv[1])), sign(atoi(argv[2])));
    if (q < -1 || q > 4)
        return 1;
    return name(q) == 'U';
}
