// Ranges, fall through, default in the middle, nested switches, declarations after case.
#include <stdio.h>

static int ranges(int c) {
    switch (c) {
    case '0' ... '9': return c - '0';
    case 'a' ... 'f': case 'A' ... 'F': c |= 32; c -= 'a'; return c + 10;
    default: return -1;
    case '_': c = 1; /* fall through */
    case ' ': return 100 + c;
    }
}

static int middle(unsigned char x) {
    int r = 0;
    switch (x & 7) {
        r = 99;
    case 0: r++;
    case 3: r += 10; break;
    default: r = -5;
    case 1: { int y = r; r += y ? 2 : 3; }
    case 5: if (r > 0) break; r--;
    }
    return r;
}

static int nested(long a, int b) {
    switch (a) case 2: switch (b) { case 0: return 1; case 1: b++; break; default: return b; }
    switch (a < 2 && b) { case 1: { const int k = 3; return k * b; } case 0:; }
    switch (b++) { }
    switch (a + b) { case -1l: return 7; case 0x100000000: return 8; }
    return b;
}

static int looped(const char *s) {
    int n = 0;
    for (; *s; s++) switch (*s) {
        case 'x': continue;
        case 'q': goto out;
        case 'a': n += 2; if (n > 5) { case 'b': n++; } break;
        default: n--;
    }
out:
    return n;
}

enum E { A, B = 5, C };
static int of_enum(enum E e) { switch (e) { case A: return 1; case B: return 2; case C: break; } return 3; }

int main(void) {
    for (const char *p = "07afCF_ g"; *p; p++) printf("%d ", ranges(*p));
    for (int i = 0; i < 8; i++) printf("%d ", middle(i));
    for (long a = -2; a < 4; a++) for (int b = -1; b < 4; b++) printf("%d ", nested(a, b));
    printf("%d %d ", nested(0xfffffffe, 1), nested(0xfffffffe, 2));
    printf("%d %d %d %d\n", looped("aabxaa"), looped("bqz"), of_enum(B), of_enum(C) + of_enum(A));
    return 0;
}
