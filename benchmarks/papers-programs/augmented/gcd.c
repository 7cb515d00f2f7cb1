/* The greatest common divisor by subtraction; 0 for what is no pair of small positive numbers. */
int gcd(int a, int b)
{
    if (a <= 0 || b <= 0 || a > 40 || b > 40)
        return 0;
    while (a != b) {
        if (a > b)
            a = a - b;
        else
            b = b - a;
    }
    return a;
}
