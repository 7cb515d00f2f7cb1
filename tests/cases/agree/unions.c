// Unions, char punning, memcpy, casts between pointers to bytes.
#include <stdio.h>
#include <string.h>

union U { unsigned u; float f; unsigned char b[4]; struct { unsigned short lo, hi; } h; int s : 7; };
static unsigned swap(unsigned x) {
    union U v = {.u = x};
    unsigned char t = v.b[0];
    v.b[0] = v.b[3], v.b[3] = t, t = v.b[1], v.b[1] = v.b[2], v.b[2] = t;
    return v.u;
}
static int is_little(void) { int one = 1; return *(char *)&one == 1; }
static int sum(const void *p, unsigned n) {
    const unsigned char *b = p;
    int s = 0;
    for (unsigned i = 0; i < n; i++) if (b[i] > 127 || b[i] == 0) s++; else s += b[i] & 3;
    return s;
}
static unsigned bits(float f) { unsigned u; memcpy(&u, &f, sizeof u); return u; }
static int classify(float f) {
    union U v;
    v.f = f;
    return v.u >> 31 ? -1 : (v.u >> 23 & 255) == 255 ? 2 : v.h.lo == 0 && v.h.hi > 0x3f00;
}
union Any { long l; double d; void *p; char c; };
static int kind(union Any a, int tag) { return tag == 0 ? a.l > 5 : tag == 1 ? a.d < 0.5 : a.p != 0 && a.c; }

int main(void) {
    float fs[] = {0, 1, -1.5f, 0.25f, 1e38f * 10, 3.14f};
    for (int i = 0; i < 6; i++) printf("%x %d ", bits(fs[i]), classify(fs[i]));
    printf("%x %d %d\n", swap(0x12345678), is_little(), sum(fs, sizeof fs - 4));
    union U u = {.f = 1};
    u.h.hi ^= 0x8000, u.s = 70;
    printf("%g %d %d", u.f, u.s, u.b[3]);
    union Any a = {9};
    printf(" %d %d", kind(a, 0), kind((union Any){.d = 0.25}, 1));
    a.p = 0;
    printf(" %d\n", kind(a, 2));
    return 0;
}
