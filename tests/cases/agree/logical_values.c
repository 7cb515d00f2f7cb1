// && || ! as values, with calls, in arguments, subscripts, initialisers and returns.
#include <stdio.h>

static int log_, depth;
static int f(int x) { log_ = log_ * 3 + x + 1; return x; }
static int all(int a, int b, int c) { return f(a) && f(b) && f(c); }
static int any(int a, int b, int c) { return f(a) || (f(b) && !f(c)); }
static int arith(int a, int b) { return (a && b) + 2 * (a || b) - !(a & b) * (a != b); }
static int three(int a, int b, int c) { return a * 100 + b * 10 + c; }

int main(void) {
    int table[2] = {10, 20};
    for (int i = 0; i < 8; i++) {
        int a = i & 1, b = i >> 1 & 1, c = i >> 2;
        int v = a && b || c, w = !(a || !b), z;
        z = (a && f(b)) == (c || f(a));
        table[a && b] += (v ^= w, v);
        printf("%d%d%d%d ", all(a, b, c), any(a, b, c), arith(a, b), three(a && c, b || c, !c));
        printf("%d %d %d %d\n", table[!a], z, v && w ? 1 : v || w, log_ & 0xffff);
        log_ &= 0xff;
        int deep = a ? b && c : b || c;
        depth += deep && (depth < 3 || f(depth) > 4);
    }
    const char *s = 0, *t = "x";
    double d = 0.0;
    printf("%d %d %d %d\n", depth, s || t, s && *s, d || !d);
    return !!(s && *s == 'x') || (t && *t == 'x');
}
