// Structures by value: arguments of every class, results, members of results.
#include <stdio.h>

struct One { char c; }; struct Two { int a; float f; }; struct Pair { double x, y; };
struct Big { long v[5]; }; struct Odd { char b[7]; }; struct Fn { int (*f)(int); int k; };

static struct One one(int c) { return (struct One){c}; }
static struct Two two(int a) { struct Two t = {a, a / 2.0f}; return t; }
static struct Pair pair(struct Pair p, struct Two t) { p.x += t.a; p.y *= t.f; return p; }
static struct Big big(struct Big b, int i) { if (i > 0 && i < 5) b.v[i] = b.v[i - 1] + i; else b.v[0]--; return b; }
static struct Odd odd(struct Odd o) { for (int i = 6; i > 0; i--) if (o.b[i] == 0 || o.b[i - 1] > 2) o.b[i] = o.b[i - 1] + 1; return o; }
static int twice(int x) { return 2 * x; }
static struct Fn make(int k) { return (struct Fn){k > 1 ? twice : 0, k}; }
static long chain(int n, struct Big b) { return n ? chain(n - 1, big(b, n)) : b.v[0] + b.v[4]; }

int main(void) {
    struct Big b = {{1, 2}};
    struct Odd o = {"ab"};
    for (int i = 0; i < 7; i++) {
        struct Pair p = pair((struct Pair){i, i - 3}, two(i));
        b = big(b, i), o = odd(o);
        printf("%d %g %g %g %ld %d ", one(i).c, two(i).f, p.x, p.y, b.v[i % 5], o.b[i]);
        struct Fn fn = make(i);
        printf("%d %d\n", fn.f ? fn.f(fn.k) : -1, make(i).k > 3 && big(b, 2).v[2] > 3);
    }
    struct Big c = b, *q = &c;
    c.v[1] = 100, *q = *&*q;
    printf("%ld %ld %ld %d\n", b.v[1], q->v[1], chain(6, b), (o = odd(o), o).b[1]);
    return 0;
}
