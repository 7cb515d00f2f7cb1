/* What stands before a comma in an operand that is not evaluated: no label of it is looked at. */
#include <stdio.h>

static int g = 1, h = 2;
static int same(int a, int b) { return a + b; }
static int skipped(int x) { return same(same(g, 1), (7 || (((g <= h), g) == x))) + same(x, 2); }
static int maybe(int x) { return same(same(x, 1), (x || (((g <= h), h) == x))) + (x ? ((x > h), 3) : ((g < x), 4)); }

int main(void) {
    for (int i = -2; i < 4; i++)
        printf("%d %d\n", skipped(i), maybe(i));
    return 0;
}
