/* Decisions with side effects, macros, and negations. */
#include <stdlib.h>

#define BOTH(x, y) ((x) && (y))
#define CHECK(x) do { if (x) count++; } while (0)

static int count, next_value;
static int next(void) { return next_value--; }

static int effects(int a)
{
    int c, r = 0;
    next_value = a & 7;
    while ((c = next()) > 0 && c < 100)     /* c is below 8 */
        r += c;
    if (!(c > 0) && !a)
        r++;
    if (BOTH(a > 5, a < 4))
        r--;
    CHECK(a > 2 && a < 1);
    if (!(a > 2) || !(a < 1))
        r += 3;
    return r;
}

int main(int argc, char **argv)
{
    int r = 0;
    for (int i = 1; i < argc; i++)
        r += effects(atoi(argv[i]));
    return (r + count) & 1;
}
