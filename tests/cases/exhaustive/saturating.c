/* Addition and subtraction that stay at the ends of their range. */
#include <limits.h>

int f(signed char a, signed char b, _Bool subtract)
{
    int r = subtract ? a - b : a + b;

    if (r > SCHAR_MAX)
        r = SCHAR_MAX;
    else if (r < SCHAR_MIN)
        r = SCHAR_MIN;
    if (!subtract && a > 0 && b > 0 && r < a)
        return -1000;
    if (r == SCHAR_MAX && subtract && b > 0)
        return 1000;
    return r;
}
