/* Days of February, for years from 1900 on. */
static _Bool is_leap(unsigned year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

int f(unsigned char since, unsigned char century)
{
    unsigned year = 1900 + since + 100u * (century & 3);

    if (year < 1900)
        return 0;
    if (is_leap(year))
        return 29;
    if (year % 400 == 0)
        return -1;
    return year % 4 == 0 ? 28 + (year % 100 != 0) : 28;
}
