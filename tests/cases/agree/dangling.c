// Unbraced if, else and loops; empty statements; for without parts.
#include <stdio.h>

static int chain(int a, int b) {
    if (a > 0)
        if (b > 0) return 1;
        else if (b < -1) return 2;
        else;
    else if (a < -1) if (b) return 3; else return 4;
    if (a) ; else b++;
    for (;;) if (b++ > 3) break; else if (a == 0 && b == 2) return 5; else continue;
    while (a-- > 0) if (a & 1) b--; else do b += 2; while (b < 3);
    for (; a < 2;) for (; b > 5; b--) if (b == 7) goto out; else a++; 
    else_: if (b > 100) goto else_;
out:
    return a * 10 + b;
}
static int empty(int n) { while (n-- > 3) ; for (int i = 0; i < 2; i++) ; ; {} ; if (n) {} else { ; n = 7; } do ; while (n++ < 5); return n; }
static void nothing(int a) { if (a) return; }
int main(void) {
    for (int a = -2; a < 4; a++) for (int b = -2; b < 3; b++) { if (!(a < 2 && b <= 5)) continue; printf("%d ", a < 0 && b < 2 && a + b > -99 ? chain(3, b) > 0 : 1); }
    for (int b = -2; b < 3; b++) printf("%d ", chain(3, b));
    printf("%d %d %d %d ", chain(0, 0), chain(-2, 0), chain(-2, 1), chain(1, 1));
    nothing(1), nothing(0);
    return printf("%d %d\n", empty(0), empty(9)) > 100;
}
