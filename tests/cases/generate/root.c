/* Functions of libm. */
#include <math.h>

int roots(double a, double b, double c)
{
    double d;
    if (a == 0.0)
        return -1;
    d = b * b - 4.0 * a * c;
    if (d < 0.0)
        return 0;
    if (sqrt(d) == 0.0)
        return 1;
    return 2;
}
