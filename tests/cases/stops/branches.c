/* A label before a branch, and those of the branches: not the same if something between may stop. */
#include <stdlib.h>

int g, h;
static void check(int n) {
    if (n > 5)
        exit(0);
}

void f(int x, int y, int n) {
    g = y;
    check(n);
    if (x > 0) {
        g = x;
        check(y);
        h = x;
    } else {
        check(x + y);
        g = -x;
        h = -x;
    }
    switch (n) {
    case 0:
        g = y;
        check(y);
    case 2:
        h = y;
        break;
    default:
        check(x);
        g = n;
    }
}
