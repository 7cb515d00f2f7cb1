// The values of bit-fields, and of assignments to them: promoted to int where int holds them.
int printf(const char *, ...);

enum two { NO, YES };
struct S {
    unsigned lo : 3;
    signed hi : 5;
    unsigned long w : 7;
    long sl : 7;
    unsigned long l32 : 32;
    unsigned u32 : 32;
    unsigned char c : 5;
    _Bool b : 1;
    enum two e : 2;
    unsigned long l64 : 64;
};

#define ONE(e) printf("%lld ", (long long)(e))
#define SHOW(f) \
    s.f = -1; \
    ONE((s.f = x) > -1), ONE((s.f += 1) > -1), ONE(++s.f > -1), ONE(--s.f - 100 < 0), ONE((s.f++, s.f) > -1); \
    ONE((x, s.f = x) > -1), ONE((x ? (s.f = x) : s.f) > -1); \
    ONE(((s.f = x) - 100) / 7), ONE(~(s.f ^= 1)), ONE(-(s.f |= 1)), ONE(sizeof(+(s.f = 1))), ONE(sizeof(+s.f)); \
    printf("\n");

int main(void) {
    struct S s = {0};
    for (int x = -3; x < 130; x += 19) {
        SHOW(lo) SHOW(hi) SHOW(w) SHOW(sl) SHOW(l32) SHOW(u32) SHOW(c) SHOW(b) SHOW(e) SHOW(l64)
        printf("%d %d %d %d %d\n", s.lo, s.hi, s.w, s.sl, s.b);
    }
    return 0;
}
