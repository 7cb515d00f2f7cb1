// argc: 0
// arg: none 0..9 / : é
// arg: none x
/* A depth is handed down through a chain of calls. */
static int digit(const char *s)
{
    int c = s[0];
    return c >= '0' && c <= '9' ? c - '0' : 0;
}

static int leaf(int value, int depth)
{
    if (depth != 3)
        return -1;
    if (value > 40)
        return -2;
    return value;
}

static int inner(int value, int depth)
{
    if (depth < 2 || depth > 2)
        return -3;
    return leaf(value + 10, depth + 1);
}

static int outer(int value, int depth)
{
    if (depth)
        return inner(value * 2, depth + 1);
    return -4;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? digit(argv[1]) : 0;
    int r = outer(n, 1);
    if (r < 0)
        return 99;
    return r;
}
