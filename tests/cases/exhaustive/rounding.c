/* Division rounded down, up and to the nearest. */
/* Missed: implications between products and quotients of variables are beyond the limit of the solver. */
int f(signed char a, signed char b, _Bool up)
{
    int q, r;

    if (b == 0)
        return 0;
    q = a / b;
    r = a % b;
    if (r != 0 && (r < 0) != (b < 0))
        q--;
    if (up && r != 0)
        q++;
    if (!up && q * b > a && b > 0)
        return -1000;
    if (a == -128 && b == -1 && q != 128)
        return -1001;
    return q;
}
