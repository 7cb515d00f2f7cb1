/* Whether day and month make a date, the year being even or odd in units of four. */
static int days(int month, int leap)
{
    switch (month) {
    case 4: case 6: case 9: case 11:
        return 30;
    case 2:
        return leap ? 29 : 28;
    default:
        return 31;
    }
}

int f(unsigned char day, unsigned char month, _Bool leap)
{
    int last;

    if (month == 0 || month > 12)
        return 0;
    last = days(month, leap);
    if (last < 28)
        return -1;
    if (day == 0 || day > last)
        return 0;
    if (day > 31)
        return -1;
    return day == last ? 2 : 1;
}
