// argc: 0
// arg: none 0..9 / : é
// arg: none 0..9 / : é
// arg: none x
/* A month is checked before its length is looked up. */
static int lengths[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

static int digit(const char *s)
{
    int c = s[0];
    return c >= '0' && c <= '9' ? c - '0' : 0;
}

static int length(int month)
{
    if (month < 1 || month > 12)
        return 0;
    int days = lengths[month - 1];
    if (days < 28 || days > 31)
        return -1;
    return days;
}

static int is_valid(int month, int day)
{
    int most = length(month);
    if (most < 0)
        return -1;
    return day >= 1 && day <= most;
}

int main(int argc, char **argv)
{
    int month = argc > 1 ? digit(argv[1]) : 1, day = argc > 2 ? digit(argv[2]) * 4 : 1;
    return is_valid(month, day);
}
