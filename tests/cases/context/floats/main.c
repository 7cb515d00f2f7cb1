// argc: 0
// arg: none 0..9 / : é
// arg: none x
/* Floating-point values are compared with constants in order. */
static int digit(const char *s)
{
    int c = s[0];
    return c >= '0' && c <= '9' ? c - '0' : 0;
}

static int grade(double x)
{
    if (x >= 4.0 && x < 2.0)
        return -1;
    if (x < 2.0)
        return 0;
    if (x < 4.0)
        return 1;
    if (x < 1.0)
        return -2;
    return 2;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? digit(argv[1]) : 0;
    int g = grade(n);
    if (g < -2 || g > 2)
        return 8;
    return g;
}
