/* Blocks that are entered in one way only: what is reached in both is reached together, unless something stops between them. */
#include <stdlib.h>

int g, h;
void check(int n) {
    if (n > 5)
        exit(0);
}

void f(int x, int y, int n) {
    g = x;
    h = y;
    check(n);
    do {
        g = y;
    } while (0);
    h = x;
    check(y);
again:
    g = n;
    if (x == 3) {
        h = n;
        check(x + n);
        do
            g = x;
        while (0);
    }
}
