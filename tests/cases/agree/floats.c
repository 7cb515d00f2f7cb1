// Floats of three widths: conversions, comparisons, NaN, infinities, zero with a sign.
#include <stdio.h>
#include <math.h>

static int classify(double d) {
    if (d != d) return 0;
    if (d > 1e308 || d < -1e308) return 1;
    return d == 0 ? 1 / d < 0 ? 2 : 3 : d < 1 && d > -1 ? 4 : 5;
}
static int single(float f) { return f == 0.1 ? 1 : f == 0.1f ? 2 : f * 3 > 1 && f / 7 < 1 ? 3 : !f; }
static long convert(double d, unsigned char k) { return d > -1e6 && d < 1e6 ? (int)d + (long)(d * k) - (unsigned char)(k + .5) : -1; }
static double mean(const float *f, int n) { double s = 0; for (int i = 0; i < n; i++) if (f[i] >= 0 || i & 1) s += f[i]; return n ? s / n : NAN; }
static long double wide(long double x) { return x > 2.5L ? x + 4 : -x * 0.5L; }
static int logic(double a, float b) { return a && b ? 1 : a || b ? 2 : !a && !b ? 3 : 4; }

int main(void) {
    double ds[] = {0, -0.0, 1, -0.5, 3.75, -1e5, INFINITY, -INFINITY, NAN};
    float fs[] = {0.1f, 0, -2.5f, 100, 0.4f};
    for (int i = 0; i < 9; i++) {
        double d = ds[i];
        printf("%d %d %ld %d %.3f\n", classify(d), d < 7 && d > -7 ? single(d) : 9, convert(d, i), logic(d, i - 2), (double)wide(i));
    }
    for (int i = 0; i < 5; i++) printf("%d ", single(fs[i]));
    float g = 1e10f;
    g += 1, g *= 0.5f, g--;
    unsigned u = 3e9;
    long double l = u;
    printf("%g %.1f %.2f %d %d %g\n", mean(fs, 5), g, (double)(l - 8), l > 2e9f, (int)-2.9, mean(fs, 0));
    return (int)(sqrt(2) * 10) + (fabs(-3.5) > 3);
}
