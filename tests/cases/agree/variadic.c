// Variable arguments of every class, copies of the list, lists passed on.
#include <stdarg.h>
#include <stdio.h>

struct Small { int a; char b; }; struct Large { long v[4]; }; struct Floats { double x; float y; };

static double mixed(const char *f, ...) {
    va_list l;
    double s = 0;
    va_start(l, f);
    for (; *f; f++) switch (*f) {
        case 'i': s += va_arg(l, int) > 0 ? 1 : -1; break;
        case 'l': s += va_arg(l, long) / 2; break;
        case 'u': s += va_arg(l, unsigned) & 15; break;
        case 'd': s *= va_arg(l, double); break;
        case 's': { const char *p = va_arg(l, char *); while (p && *p) s += *p++ == 'a'; break; }
        case 'S': { struct Small v = va_arg(l, struct Small); s += v.a + v.b; break; }
        case 'L': s += va_arg(l, struct Large).v[3]; break;
        case 'F': { struct Floats v = va_arg(l, struct Floats); s += v.x * v.y; break; }
        case 'p': *va_arg(l, int *) += 1; break;
    }
    va_end(l);
    return s;
}
static int list(int n, va_list l) { int s = 0; while (n-- && (s += va_arg(l, int)) < 100) ; return s; }
static int total(int n, ...) {
    va_list l, c;
    va_start(l, n);
    va_copy(c, l);
    int s = list(n, l) * 1000 + list(n > 2 ? 2 : n, c) + (n > 1 ? va_arg(c, int) : 0);
    va_end(c);
    va_end(l);
    return s;
}
int main(void) {
    struct Small s = {3, 4};
    struct Large l = {{1, 2, 3, 4}};
    struct Floats f = {1.5, 2};
    int k = 0;
    printf("%g ", mixed("ildusSLFp", -5, 9L, 2.5, 0xffu, "banana", s, l, f, &k));
    printf("%g ", mixed("iiiiiiiidddddddddsSSF", 1, 2, 3, 4, 5, 6, 7, 8, 1., 2., 1., 1., 1., 1., 1., 1., 2., (char *)0, s, s, f));
    printf("%d %d %d %d\n", k, total(3, 1, 2, 3), total(3, 99, 1, 5), total(1, 7));
    return 0;
}
