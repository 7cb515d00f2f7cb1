/* An iteration may be the last one: a call exits, jumps far away or runs for ever. */
#include <setjmp.h>
#include <stdlib.h>

extern jmp_buf back;
int g, h;
static void hop(int n) {
    if (n == 3)
        longjmp(back, 1);
}
static void spin(int n) {
    while (n == 7)
        ;
}

void f(int x, int y, int n) {
    for (int i = 0; i < 2; i++) {
        g = x + i;
        hop(n + i);
        if (i == 1 && x < 0)
            g = 1;
        spin(y);
        h = x + i;
    }
    do {
        g = n;
        hop(y);
        h = n;
    } while (n++ < 2);
    spin(x);
    g = n > 0;
}
