// argc: 0
// arg: none 0..9 / : é
// arg: none 0..9 / : é
// arg: none x
/* Two comparisons of the same globals do not both hold. */
static int own, other;

static int digit(const char *s)
{
    int c = s[0];
    return c >= '0' && c <= '9' ? c - '0' : 0;
}

static int below(void) { return own < other; }
static int above(void) { return own > other; }

static int decide(void)
{
    int up = below(), down = above();
    if (up && down)
        return -1;
    if (up < 0 || down > 1)
        return -2;
    return up ? 1 : down ? 2 : 0;
}

int main(int argc, char **argv)
{
    own = argc > 1 ? digit(argv[1]) : 0;
    other = argc > 2 ? digit(argv[2]) : 0;
    if (own > 9 || other < 0)
        return 9;
    return decide();
}
