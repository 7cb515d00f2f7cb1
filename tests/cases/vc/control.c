/* Branches, switches, gotos and values that meet again. */
int triangle(int x, int y, int z)
{
    int type = 0;
    if (x == y && y == z)
        type = type + 1;
    if (x == y || y == z || x == z)
        type = type + 1;
    return type;
}

int steps(int a, int b)
{
    int state = 0;
    switch (a & 7) {
    case 0:
        state = b;
    case 1:
        state += 2;
        break;
    case 2 ... 4:
        if (b > 10)
            goto out;
        state = 7;
        break;
    default:
        state = a > b ? a : b;
    }
    if (state == 2)
        state = -1;
out:
    return state * 2;
}

int early(int a, unsigned b)
{
    int r;
    if (a < 0)
        return -1;
    r = a ? (int)(b / (unsigned)a) : 3;
    if (r > 5 && b < 100) {
        if (a == 2)
            return r;
        r -= 5;
    } else if (!(a & 1) || b == 9) {
        r |= 8;
    }
    return r;
}
