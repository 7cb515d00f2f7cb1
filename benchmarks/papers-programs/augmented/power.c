/* base to the exponent, modulo 1000; -1 for what is out of range. */
int power(int base, int exponent)
{
    int result = 1;

    if (exponent < 0 || exponent > 8 || base < -99 || base > 99)
        return -1;
    while (exponent > 0) {
        result = result * base % 1000;
        exponent = exponent - 1;
    }
    return result;
}
