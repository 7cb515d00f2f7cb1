/* The day after a date, as a number of the form yyyymmdd; 0 if there is no such date. */
static int is_leap(int year)
{
    if (year % 400 == 0)
        return 1;
    if (year % 100 == 0)
        return 0;
    return year % 4 == 0;
}

int next_day(int year, int month, int day)
{
    int last;

    if (year < 1583 || year > 9999 || month < 1 || month > 12 || day < 1)
        return 0;
    switch (month) {
    case 2:
        last = is_leap(year) ? 29 : 28;
        break;
    case 4:
    case 6:
    case 9:
    case 11:
        last = 30;
        break;
    default:
        last = 31;
    }
    if (day > last)
        return 0;
    if (day < last)
        return year * 10000 + month * 100 + day + 1;
    if (month < 12)
        return year * 10000 + (month + 1) * 100 + 1;
    if (year == 9999)
        return 0;
    return (year + 1) * 10000 + 101;
}
