/* Conditions with one or two infeasible outcomes, in the forms that people write. */
#include <stdlib.h>

static int one_line(int a, int b)
{
    int r = 0;
    if (a > 3 && a < 2)                 /* never both */
        r = 1;
    if (a > 3)
        if (a > 1)                      /* always */
            r += 2;
    while (b > 0)
        b--;
    if (b > 0 || a == 7)                /* b is not positive */
        r += 4;
    if (b <= 0 && a > 1)                /* the first is always true */
        r += 8;
    return r;
}

static int several_lines(int a, int b)
{
    int r = 0;
    if (a > 10
        && a < 5
        && b)                           /* evaluated by nobody */
        r = 1;
    if (a > 10 ||
        a < 20 ||
        b)                              /* operators at the ends of lines are left alone */
        r |= 2;
    return r;
}

static int left_alone(int a, unsigned u)
{
    int r = 0;
    if (u < 0)                          /* the compiler has no branch here */
        r = 1;
    if (u > 5) { if (u < 3) r++; }      /* two decisions */
    if (a) switch (a) { case 0: r++; }  /* a switch on the line */
    r += a > 4 && a < 3;                /* no decision */
    for (int i = 0; i < 3 && i >= 0; i++) r += i < 5 ? 1 : 2;
    return r;
}

static int loops(int n)
{
    int r = 0;
    for (int i = 0; i < 4 && i >= 0; i++)
        r += n;
    do {
        r++;
    } while (r < 0 && r > 3);
    return r;
}

static int never_called(int a)
{
    if (a > 3)
        if (a < 2)
            return 1;
    return 0;
}

int main(int argc, char **argv)
{
    int r = 0;
    for (int i = 1; i < argc; i++) {
        int a = atoi(argv[i]);
        r += one_line(a, a - 2) + several_lines(a, a & 1) + left_alone(a, (unsigned)a) + loops(a & 3);
    }
    if (argc > 1000)
        r += never_called(r);
    return r & 1;
}
