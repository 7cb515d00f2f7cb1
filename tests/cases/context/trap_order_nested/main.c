// arg: 0..3
// arg: 0..3
/* Calls that are given the values of calls, beside other effects. */
#include <stdio.h>
#include <stdlib.h>

static int state, seen;

static int set(int n) { state = n; return n; }
static int get(int n) { if (state == 1) seen++; if (state == 2) seen++; return n + state; }
static int twice(int a, int b) { if (state > 2) seen++; return a - b; }

int main(int argc, char **argv)
{
    int a = argc > 1 ? atoi(argv[1]) : 0, b = argc > 2 ? atoi(argv[2]) : 0, c;
    get(set(a));
    if (state == a)
        seen++;
    c = twice(state, set(b));
    if (c == 0)
        seen++;
    c = twice(set(a), set(b));
    if (state == a)
        seen++;
    if (state == b)
        seen++;
    c = get(state++ + set(a));
    if (state != a)
        seen++;
    printf("%d %d\n", state, get(b > 1 ? set(1) : a));
    c = get(a && set(b));
    if (c == 0)
        seen++;
    return seen > 100;
}
