/* C leaves open which operand is computed first, and one of them may stop. */
#include <stdlib.h>

int g, h;
static int picked(int n) {
    if (n == 3)
        exit(0);
    return n;
}
static int once(int x) {
    g = x;
    if (x == 7)
        exit(0);
    h = x;
    return x < 0;
}

void f(int x, int y, int n) {
    g = picked(x) + (y > 0 ? n : y);
    h = picked(n), y < 0;
    if ((x < 0 || picked(y) > 1) && once(n))
        g = y < 0;
    g = y;
    h = picked(y) * (n < 0);
}
