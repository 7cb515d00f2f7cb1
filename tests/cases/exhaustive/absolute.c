/* Absolute difference, with the sign beside it. */
int f(signed char a, signed char b)
{
    int d = a - b;
    int negative = 0;

    if (d < 0) {
        d = -d;
        negative = 1;
    }
    if (d > 255)
        return -1;
    if (negative && d == 0)
        return -2;
    return negative ? -d : d;
}
