// pc_label calls of the source, between labels that are made.
#include <stdio.h>

static int f(int a, int *p) {
    pc_label(a > 3, 10, "MINE");
    if (a && (pc_label(p != 0, 7, "MID"), p)) a += *p;
    pc_label(p && *p > a, 12, "OTHER, \"tag\"");
    for (int i = 0; pc_label(i == 1, 20, "LOOP"), i < 2; i++) if (a > i) pc_label(a == 5, 21, "IN"); else pc_label(1, 22, "ELSE");
    pc_label(a > (p ? *p : 0));
    pc_label((a == 1, a < 2), 30), a += 0;
    if (pc_label(a == 2), a > 1) a--, pc_label( a > 1 ) ;
    return a;
}
static int g(int x) { return pc_label(x == 3 || (x & 1 && x > 3), 40), x; }
int main(void) {
    int k = 2;
    for (int a = 0; a < 6; a++) printf("%d %d ", g(a), f(a, a & 1 ? &k : 0));
    puts("");
    return 0;
}
