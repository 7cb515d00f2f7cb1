// argc: 0
// arg: none 0..9 / : é
// arg: none 0..9 / : é
// arg: none x
/* Indices of a ring buffer stay inside of it. */
#define SIZE 4
static int ring[SIZE];
static int head, tail, count;

static int digit(const char *s)
{
    int c = s[0];
    return c >= '0' && c <= '9' ? c - '0' : 0;
}

static int put(int value)
{
    if (count == SIZE)
        return 0;
    if (head < 0 || head >= SIZE)
        return -1;
    ring[head] = value;
    head = (head + 1) % SIZE;
    if (count < SIZE)
        count++;
    return 1;
}

static int get(void)
{
    int value;
    if (count <= 0)
        return -1;
    if (tail < 0 || tail >= SIZE)
        return -2;
    value = ring[tail];
    tail = (tail + 1) % SIZE;
    if (count > 0)
        count--;
    return value;
}

int main(int argc, char **argv)
{
    int in = argc > 1 ? digit(argv[1]) : 0, out = argc > 2 ? digit(argv[2]) : 0, sum = 0;
    for (int i = 0; i < in; i++)
        put(i);
    for (int i = 0; i < out; i++)
        sum += get() > 0;
    if (count < 0 || count > SIZE)
        return 90;
    return sum;
}
