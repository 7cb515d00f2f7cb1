// Function pointers in tables, members, parameters and results.
#include <stdio.h>

typedef int op(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int div_(int a, int b) { return b ? a / b : 0; }
static op *const ops[] = {['+'] = add, ['-'] = sub, ['/'] = div_};
struct Entry { const char *name; int (*run)(int); };
static int neg(int x) { return -x; }
static int sqr(int x) { return x * x; }
static const struct Entry entries[] = {{"neg", neg}, {"sqr", sqr}, {0}};

static int eval(const char *s) {
    int v = *s++ - '0';
    while (*s) { op *o = s[0] < 48 ? ops[(int)s[0]] : 0; if (!o) return -99; v = (*o)(v, s[1] - '0'); s += 2; }
    return v;
}
static op *choose(int k) { return k > 1 ? add : k == 1 ? &sub : *div_; }
static int (*lookup(const char *n))(int) {
    for (const struct Entry *e = entries; e->name; e++) if (e->name[0] == n[0] && e->run) return e->run;
    return 0;
}
static int map(int f(int), int n, int *a) { int s = 0; for (int i = 0; i < n; i++) s += a[i] = f(a[i]); return s; }

int main(void) {
    int a[] = {1, -2, 3}, (*p)(int) = 0;
    printf("%d %d %d ", eval("8+2/3-1"), eval("1*2"), eval("7/0"));
    for (int i = 0; i < 3; i++) printf("%d ", choose(i)(9, 4) + (i ? ops['+'] : sub)(i, 1));
    if ((p = lookup("sx")) && p(3) > 5) printf("%d ", p(4));
    p = lookup("zz");
    printf("%d %d %d\n", map(sqr, 3, a), p == 0, !p || p != neg);
    return entries[1].run(3) + (choose(2) == add && ops[0] == 0);
}
