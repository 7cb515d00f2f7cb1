// Integer and floating arithmetic and conversions.
int printf(const char *, ...);

static double sum(int n, const double *d) {
    double s = 0;
    while (n--) s += *d++;
    return s;
}
static long double twice(long double a) { return a * 2.0L + 1; }

int main(void) {
    printf("%d %d %d %u %u\n", -7 / 2, -7 % 2, -7 >> 1, -1u / 2, 1u << 31);
    signed char sc = 200;
    unsigned char uc = -1;
    short sh = 70000;
    printf("%d %d %d %d\n", sc, uc, sh, (signed char)0x80 * 2);
    unsigned long long x = 1;
    for (int i = 0; i < 70; i++) x = x * 6364136223846793005ULL + 1;
    printf("%llu %lld\n", x, -0x7fffffffffffffffLL - 1);
    __int128 w = x;
    w *= w;
    printf("%llx %llx\n", (unsigned long long)(w >> 64), (unsigned long long)w);
    unsigned __int128 uw = -1;
    printf("%d %llx\n", uw > (unsigned __int128)w, (unsigned long long)(uw / 3 >> 64));
    double d[] = {1.5, 2.25, -0.75, 1e300};
    printf("%f %g %e\n", sum(3, d), d[3], sum(4, d));
    volatile double big = 3e9, huge = 1.8e19, small = -1.5;
    printf("%d %u %ld %lu\n", (int)small, (unsigned)big, (long)big, (unsigned long)huge);
    float f = 16777217;
    unsigned long long all = ~0ull;
    printf("%.1f %.9g %.9g %.1f %.1f\n", f, (float)0.1, 0.1f * 0.1f, (double)all, (float)all);
    printf("%d\n", (int)twice(20));
    _Bool b = 0.5;
    b += 5;
    printf("%d %d\n", b, (_Bool)256);
    int sum32;
    unsigned char product;
    printf("%d ", __builtin_add_overflow(2147483647, 1, &sum32));
    printf("%d ", __builtin_mul_overflow(20, 20, &product));
    printf("%d %d\n", sum32, product);
    printf("%d %d %d %d\n", __builtin_clz(1), __builtin_ctzll(8), __builtin_popcount(255),
           __builtin_bswap32(1));
    return 0;
}
