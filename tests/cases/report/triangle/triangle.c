/* The kind of a triangle by the lengths of its sides: triangle A B C */
#include <stdio.h>
#include <stdlib.h>

enum kind { NONE, SCALENE, ISOSCELES, EQUILATERAL };

enum kind triangle(int a, int b, int c)
{
    if (a <= 0 || b <= 0 || c <= 0)
        return NONE;
    /* In long long, so that the sum of two sides does not overflow. */
    if ((long long)a + b <= c || (long long)a + c <= b || (long long)b + c <= a)
        return NONE;
    if (a == b && b == c)
        return EQUILATERAL;
    /* The condition a == c && b == c cannot hold here. */
    if (a == b || b == c || a == c)
        return ISOSCELES;
    return SCALENE;
}

int main(int argc, char **argv)
{
    static const char *const names[] = { "none", "scalene", "isosceles", "equilateral" };

    if (argc != 4) {
        fprintf(stderr, "usage: triangle A B C\n");
        return 2;
    }
    puts(names[triangle(atoi(argv[1]), atoi(argv[2]), atoi(argv[3]))]);
    return 0;
}
