/* How many bits are set, counted in two ways. */
/* Missed: what one trip of the first loop says about labels of another, or after it. */
int f(unsigned char a, unsigned char b)
{
    unsigned x = a | b << 8, n = 0, m = 0;

    for (unsigned y = x; y; y &= y - 1)
        n++;
    for (int i = 0; i < 16; i++)
        if (x >> i & 1)
            m++;
    if (n > 16)
        return -1;
    if (n != m)
        return -2;
    if (n == 0 && x)
        return -3;
    return n;
}
