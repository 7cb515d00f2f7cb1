/* The greatest common divisor. */
/* Missed: remainders and products of two variables are beyond the limit of the solver. */
int f(unsigned char a, unsigned char b)
{
    while (b != 0) {
        unsigned char t = a % b;
        a = b;
        b = t;
    }
    if (a == 1)
        return 1;
    if (a == 0 || b > a)
        return 0;
    return a;
}
