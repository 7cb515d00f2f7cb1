// arg: none -1 0..4
/* Members that are written as parts of the whole: copies, unions, bit-fields, casts, offsets. */
#include <stdlib.h>
#include <string.h>

struct point { int x, y; };
static struct point points[3] = {{1, 1}, {2, 2}, {3, 3}};
static struct point spare = {8, 9};
static union { int whole; unsigned char bytes[4]; } mixed;
static struct { unsigned a : 3, b : 5; int c; } bits = {1, 2, 3};
static int matrix[2][2] = {{1, 1}, {1, 1}};

static void change(int n)
{
    if (n == 0)
        points[1] = spare;
    if (n == 1)
        mixed.bytes[1] = 1;
    if (n == 2)
        bits.b = 31;
    if (n == 3)
        matrix[n - 2][n - 3] = 7;
    if (n == 4)
        points[n - 2] = (struct point){-1, -1};
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0, r = 0;
    change(n);
    if (points[1].x > 3)
        r = 1;
    if (mixed.whole > 255)
        r = 2;
    if (bits.b > 20 || bits.a > 1)
        r = 3;
    if (matrix[1][0] > 1)
        r = 4;
    if (points[2].y < 0)
        r = 5;
    return r;
}
