// K&R definitions: parameters that are promoted and narrowed again; volatile parameters.
#include <stdio.h>

int narrow(c, s, f, u) char c; short s; float f; unsigned char u;
{
    if (c < 0 && s > 0) return u > 200 ? 1 : 2;
    f /= 3;
    return f > 0.5f || u == 44 ? c + s : u;
}
long mixed(p, n, d, t) int n; char *p; double d; struct { int x; } *t;
{
    long r = 0;
    while (n-- > 0 && *p) r = r * 3 + *p++;
    return d < r ? r : t ? -1 : -2;
}
int implicit(a, b) { return a > b ? a : b; }
static int vol(volatile int a, const volatile char b, int c) { return a > b && c ? a : c; }
int none() { return narrow('a', 3, 1.0f, 300 & 255); }

int main() {
    char buffer[4] = "xyz";
    printf("%d %d %d %d ", narrow(200, 70000 - 65530, 1.0, 255), narrow(-1, 5, 2.0, 44), narrow(5, -5, 2.5, 44 + 256), narrow(65, 1, 0.1, 7));
    printf("%d %d ", vol(3, 4, 5), vol(9, 1, 0));
    printf("%ld %ld %d %d\n", mixed(buffer, 3, 1.0, (void *)0), mixed(buffer, 0, 1e9, (void *)buffer), implicit(3, 4), none());
    return 0;
}
