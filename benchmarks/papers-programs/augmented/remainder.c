/* The remainder of a division by subtraction, for small numbers of either sign. */
int remainder_of(int a, int b)
{
    int sign = 1;

    if (b == 0 || a < -50 || a > 50 || b < -50 || b > 50)
        return -1000;
    if (a < 0) {
        sign = -1;
        a = -a;
    }
    if (b < 0)
        b = -b;
    while (a >= b)
        a = a - b;
    return sign * a;
}
