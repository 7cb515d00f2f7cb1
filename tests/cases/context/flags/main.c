// argc: 0
// arg: none 0..9 / : é
// arg: none x
/* Options are decided once; what follows is given one of few constants. */
static int verbose;
static int width = 4;

static int digit(const char *s)
{
    int c = s[0];
    return c >= '0' && c <= '9' ? c - '0' : 0;
}

static int print(int value, int base, int pad)
{
    if (base != 8 && base != 10)
        return -1;
    if (pad < 1 || pad > 8)
        return -2;
    if (verbose < 0 || verbose > 2)
        return -3;
    return value % base + pad + verbose;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? digit(argv[1]) : 0;
    if (n > 7)
        verbose = 2;
    else if (n > 4)
        verbose = 1;
    if (n == 3)
        width = 8;
    return print(n, 10, width) + print(n, 8, 1);
}
