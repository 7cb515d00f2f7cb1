/* What kind of triangle three sides make. The third side is in the low bits of both. */
enum kind { NONE, SCALENE, ISOSCELES, EQUILATERAL };

int f(unsigned char p, unsigned char q)
{
    int a = p >> 2, b = q >> 2, c = (p & 3) * 4 + (q & 3);

    if (a <= 0 || b <= 0 || c <= 0)
        return NONE;
    if (a + b <= c || b + c <= a || a + c <= b)
        return NONE;
    if (a == b && b == c)
        return EQUILATERAL;
    if (a == b || b == c || a == c)
        return ISOSCELES;
    return SCALENE;
}
