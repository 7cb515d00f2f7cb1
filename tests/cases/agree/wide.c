// 128-bit integers.
#include <stdio.h>

typedef __int128 i128; typedef unsigned __int128 u128;
static u128 fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
static void show(u128 v) { if (v > 9) show(v / 10); putchar('0' + (int)(v % 10)); }
static int sign(i128 v) { return v < 0 ? -1 : v > 0 && v != 5; }
static i128 mulmod(i128 a, long b, i128 m) { i128 r = 0; while (b) { if (b & 1 && a) r = (r + a) % m; a = a * 2 % m; b >>= 1; } return r; }
static int words(u128 v) { unsigned long hi = v >> 64, lo = v; return hi > lo ? 2 : hi == 0 || lo == ~0ul ? 1 : 0; }

int main(void) {
    show(fact(30)), putchar(' ');
    i128 big = (i128)1 << 100, neg = -big;
    show(mulmod(big, 12345, 1000000007)), putchar(' ');
    printf("%d%d%d%d ", sign(neg), sign(0), sign(5), sign(big - 1));
    printf("%d %d %d ", words(fact(33)), words(7), words(((u128)1 << 64) - 1));
    big ^= neg, big += 77, neg >>= 98, neg--;
    printf("%ld %d %d %d\n", (long)neg, big < 0, (int)(big & 127), (u128)neg > 5 && neg < (i128)0);
    double d = (double)fact(25);
    float f = (i128)-3;
    printf("%g %g %d\n", d, f, (i128)1e20 > 99999999999999999 ? 1 : 0);
    return 0;
}
