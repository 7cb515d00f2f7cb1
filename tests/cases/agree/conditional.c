// ?: nested, with effects, of mixed types, without its middle.
#include <stdio.h>

static int n;
static int tick(int x) { n += x; return x; }

static int nested(int a, int b) {
    return a > b ? a > 0 ? tick(a) : b < -2 ? tick(1) + b : a++ + 1 : b == a ? (n = 0, -1) : (b -= a) ? b : tick(7);
}

static double mixed(int i, unsigned u, float f) { return i < 0 ? i : i > 5 ? u : f; }
static long widths(signed char c, unsigned long u) { return c ? c : u ? u : -1; }
static int elvis(int a) { return tick(a) ?: tick(3) ?: 5; }
static const char *name(const char *s) { return s ?: "none"; }
static void act(int a) { a > 1 ? (void)tick(2) : a ? (void)(n = 1) : (void)0; }
struct P { int x, y; };
static struct P pick(int a, struct P p, struct P q) { return a ? p : q; }

int main(void) {
    for (int a = -3; a < 4; a++) {
        for (int b = -3; b < 3; b++) printf("%d ", nested(a, b));
        printf("%g %ld %d ", mixed(a * 3, 7u, 2.5f), widths(a, a + 3), elvis(a));
        act(a);
        struct P p = {a, 1}, q = {2, a};
        printf("%d %d %s\n", pick(a > 0, p, q).x + (a ? p : q).y, n, name(a ? 0 : "zero"));
    }
    int x = 1, y = 2;
    *(x > y ? &x : &y) += 5;
    (x < y && n ? x : y), x++;
    printf("%d %d %d\n", x, y, (x > 1 ? y : 0) ? : 3);
    return 0;
}
