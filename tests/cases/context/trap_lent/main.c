// arg: 0..5
// arg: 0..5
/* Addresses of variables that look as if they were lent, and are not. */
#include <stdio.h>
#include <stdlib.h>

static int *kept;
static int count;

static void one(int *p) { *p = *p + 1; }
static void both(int *p, int *q) { *p = 1; *q = 2; if (*p == 2) count++; }
static void keep(int *p) { kept = p; *p = 3; }
static int *same(int *p) { *p = 4; return p; }
static void next(int *p) { p++; *p = 5; }
static void null(int *p) { if (p) *p = 6; }
static void any(int *p) { *p = 7; if (*p != 7) count++; }
static void bytes(char *p) { *p = 8; }
static void outer(int *p) { int own = 9; one(p); one(&own); if (own > 9) one(p); }
static int left(int *p) { int old = *p; *p = 20; return old; }
static void pick(int c, int *p, int *q) { int *r = c ? p : q; *r = 11; }
static void indirect(int *p) { *p = 12; }
static void untyped(void *p) { *(int *)p = 13; }
static void unlike(unsigned *p) { *p = 4000000000u; }
static void store(int **p, int *q) { *p = q; }
static void early(int *p, int c)
{
    *p = 14;
    if (c > 3)
        return;
    *p = 15;
    if (c > 2)
        exit(c);
    *p = 16;
}

static int depth(int *p, int n)
{
    int own = n;
    if (n <= 0)
        return *p;
    *p += 1;
    depth(&own, n - 1);
    if (own != n)
        count++;
    return depth(p, n - 1);
}

static void compare(int *p, int *q) { if (p == q) count++; else *p = 17; }
static void volatile_one(volatile int *p) { *p = 18; if (*p != 18) count++; }
static void old_style(p, c) int *p; char c; { if (c > 1) *p = c; }
static int twice_named(int *p) { *p += 2; return *p; }

int main(int argc, char **argv)
{
    int a = argc > 1 ? atoi(argv[1]) : 0, b = argc > 2 ? atoi(argv[2]) : 0;
    int x = 0, y = 0, z = 0, list[3] = { 0, 0, 0 }, *p = &z;
    unsigned u = 0;
    void (*call)(int *) = a > 2 ? indirect : one;
    struct { int m, n; } s = { 0, 0 };
    union { int i; char c[4]; } w = { 0 };

    one(&x);
    if (x != 1) return 1;
    both(&x, &x);
    if (x == 2) count++;
    both(&x, &y);
    if (x == 1 && y == 2) count++;
    keep(&y);
    *kept = b;
    if (y == b) count++;
    if (y != 3) count++;
    { int k = 0; *same(&k) = b; if (k == 4) count++; if (k == b) count++; }
    next(list);
    if (list[1] == 5) count++;
    null(&s.m);
    null(a > 1 ? &s.n : NULL);
    if (s.n == 6) count++;
    { int k = a; any(&k); any(&list[2]); any(&count); any(p); if (k == 7) count++; }
    { int k = 256; bytes((char *)&k); if (k == 264) count++; if (k == 256) count++; }
    { int k = a; outer(&k); if (k == a + 2) count++; if (k == a) count++; }
    { int k = a; k = left(&k); if (k == a) count++; if (k == 20) count++; }
    { int k = a, r = left(&k) + k; if (r > 20) count++; if (k == 20) count++; }
    { int k = 0, l = 0; pick(a, &k, &l); if (k == 11) count++; if (l == 11) count++; }
    { int k = 0; call(&k); if (k == 12) count++; if (k == 1) count++; }
    { int k = 0; untyped(&k); if (k == 13) count++; if (k == 0) count++; }
    unlike(&u);
    if (u > 5) count++;
    { int k = 0; unlike((unsigned *)&k); if (k < 0) count++; }
    { int k = 0, *q = 0; store(&q, &k); *q = b; if (k == b && b > 0) count++; }
    { int k = 0; early(&k, b); if (k == 14) count++; if (k == 15) count++; if (k == 16) count++; }
    { int k = 0; if (depth(&k, a) == a) count++; if (k == a) count++; }
    { int k = 0; compare(&k, &k); if (k == 17) count++; compare(&k, &z); if (k == 17) count++; }
    { int k = 0; volatile_one(&k); if (k == 18) count++; }
    { int k = 0; old_style(&k, b); if (k > 1) count++; if (k == 0) count++; }
    { int k = 0; if (twice_named(&k) + twice_named(&k) > 5) count++; if (k == 4) count++; }
    { int k = 5; if (sscanf(argv[1], "%d", &k) == 1 && k < 5) count++; if (k == 5) count++; }
    { int k = 5, l = 6; if (sscanf("7 8", "%d %d", &k, &k) == 2 && k == 8) count++; sscanf("x", "%d", &l); if (l == 6) count++; }
    { int k = 5; k = sscanf("9", "%d", &k); if (k == 1) count++; if (k == 9) count++; }
    { int k = 0x31; int l = 0; if (sscanf((char *)&k, "%d", &l) == 1 && l == 1) count++; }
    for (int i = 0; i < 3; i++) { int k = i; one(&k); if (k == i) count++; one(&i); if (i == 2) count++; }
    w.c[0] = 1;
    any(&w.i);
    if (w.c[0] == 7) count++;
    return count > 30;
}
