/* The day of the week of a date: weekday 2024-02-29 */
#include <stdio.h>

static int is_leap(int year)
{
    if (year % 4 == 0 && (year % 100 != 0 || year % 400 == 0))
        return 1;
    return 0;
}

static int days_in(int month, int year)
{
    static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };

    if (month == 2 && is_leap(year))
        return 29;
    return days[month - 1];
}

/* Days since a Sunday, in the Gregorian calendar. */
static int weekday(int year, int month, int day)
{
    static const int offsets[] = { 0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4 };

    if (month < 3)
        year--;
    return (year + year / 4 - year / 100 + year / 400 + offsets[month - 1] + day) % 7;
}

int main(int argc, char **argv)
{
    static const char *const names[] = {
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"
    };
    int year, month, day;
    char rest;

    if (argc != 2 || sscanf(argv[1], "%d-%d-%d%c", &year, &month, &day, &rest) != 3) {
        fprintf(stderr, "usage: weekday YEAR-MONTH-DAY\n");
        return 2;
    }
    if (year < 1583 || year > 9999 || month < 1 || month > 12) {
        fprintf(stderr, "weekday: no such month\n");
        return 1;
    }
    if (day < 1 || day > days_in(month, year)) {
        fprintf(stderr, "weekday: no such day\n");
        return 1;
    }
    puts(names[weekday(year, month, day)]);
    return 0;
}
