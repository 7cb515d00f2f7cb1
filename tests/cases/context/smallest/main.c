// argc: 0
// arg: none 0..9 / : é
// arg: none 0..9 / : é
// arg: none x
/* Results of small functions with bounds of their own. */
static int digit(const char *s)
{
    int c = s[0];
    return c >= '0' && c <= '9' ? c - '0' : 0;
}

static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }
static int limited(int value, int low, int high) { return least(most(value, low), high); }

static int share(int part, int all)
{
    if (part < 2 || part > 7)
        return -1;
    if (all == 0)
        return -2;
    return part * 10 / all;
}

int main(int argc, char **argv)
{
    int a = argc > 1 ? digit(argv[1]) : 0, b = argc > 2 ? digit(argv[2]) : 0;
    int s = share(limited(a, 2, 7), limited(b, 1, 9));
    if (s < 0)
        return 91;
    return s;
}
