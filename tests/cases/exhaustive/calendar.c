/* The day of the year, and back to the month. */
static const short starts[] = { 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365 };

int f(unsigned char month, unsigned char day, _Bool leap)
{
    int n, m = 0;

    if (month < 1 || month > 12 || day < 1)
        return -1;
    n = starts[month] - starts[month - 1];
    if (month == 2 && leap)
        n++;
    if (day > n)
        return -2;
    n = starts[month - 1] + day;
    if (leap && month > 2)
        n++;
    while (m < 12 && starts[m] + (leap && m > 1) < n)
        m++;
    if (m != month)
        return -3;
    return n;
}
