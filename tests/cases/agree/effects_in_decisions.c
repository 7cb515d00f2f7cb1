// Decisions that read, assign and call on the way.
#include <stdio.h>

static const char *text = "ab c\n\td;e";
static int next(void) { return *text ? *text++ : EOF; }

static int word(void) {
    int c, n = 0;
    while ((c = next()) != EOF && c > ' ') n++;
    return c == EOF ? -n : n;
}

static int calls;
static int yes(int x) { calls++; return x; }

static int both(int a, int b, int *out) {
    int i = 0;
    if ((i++ < a && yes(b)) || (i += 2, i > 3) || !yes(a)) *out = i;
    else if (!(i-- - 1) && (*out = yes(i)) != 0 && --*out) i = 9;
    return i;
}

static int loop(unsigned n) {
    int k = 0;
    do { if (n & 1 && ++k % 3) continue; k += 2; } while ((n >>= 1) && k < 9);
    for (int i = 0; i++ < 4 && (k ^= i, k != 5); k++) ;
    return k;
}

int main(void) {
    int out = 0;
    for (int w; (w = word()) > 0 || calls++ < 2;) printf("%d ", w);
    for (int a = -1; a < 3; a++)
        for (int b = 0; b < 2; b++) { int r = both(a, b, &out); printf("%d %d,", r, out); }
    for (unsigned n = 0; n < 40; n += 7) printf(" %d", loop(n));
    printf(" %d\n", calls);
    return 0;
}
