// Compound assignment, ++ and -- on every kind of lvalue.
#include <stdio.h>

struct S { int i; unsigned char c; short h[3]; struct { long l; float f; } in; unsigned b3 : 3; int s5 : 5; };
static struct S store;
static int calls;
static struct S *get(void) { calls++; return &store; }
static int index_(void) { return calls++ % 3; }
static unsigned char bytes[4] = {250, 3, 128, 0};

static int pointers(int *a, int n) {
    int *p = a, *end = a + n, sum = 0;
    while (p < end) { *p++ += 2; if (p < end) sum += *p--, p++; }
    for (p = end; p-- != a;) sum ^= *p <<= 1;
    p = a;
    int **pp = &p;
    sum += *(*pp)++, sum += ++**pp, sum -= (**pp)--;
    *++p |= 64, p[-1] %= 7, *(p - 1) -= p - a;
    return sum;
}

static void members(void) {
    get()->i += 5, get()->c -= 7, ++get()->h[index_()], get()->h[index_()] *= -3;
    get()->in.l <<= 3, get()->in.f /= 2, get()->in.l |= get()->i--;
    store.b3++, ++store.b3, store.b3 -= 3, store.s5 += 13, store.s5--, store.s5 *= 2, store.b3 ^= 5;
    bytes[index_()]++, ++bytes[0], bytes[1] <<= 6, bytes[2] += bytes[2], bytes[3]--;
}

int main(void) {
    int a[5] = {1, -2, 3, 40, 5};
    printf("%d:", pointers(a, 5));
    for (int i = 0; i < 5; i++) printf(" %d", a[i]);
    store.in.f = 9, store.in.l = 3;
    for (int i = 0; i < 4; i++) {
        members();
        printf("\n%d %d %d %d %d %ld %g", store.i, store.c, store.h[0], store.h[1], store.h[2], store.in.l, store.in.f);
        printf(" %d %d %d %d %d %d", store.b3, store.s5, bytes[0], bytes[1], bytes[2], bytes[3]);
    }
    _Bool b = 0;
    b++, b += 3;
    int x = b--;
    unsigned u = 5;
    signed char sc = 100;
    u -= 7, u /= 2, u >>= 1, sc += 100, sc >>= 1, sc /= -2, x += 3.7, x *= 1.5;
    double d = 1;
    d++, d += x, --d, d /= 4;
    char *s = "hello" + 1, k = *++s;
    s += 2, --s, k -= 'a' - 'A';
    printf("\n%d %d %u %d %g %s %c %d\n", b, x, u, sc, d, s, k, calls);
    return 0;
}
