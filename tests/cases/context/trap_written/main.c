// arg: none -1 0..5
/* Globals that are written through pointers, by memset, by scanf, in a callee of a callee. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_pointer, by_memset = 3, by_scan, by_zero[4] = {1, 1, 1, 1}, deep = 2;
static struct pair { int a, b; } pair = {1, 1}, other = {5, 6};

static void set(int *p, int v) { *p = v; }
static void inner(int v) { deep = v; }
static void outer(int v) { inner(v + 1); }

static int check(void)
{
    int r = 0;
    if (by_pointer > 3)
        r |= 1;
    if (by_memset != 3)
        r |= 2;
    if (by_scan > 40)
        r |= 4;
    if (by_zero[2] == 0)
        r |= 8;
    if (deep > 2)
        r |= 16;
    if (pair.a == 5 || pair.b == 6)
        r |= 32;
    return r;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0;
    if (n == 0)
        set(&by_pointer, 9);
    if (n == 1)
        memset(&by_memset, 0, sizeof by_memset);
    if (n == 2)
        sscanf("42", "%d", &by_scan);
    if (n == 3)
        memset(by_zero, 0, sizeof by_zero);
    if (n == 4)
        outer(5);
    if (n == 5)
        pair = other;
    return check();
}
