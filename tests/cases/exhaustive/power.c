/* A power by squaring, with a look at overflow. */
/* Missed: the loop is cut or beyond the limit of the solver: products of squares. */
int f(unsigned char base, unsigned char exponent)
{
    unsigned result = 1, square = base;
    _Bool overflow = 0;

    exponent &= 7;
    while (exponent) {
        if (exponent & 1) {
            if (result > 0xffff / (square ? square : 1))
                overflow = 1;
            result *= square;
        }
        exponent >>= 1;
        if (square <= 0xff)
            square *= square;
        else
            overflow |= exponent != 0;
    }
    if (exponent)
        return -1;
    return overflow ? -2 : (int)(result & 0x7fff);
}
