// arg: 0..2
// broken: yes
/* Another unit has a function that tamis leaves out: it may call all that has external linkage, and write it. */
#include <stdlib.h>

int odd(int);
int level = 2;
static int own(int x) { return x < 0 ? 1 : 0; }
int seen(int x) { return x == 9 ? 1 : 0; }

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0;
    int r = own(2) + seen(1) + odd(n);
    if (level == 7)
        r++;
    return r;
}
