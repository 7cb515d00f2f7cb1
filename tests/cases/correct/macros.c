/* Lines with several decisions, and macros that hide them: the compiler says which branch is which condition. */
#include <stdlib.h>

#define CHECK(x) do { if (x) count++; } while (0)
#define CLAMP(x, low, high) do { if ((x) < (low)) (x) = (low); else if ((x) > (high)) (x) = (high); } while (0)
#define EACH(i, n) for (int i = 0; i < (n) && i >= 0; i++)
#define MAX(a, b) ((a) > (b) ? (a) : (b))

static int count;

static int clamped(int a)
{
    CLAMP(a, 0, 9);
    CHECK(a < 0 || a == 3); CHECK(a > 9);
    if (a > 9) return -1; else if (a < 0 && a != 5) return -2; else if (!(a <= 9) || !(a >= 0 && a < 100)) return -3;
    return a;
}

static int loops(int n)
{
    int r = 0;
    EACH(i, 3) EACH(j, 2) if (i + j > 9) r += n; else r++;
    while (n > 0 && (n % 2 == 0 || n % 2 == 1)) n /= 2;
    do { if (n > 0) r--; } while (n > 0 && r > 3);
    return r;
}

static int mixed(int a)
{
    int r = MAX(a, 2);
    if (r > 1) switch (a) { case 1: if (a > 1) r++; break; case 2: r--; }
    r += r < 2 ? 1 : a == 4 && a == 5;
    if (MAX(r, a) < 1) r = 0;
    return r;
}

static int low(int a) { if (a < 0) return 0; if (a < 0) return 1; return 2; }
static int high(int a) { if (a > 5) if (a > 4) return 1; return 0; }

int main(int argc, char **argv)
{
    int r = 0;
    for (int i = 1; i < argc; i++) { int a = atoi(argv[i]); r += clamped(a) + loops(a) + mixed(a) + low(a) + high(a); }
    return r & 1;
}
