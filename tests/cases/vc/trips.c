/* Loops of few trips, tables and small functions: their terms leave nothing open. */
static const unsigned char squares[2][4] = { { 0, 1, 4, 9 }, { 16, 25, 36, 49 } };

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static int bits(unsigned char v)
{
    int n = 0;
    for (int i = 0; i < 8; i++)
        n += v >> i & 1;
    return n;
}

int counted(int x, int y)
{
    int sum = 0;
    for (int i = 0; i < 5; i++) {
        if ((x >> i & 1) == (y & 1))
            continue;
        if (sum > y)
            break;
        sum += x > 0 ? i : y;
    }
    return sum > 3 ? sum : -sum;
}

int nested(unsigned x, int y)
{
    int n = 0;
    for (int i = 0; i < 3; i++) {
        for (int j = i; j < 4; j++) {
            if ((x >> (i + j) & 3) == 2)
                goto next;
            n += j * y;
        }
        n ^= 5;
next:
        if (n > 100)
            return i;
    }
    return n;
}

int halved(unsigned char x, int y)
{
    int n = 0;
    x &= 31;
    while (x) {
        if (x & 1)
            n = larger(n, y) + x;
        x >>= 1;
    }
    return n == y;
}

int looked_up(unsigned x, unsigned y)
{
    int v = squares[x & 1][y % 4] + bits(x);
    int w = squares[1][x & 3];
    return v > w ? v : w - v;
}

int divided(signed char a, signed char b, unsigned char c)
{
    int q = b ? a / b : 7, r = b ? a % b : a;
    unsigned p = c * (unsigned char)a;
    if (b && q * b + r != a)
        return 1;
    return p / (c % 7u + 1u) > 200 ? q : r;
}
