// Statements where labels are hard to put: labelled branches, several declarators, ends of blocks, pragmas.
#include <stdio.h>
#include "placement.h"

static int n;
static int f(int x) { n++; return x; }
static int labelled(int a) {
    if (a > 1) in: a--; else out: a++;
    if (a > 3) goto in;
    if (a < 0) goto out;
    switch (a) { case 1: one: case 2: a += 10; break; default: if (a == 3) case 7: a++; else { case 8: a += f(a) ? 5 : 6; } }
    if (a == 11 && n++ < 2) goto one;
    { if (a) goto end; end:; }
    return a;
}
static int declarators(int a) {
    int x = f(a) > 1 ? a : 2, y = x && a, *p = a ? &x : &y, z[] = {f(x) || y, x > y}, (*q)(int) = x > 2 ? f : 0;
    for (int i = x > 0, k = i && y; i < 3 || (k && i < 4); i++, k = !k) z[i & 1] += i > 1 ? k : -k;
    static int s = 3; const int c = s++ > 4 && a; register int r = c ? s : -s;
    return *p + z[0] * 10 + z[1] + (q ? q(1) : 0) + r;
}
static void ends(int a) { if (a) { n++; } else if (n > 3) { } while (a-- > 0 && n < 100) { n += 2; if (n & 1) continue; } }
static int pragmas(int a) {
    int s = 0;
#pragma GCC unroll 2
    for (int i = 0; i < a; i++)
#pragma GCC diagnostic push
        if (i & 1) s += i;
#pragma GCC diagnostic pop
    _Pragma("GCC ivdep") while (a > 0 && s < 50) s += a--;
    switch (a) { case 0: s++; __attribute__((fallthrough)); case 1: s++; }
    return s;
}
static int chained(int a, int b) { int x, y, z; x = y = z = a > b; x += y -= z = b && a; return x * 9 + y * 3 + z; }
static int operators(int a, int b) { return -(a && b) + ~(a || b) + (!(a && !b) == (b || a)) * 4 + ((a < b) < (b < a)) + ((a & b) && (a | b)); }
static int subscripts(int a) { int t[3] = {1, 2, 3}, i; i = a > 0, t[i] = a && t[!i]; t[(i ? f(0) : 2)] ^= t[i || a]; return t[0] * 100 + t[1] * 10 + t[2]; }

int main(void) {
    for (int a = -1; a < 6; a++) {
        printf("%d %d %d ", labelled(a), declarators(a), pragmas(a));
        ends(a);
        printf("%d %d %d %d %d\n", chained(a, a & 2), operators(a, 2), subscripts(a), FROM_HEADER(a), from_header(a, n));
    }
    return 0;
}
