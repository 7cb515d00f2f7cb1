/* Dates of the Gregorian calendar, as a library. */

int is_leap(int year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/* How many days the month has; 0 if there is no such month. */
int days_in(int month, int year)
{
    static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };

    if (month < 1 || month > 12)
        return 0;
    if (month == 2 && is_leap(year))
        return 29;
    return days[month - 1];
}

struct date {
    int year, month, day;
};

/* The next day, in place; 0 if the date is none. */
int advance(struct date *date)
{
    if (!date || date->year < 1583 || date->year > 9999)
        return 0;
    if (date->day < 1 || date->day > days_in(date->month, date->year))
        return 0;
    if (++date->day > days_in(date->month, date->year)) {
        date->day = 1;
        if (++date->month > 12) {
            date->month = 1;
            date->year++;
        }
    }
    return 1;
}
