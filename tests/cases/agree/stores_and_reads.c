// Stores that change what their own address or value reads: the value is the stored one.
#include <stdio.h>

struct B { unsigned a : 3, k : 20; int w : 9; } t[4] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {1, 1, 1}};
struct S { int i, j; } s[3] = {{1, 10}, {2, 20}, {0, 30}}, other = {2, 99};
static int idx[4] = {1, 2, 3, 0};

int main(void) {
    int x = (t[t[0].k].k = 1), y = (t[0].k = t[0].k * 3 + t[0].a);
    t[t->k % 3].k = 70000, t[0].k += 65537, t[0].k = t[0].k * 1021;
    printf("%d %d %d %d %d ", x, y, t[0].k, t[1].k, t[2].k);
    x = (t[0].w += 300), y = t[1].w-- > 5 && ++t[1].k > 70000;
    printf("%d %d ", x, y);
    x = (s[s[0].i] = other).j, y = (s[s[0].i] = s[2]).i;
    s[0] = other, x += (s[s[0].i] = s[0]).j;
    printf("%d %d %d %d ", x, y, s[1].j, s[2].j);
    x = idx[idx[0]] = 0, y = idx[idx[2]]++;
    int *p = idx;
    *p = (int)(p - idx) + 3, x += (idx[*p] += 5);
    return printf("%d %d %d %d\n", x, y, idx[0], idx[3]) < 0;
}
