// argc: 0
// arg: none 0..9 / : é
// arg: none x
/* Flags in a word: only those that someone sets. */
enum { READ = 1, WRITE = 2, CLOSED = 8 };
static unsigned flags;

static int digit(const char *s)
{
    int c = s[0];
    return c >= '0' && c <= '9' ? c - '0' : 0;
}

static void set(unsigned which)
{
    if (which == 0)
        return;
    flags = (flags | which) & 15;
}

static int state(void)
{
    if (flags > 15)
        return -1;
    if (flags & CLOSED)
        return 3;
    return flags & WRITE ? 2 : flags & READ ? 1 : 0;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? digit(argv[1]) : 0;
    if (n & 1)
        set(READ);
    if (n & 2)
        set(WRITE);
    if (n > 7)
        set(CLOSED);
    return state();
}
