// _Generic, overflow builtins, other builtins, alignment, static assertions.
#include <stdio.h>
#include <stddef.h>

#define NAME(x) _Generic((x), int: "int", unsigned: "unsigned", char *: "string", double: "double", default: "other")
#define ABS(x) _Generic((x), int: abs_i, double: abs_d)(x)
static int abs_i(int x) { return x < 0 ? -x : x; }
static double abs_d(double x) { return x < 0 ? -x : x; }
_Static_assert(sizeof(int) == 4, "int");

static int safe(int a, int b) {
    int r, bad = __builtin_add_overflow(a, b, &r);
    if (bad || __builtin_mul_overflow(r, 3, &r)) return -1;
    unsigned char c;
    return __builtin_sub_overflow(r, 10, &c) ? r : c;
}
static int bits(unsigned x) {
    if (!x) return 0;
    return __builtin_clz(x) > 3 && __builtin_ctz(x) < 8 ? __builtin_popcount(x) : __builtin_ffs(x) - __builtin_parity(x);
}
struct A { char c; _Alignas(16) int i; short s; };
static int choose(int x) { return __builtin_choose_expr(sizeof(long) == 8, x + 1, "no"); }
static int must(int x) { switch (x & 1) { case 0: return 2; case 1: return 3; } __builtin_unreachable(); }

int main(void) {
    int k = 5;
    printf("%s %s %s %s %s ", NAME(1), NAME(1u), NAME("s" + 0), NAME(1.0), NAME(1L));
    int vs[] = {0, 1, -7, 2147483647, 1000000000, 100, -2147483647};
    for (int i = 0; i < 7; i++) printf("%d %d ", safe(vs[i], i * 50), bits(vs[i]));
    printf("%d %g %d %d\n", ABS(-k), ABS(-2.5), (int)offsetof(struct A, s), (int)(sizeof(struct A) + _Alignof(struct A)));
    if (__builtin_types_compatible_p(int, __typeof__(k)) && __builtin_expect(k > 4, 1)) k += choose(k);
    return k + must(k) + must(k + 1);
}
