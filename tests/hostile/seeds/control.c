/* Statements and decisions. */
int next(void);
int data[10];

int control(int a, int b, unsigned c)
{
    int total = 0;
    for (int i = 0, j = 10; i < j && total < 100; i++, --j) {
        if (a > b || (c & 3u) == 1 && !(a == b))
            total += i;
        else if (a < 0)
            continue;
        else
            break;
    }
    while ((a = next()) != -1 && a > ' ')
        total ^= a;
    do {
        total = total ? total / 2 : b % 7;
    } while (total > 3);
    switch (c) {
    case 0:
    case 1: total++; break;
    case 5 ... 9: total--;
    default: {
        int inner = a << (b & 31);
        switch (inner) { case -1: return 1; }
    }
    }
    if (total == 42)
        goto out;
    for (;;)
        if (next())
            return data[a % 10] > 0 && data[0] < total;
out:
    return total >= 0 ? a && b : a || b;
}

static void empty(void) {}
int recursive(int n) { return n < 2 ? 1 : n * recursive(n - 1); }
int main(int argc, char **argv) { empty(); return control(argc, **argv, 3) + recursive(5); }
