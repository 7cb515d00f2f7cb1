/* Between what is asked at two places that are otherwise reached together, a call may exit. */
#include <stdlib.h>

int g, h;
void check(int n) {
    if (n > 5)
        exit(0);
}
static int picked(int n) {
    if (n == 3)
        exit(0);
    return n;
}

void f(int x, int y, int n) {
    g = x;
    check(n);
    if (x < 0)
        g = 1;
    h = x;
    if (x < 0 && picked(y) > 1)
        h = y;
    check(y);
    g = x < 0 ? 1 : x;
}
