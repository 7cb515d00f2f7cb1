// argc: 0
// arg: none 0..9 / : é
// arg: none 0..9
// arg: none x
/* A truth that stands in a variable says nothing about what has changed since. */
static int level, mode;

static int digit(const char *s)
{
    int c = s[0];
    return c >= '0' && c <= '9' ? c - '0' : 0;
}

static int raise_level(void) { level += 5; return level; }

static int stale(int x, int y)
{
    int t = x < 5, u = t, copy = x;
    x = y;
    if (u)
        return x >= 5 ? 1 : copy >= 5 ? 2 : 3;
    copy++;
    return copy > 9 ? 4 : x < 5 ? 5 : 6;
}

static int stale_global(int x)
{
    level = x;
    int t = level < 3;
    int high = raise_level();
    if (t && level > 5)
        return 1;
    if (t && high < 5)
        return 2;
    return level > 12 ? 3 : level < 6 ? 4 : 5;
}

static int loops(int n, int m)
{
    int go = n > 2, i = 0, found = 0;
    while (i < 6 && (found = (i == m)) == 0) {
        if (go && n <= 2)
            found += 10;
        n--;
        i++;
    }
    do {
        n++;
    } while (n < 4 && (mode = n) != 2);
    return found ? (i > 5 ? 1 : 2) : i < 6 ? 3 : mode == 2 ? 4 : 5;
}

static int jumps(int n)
{
    int t = 0, k = 0;
again:
    if (t && k++ > 1)
        return n < 3 ? 1 : 2;
    t = n < 3;
    n += 2;
    if (k < 3 && (t || n > 6)) {
        k += t && n >= 3 ? 2 : 1;
        goto again;
    }
    return n > 7 ? 3 : 4;
}

static int shared(int n)
{
    int old = n, t = (n += 1) > 5, u = !t;
    n = u ? n + 3 : n - 3;
    if (t && n < 5)
        return old > 5 ? 1 : 2;
    return u && n > 5 ? 3 : n > old ? 4 : 5;
}

int main(int argc, char **argv)
{
    int a = argc > 1 ? digit(argv[1]) : 0, b = argc > 2 ? digit(argv[2]) : 0;
    return stale(a, b) + stale_global(a) + loops(a, b) + jumps(a) + shared(b);
}
