// Labels in macro bodies: several lines, do-while(0), assert, likely, stringification.
#include <assert.h>
#include <stdio.h>

#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)
#define CLAMP(v, lo, hi)        \
    do {                        \
        if ((v) < (lo))         \
            (v) = (lo);         \
        else if ((v) > (hi))    \
            (v) = (hi);         \
    } while (0)
#define EACH(i, n) for (int i = 0; i < (n); i++)
#define CHECK(c) if (!(c)) { failures++; printf("[%s]", #c); }
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define GET(p, k) ((p) ? (p)->k : 0)
#define PASTE(a, b) a##b
#define GUARD(x) (void)((x) > 5 && (failures += 100))
#define RETRY(e) (__extension__ ({ int r_; do r_ = (e); while (r_ == -1 && tries++ < 3); r_; }))

static int failures, tries;
struct S { int k; };
static int work(int x) { return x + tries > 1 ? x : -1; }

static int use(int x, struct S *s) {
    assert(x > -100 && "range");
    CLAMP(x, -2, 4);
    if (likely(x > 0) && !unlikely(x == 3)) x += MIN(x, 2); else CHECK(x < 2)
    EACH(i, 3) { CHECK(i != x || x == 1) GUARD(x + i); }
    return MIN(x, GET(s, k)) + PASTE(fail, ures) % 7;
}
int main(void) {
    struct S s = {3};
    for (int i = -4; i < 7; i++) { printf("%d ", use(i, i & 1 ? &s : 0)); assert(failures >= 0); }
    int r = RETRY(work(0)), q = RETRY(work(-5));
    printf("%d %d %d %d\n", r, q, tries, failures);
    return __LINE__ > 40 ? 0 : 1;
}
