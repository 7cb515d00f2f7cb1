/* Numbers and words that `scanf` and `sscanf` read. */
#include <stdio.h>

struct date {
    int year, month, day;
};

int parse(const char *text, struct date *out)
{
    int year, month, day;
    if (text == NULL || out == NULL)
        return -1;
    if (sscanf(text, "%d-%d-%d", &year, &month, &day) != 3)
        return -2;
    if (month < 1 || month > 12 || day < 1 || day > 31)
        return -3;
    out->year = year;
    out->month = month;
    out->day = day;
    return 0;
}

int total(void)
{
    unsigned short n;
    char op[4];
    int sum = 0;
    while (scanf("%hu %3s", &n, op) == 2) {
        if (op[0] == '+')
            sum += n;
        else if (op[0] == '-' && op[1] == '-')
            sum -= n;
        else
            return -1;
    }
    return sum;
}

typedef int operation(int, int);
static int less(int a, int b) { return a < b; }
static int both(int a, int b) { return a && b; }
static operation *const operations[] = { less, both };

int perform(unsigned which, int a, int b)
{
    return which < 2 ? operations[which](a, b) : -1;
}
