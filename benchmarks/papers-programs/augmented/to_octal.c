/* The octal digits of a number, read as decimal. */
int to_octal(int n)
{
    int digits = 0, place = 1, sign = 1;

    if (n < 0) {
        if (n < -4095)
            return -1;
        sign = -1;
        n = -n;
    }
    if (n > 4095)
        return -1;
    while (n > 0) {
        digits = digits + n % 8 * place;
        place = place * 10;
        n = n / 8;
    }
    return sign * digits;
}
