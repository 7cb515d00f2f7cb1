/* Two hexadecimal digits as a byte. */
static int digit(unsigned char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return -1;
}

int f(unsigned char high, unsigned char low)
{
    int h = digit(high), l = digit(low);

    if (h < 0 || l < 0)
        return -1;
    if (h > 15)
        return -2;
    return h << 4 | l;
}
