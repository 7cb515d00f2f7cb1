// Statement expressions, typeof, local labels, macros that use them.
#include <stdio.h>

#define MAX(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })
#define LOOP(n) ({ int s_ = 0; for (int i_ = 0; i_ < (n); i_++) if (i_ & 1) s_ += i_; s_; })
#define FIND(p, c) ({ __label__ done; const char *q_ = (p); while (*q_) { if (*q_ == (c)) goto done; q_++; } q_ = 0; done: q_; })

static int n;
static int step(void) { return ++n; }

static int find(const char *s) {
    const char *p = FIND(s, 'x');
    return p ? (int)(p - s) : -1;
}

static int early(int a) {
    int r = ({ if (a > 3) return -a; a * 2; }) + ({ ({ a++; }); a; });
    return r;
}

int main(void) {
    int a = 3, b = 7;
    long l = MAX(a, b) + MAX(b, MAX(step(), 20L));
    if (({ int t = step(); t > 1 && a < t; }) || MAX(a, 0)) a++;
    while (({ a++; a < 9; }) && LOOP(a) < 10) b += ({ int z = a; z & 1 ? z : -z; });
    struct { int x, y; } s = ({ __typeof__(s) t = {a, b}; t; });
    int *p = ({ int *q = &a; *q += 1; q; });
    ({ s.x++; s.y--; });
    printf("%ld %d %d %d %d %d\n", l, a, b, s.x, s.y, *p);
    printf("%d %d %d %d\n", find("abxc"), find("none"), early(2), early(5));
    return ({ n; });
}
