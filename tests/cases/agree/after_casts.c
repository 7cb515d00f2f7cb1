/* Operators after a cast are binary ones: what is put beside them needs parentheses. */
#include <stdio.h>

static int masks(unsigned long u, int v, long w) { return ((int)u & v) > w; }
static long sums(short s, int v, long w) { return ((long)s + v) * w; }
static int differences(unsigned char c, int v, int w) { return ((int)c - v) / (w | 1) < ((int)c * v) % (w | 1); }
static int counted(char *p, int v) { return ((int)*p++ & v) == 1 && ((int)p[0] - v) * 2 > 2; }

int main(void) {
    char text[] = "\001\002\003";
    for (int i = -3; i < 4; i++)
        for (int k = -3; k < 4; k++)
            printf("%d %ld %d %d\n", masks(i, k, i - k), sums(i, k, 3), differences(i, k, i), counted(text, k));
    return 0;
}
