// arg: none -1 0..4
/* Globals and functions of several units: one has internal names that another has too. */
#include <stdlib.h>

extern int shared;
int add(int);
static int count = 2;
static int helper(int x) { return x > 2 ? 1 : 0; }

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0;
    int r = helper(1);
    for (int i = 0; i < n; i++)
        r += add(i);
    if (shared > 2)
        r++;
    if (shared < 0)
        r = 0;
    if (count != 2)
        return 90;
    return r;
}
