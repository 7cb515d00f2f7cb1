/* Arithmetic in a signed char, with its conversions. */
/* Missed: implications beside a product of two variables are beyond the limit of the solver. */
int f(signed char a, signed char b)
{
    signed char sum = a + b, product = a * b, half = a >> 1;
    unsigned char u = a;

    if (a > 0 && b > 0 && sum < 0)
        return 1;
    if (a < 0 && b < 0 && sum >= 0)
        return 2;
    if (half > a && a >= 0)
        return -1;
    if (u > 127 && a >= 0)
        return -2;
    if (product == -128 && a == b)
        return -3;
    return sum == product ? 3 : 4;
}
