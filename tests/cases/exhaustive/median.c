/* The median of three values. */
int f(unsigned char ab, signed char c)
{
    int a = ab & 15, b = ab >> 4, m;

    if (a < b) {
        if (b < c)
            m = b;
        else if (a < c)
            m = c;
        else
            m = a;
    } else {
        if (a < c)
            m = a;
        else if (b < c)
            m = c;
        else
            m = b;
    }
    if (m < a && m < b && m < c)
        return -1;
    if (m < 0)
        return -2;
    return m;
}
