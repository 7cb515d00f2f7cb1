// pc_label calls of the source, between labels that are made.
#include <stdio.h>

static int f(int a, int *p) {
    pc_label(a > 3, 10, "MINE");
    if (a && (pc_label(p != 0, 7, "MID"), p)) a += *p;
    pc_label(p && *p > a, 12, "OTHER, \"tag\"");
    for (int i = 0; pc_label(i == 1, 20, "LOOP"), i < 2; i++) if (a > i) pc_label(a == 5, 21, "IN"); else pc_label(1, 22, "ELSE");
    return a;
}
int main(void) {
    int k = 2;
    for (int a = 0; a < 6; a++) printf("%d ", f(a, a & 1 ? &k : 0));
    puts("");
    return 0;
}
