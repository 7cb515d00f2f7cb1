// Static locals, shadowed names, enums, block scopes, extern in blocks.
#include <stdio.h>

static int x = 10;
enum Mode { OFF, ON = 4, NEG = -2, NEXT };
static int counter(int reset) { static int calls = 3; static const int step = 2; if (reset && calls > 5) calls = 0; return calls += step; }
static int shadow(int x) {
    int r = x;
    if (x > 2) { int x = r - 1; if (x > 3) { static int x = 100; x += r; r = x; } r += x; }
    for (int x = 0, r = 5; x < 2 && r; x++) r--;
    { extern int y; r += y > 1 ? y : 0; }
    do { char x = 'a' + (r & 3); r += x == 'b'; } while (0);
    enum { OFF = 7 } e = OFF;
    return r + e + x;
}
int y = 2;
static int modes(enum Mode m, unsigned char k) { return m == ON ? 1 : m < OFF && k > NEG ? 2 : m == NEXT || k == ON; }
int main(void) {
    for (int i = 0; i < 6; i++) printf("%d %d ", counter(i & 1), shadow(i));
    for (int i = -3; i < 6; i++) printf("%d", modes(i, i < 0 ? 4 : i));
    { int y = x; int x = y + 1; printf(" %d %d", x, y); if (x > y && y == 10) x = y; }
    struct x { int x; } s = {3};
    printf(" %d %d\n", x + s.x, (int)sizeof(struct x));
    return x;
}
