// argc: 0
// arg: none 0..9 / : é
// arg: none x
/* Counters whose address is given away to a function of the file. */
static int digit(const char *s)
{
    int c = s[0];
    return c >= '0' && c <= '9' ? c - '0' : 0;
}

static void count(int *counter, int most)
{
    if (*counter < most)
        ++*counter;
}

static int run(int n)
{
    int small = 0, large = 0;
    for (int i = 0; i < n; i++) {
        if (i < 3)
            count(&small, 5);
        else
            count(&large, 5);
    }
    if (n < 0 || n > 9)
        return -1;
    return small + 10 * large;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? digit(argv[1]) : 0;
    return run(n);
}
