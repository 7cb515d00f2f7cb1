// Promotions, signed and unsigned mixed, comparisons, wrap of unsigned, division, shifts.
#include <stdio.h>
#include <limits.h>

static int compare(int i, unsigned u, long l, signed char c, unsigned char uc, unsigned short us) {
    int r = 0;
    if (i < u) r |= 1;
    if (c < uc) r |= 2;
    if (l > u) r |= 4;
    if (us - uc < 0 && c != i) r |= 8;
    if (-1 < (unsigned char)u || c == uc) r |= 16;
    if (u - 1 >= 0x7fffffff) r |= 32;
    if ((c & 0xff) == uc && (us ^ 0xffff) > i) r |= 64;
    return r;
}
static unsigned arith(unsigned a, unsigned b) { return b ? a / b + a % b - (a * b ^ -a) : ~a; }
static long divide(long a, int b) { return b && !(a == LONG_MIN && b == -1) ? a / b * 100 + a % b : 0; }
static long shifts(int a, unsigned b, long long c, unsigned k) {
    k &= 31;
    return (a >> k) + (long)(b >> k) + (long)(b << k) + (c >> (k + 16)) + ((unsigned long long)c << k) % 1000;
}
static int chars(char c, signed char s, unsigned char u) { return (c > 127) + 2 * (s >= 0) + 4 * (u > 200) + 8 * (c == u) + 16 * (++s < c); }

int main(void) {
    int is[] = {0, 1, -1, 127, 128, -128, 255, INT_MAX, INT_MIN};
    for (int i = 0; i < 9; i++) {
        int v = is[i];
        printf("%d %u ", compare(v, v * 2u, v, v, v, v), arith(v, i - 3));
        printf("%ld %ld ", divide(v, i - 4), shifts(v, v, v * 65537ll, i * 5));
        printf("%d %d %d\n", chars(v & 127, v % 100, v), -(unsigned short)v < 0, ~(unsigned char)v < -200);
    }
    unsigned char w = 255;
    unsigned short h = 65535;
    printf("%d %d %d %d\n", w + 1, w++ + 0, h * 2 > 0, (w -= 1) == 255);
    printf("%d %d %ld\n", sizeof(int) - 5 > 0, -1L < 0u, 'a' + -1L);
    return 0;
}
