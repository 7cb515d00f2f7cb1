// argc: 0
// arg: none 0..9 / : é
// arg: none 0..9 / : é
// arg: none x
/* The pointer of a stack stays between its ends. */
#define DEPTH 5
static int cells[DEPTH];
static int top;

static int digit(const char *s)
{
    int c = s[0];
    return c >= '0' && c <= '9' ? c - '0' : 0;
}

static int push(int value)
{
    if (top >= DEPTH)
        return 0;
    cells[top++] = value > 5;
    return 1;
}

static int pop(int none)
{
    if (top == 0)
        return none;
    if (top < 0 || top > DEPTH)
        return -5;
    return cells[--top];
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? digit(argv[1]) : 0, m = argc > 2 ? digit(argv[2]) : 0, sum = 0;
    for (int i = 0; i < n; i++)
        push(i);
    for (int i = 0; i < m; i++) {
        int value = pop(3);
        if (value < 0 || value > 3)
            return 77;
        sum += value;
    }
    return top < 0 ? 78 : sum;
}
