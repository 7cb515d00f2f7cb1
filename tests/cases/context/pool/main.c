// argc: 0
// arg: none 0..9 / : é
// arg: none x
/* A list in a pool of the file: links are indices or the end. */
#define END (-1)
static struct { int value, next; } pool[6];
static int first = END, used;

static int digit(const char *s)
{
    int c = s[0];
    return c >= '0' && c <= '9' ? c - '0' : 0;
}

static int add(int value)
{
    if (used >= 6)
        return 0;
    if (used < 0)
        return -1;
    pool[used].value = value > 3;
    pool[used].next = first;
    first = used;
    used++;
    return 1;
}

static int sum(void)
{
    int total = 0;
    for (int at = first; at != END && total < 6; at = pool[at].next) {
        if (at < END || at > 5)
            return -2;
        if (pool[at].value < 0 || pool[at].value > 1)
            return -3;
        total += pool[at].value;
    }
    return total;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? digit(argv[1]) : 0;
    for (int i = 0; i < n; i++)
        add(i);
    return sum();
}
