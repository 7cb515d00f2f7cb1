/* Signs, widths, promotions and conversions, without loops, calls or memory. */
int signs(signed char a, unsigned char b, short c)
{
    int sum = a + b;
    unsigned wide = (unsigned)c * 3u;
    if (sum > 100 && a < 0)
        sum = -sum;
    if ((unsigned char)(a + b) == (signed char)(a + b))
        sum ^= 0x55;
    return sum < 0 ? (int)(wide >> 3) : (int)wide;
}

long shifts(int a, unsigned b, unsigned char n)
{
    int left = (n & 15) < 9 ? (a & 0xffff) << (n & 7) : a;
    int right = a >> (n & 31);
    unsigned logical = b >> (n & 31);
    if (left == right || (long)logical == (long)right)
        return left;
    return (long)right - (long)logical;
}

int division(int a, int b)
{
    if (b == 0 || (a == -2147483647 - 1 && b == -1))
        return 0;
    int q = a / b, r = a % b;
    if (q * b + r != a)
        return 1;
    return r < 0 ? q : -r;
}

unsigned long mixed(unsigned a, long b, signed char c)
{
    unsigned long r = a < (unsigned)c ? a + b : a * (unsigned long)b;
    _Bool odd = r & 1;
    if (odd && a > b)
        r = ~r;
    return odd ? r / 3 : r % 7;
}
