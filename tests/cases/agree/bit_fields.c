// Bit-fields of all widths and signs, unnamed, of width zero, packed, and their promotions.
#include <stdio.h>

struct Bits { unsigned a : 1; int b : 1; unsigned c : 7; int d : 9; unsigned : 3; unsigned e : 31; int : 0; int f : 32; long long g : 33; unsigned long long h : 64; _Bool k : 1; };
struct __attribute__((packed)) Tight { unsigned a : 3; int b : 10; unsigned long long c : 45; char d; int e : 20; };
enum Col { RED, GREEN, BLUE };
struct Mix { unsigned char c : 4, d : 4; enum Col col : 2; short s : 12; const unsigned z : 5; };

static void fill(struct Bits *p, long long v) {
    p->a = v; p->b = v; p->c = v; p->d = v; p->e = v; p->f = v; p->g = v; p->h = v; p->k = v;
}
static int test(struct Bits s) {
    int n = 0;
    if (s.a && s.b < 0) n += 1;
    if (s.c - 100 < 0 || s.d > 200) n += 2;
    if (s.e - 1 > 5u && s.f >= 0) n += 4;
    if (s.g >> 3 < 0 || s.h > 1ull << 40) n += 8;
    n += s.k ? 16 : s.b ? 32 : 0;
    return n;
}
static int ops(struct Tight *t) {
    t->a += 5, t->b -= t->a * 100, t->c *= 3, t->c++, t->e *= 2, t->e ^= -7, t->d++;
    int r = (t->a++, t->a) + --t->b;
    return r > 0 && t->c > 1000 ? r : t->e;
}
int main(void) {
    long long vs[] = {0, 1, -1, 0x5555555555555555, 255, -256, 1ll << 40};
    struct Bits s;
    for (int i = 0; i < 7; i++) {
        fill(&s, vs[i]);
        int as = (s.d = vs[i] * 3), ab = (s.a = i), pre = ++s.c;
        printf("%d %d %d %d %u %d %lld %llu %d| %d %d %d %d\n", s.a, s.b, s.c, s.d, s.e, s.f, (long long)s.g, (unsigned long long)s.h, s.k, test(s), as, ab, pre);
    }
    struct Tight t = {5, -300, 0x123456789ab, 'x', -3};
    for (int i = 0; i < 6; i++) { int r = ops(&t); printf("%d %d %d %llx %d %d\n", r, t.a, t.b, (unsigned long long)t.c, t.d, t.e); }
    struct Mix m = {.c = 9, .col = BLUE, .s = -2000, .z = 31};
    m.d = m.c * 2, m.s -= m.z, m.col--;
    printf("%d %d %d %d %d\n", m.d, m.s, m.col == GREEN, m.c > m.d && m.z > 30, (int)(sizeof s + sizeof t + sizeof m));
    return 0;
}
