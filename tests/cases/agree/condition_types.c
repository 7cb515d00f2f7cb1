// Conditions of every scalar type, alone and in decisions, with and without effects.
#include <stdio.h>

enum E { E0, E1, EM = -1 };
struct S { unsigned b : 2; int s : 3; long long l : 40; _Bool t : 1; } fields;
static double next(double d) { return d - 0.5; }
static int types(int k) {
    char c = k; _Bool b = k; float f = k / 4.0f; double d = -f; long double x = f; __int128 w = k * ((__int128)1 << 70); enum E e = k > 1 ? E1 : k < 0 ? EM : E0; unsigned long ul = (unsigned long)k << 40; short h = k * 256; const char *p = k ? "s" : 0;
    int r = 0;
    if (c) r |= 1; if (b && f) r |= 2; if (!d || x) r |= 4; if (w && !e) r |= 8; if (ul || h) r |= 16; if (p && e) r |= 32;
    if ((c = k >> 1) && (b = c)) r |= 64; if ((f = next(f)) || (d = next(d))) r |= 128; if ((w >>= 70) && (ul = w)) r |= 256; if ((e = E0) || !(x -= 0.25L)) r |= 512;
    while ((f -= 0.25f) > 0 && r < 4000) r += 1024;
    if ((h += 255) && (char)h) r++;
    if (f != f || d < f ? x > 0 : w) r += 2;
    return r;
}
static int bits(int k) {
    int r = 0;
    fields.b = k, fields.s = k, fields.l = k * 1000000000000LL, fields.t = k > 2;
    if (fields.b) r = 1; if (fields.s < 0 && fields.l) r += 2; if (!fields.t || fields.b > 2) r += 4;
    if ((fields.b += 1) && fields.s++) r += 8; if ((fields.t = k) && (fields.l /= 3) > 5) r += 16; if (fields.s-- > 2 || --fields.b) r += 32;
    return r;
}
static int switched(int k) {
    int r = 0;
    switch ((unsigned char)k) { case 255: r = 1; break; case 0: r = 2; }
    switch (fields.s) { case -3: case 2: r += 10; break; default: r += 20; }
    switch ((enum E)k) { case EM: r += 100; break; case E0: r += 200; break; case E1: r += 300; }
    switch (k ? 2 : 3L) { case 3: r += 1000; } switch (k == 1 || k == 2) { case 0: r += 4000; break; case 1: r += 5000; } switch (r++) { case 0 ... 400: r--; }
    switch ((k * 0x10000000ull) << 3) { case 0x80000000: r += 10000; break; case 0xffffffff80000000: r += 20000; }
    return r;
}
int main(void) {
    for (int k = -3; k < 6; k++) { printf("%d %d ", types(k), bits(k)); printf("%d\n", switched(k)); }
    return 0;
}
