// Compound literals, designated and nested initialisers, with effects and decisions in them.
#include <stdio.h>

struct In { short a; char b[3]; };
struct Out { int x; struct In in[2]; union { int i; float f; } u; int *p; };
static int global = 5;
static struct Out table[] = {[1] = {.x = 2, .in[1].b = {1, 2}, .u.f = 1.5f, .p = &global}, {.in = {{7}, {8, "ab"}}}};
static const char *words[] = {[2] = "two", "three", [0] = "zero"};
static char chars[] = "array", exact[3] = "abc";
static int grid[][2] = {{1}, {[1] = 4}, 5, 6};
static int n;
static int up(void) { return ++n; }

static int local(int a) {
    struct Out o = {.x = a > 0 ? up() : -up(), .in = {[1] = {.a = a && up(), .b = {up(), a || up()}}}, .p = &a};
    int list[] = {up(), a, [4] = up(), 7}, s = 0;
    for (unsigned i = 0; i < sizeof list / sizeof *list; i++) s = s * 2 + list[i];
    return o.x + o.in[1].a * 10 + o.in[1].b[0] + o.in[1].b[1] + *o.p + s + o.u.i;
}

static int total(const int *p, int k) { int s = 0; while (k--) s += *p++; return s; }
static int area(struct In in) { return in.a * in.b[1]; }
static struct In *literal(int k) { return &(struct In){k, {1, k > 2, 3}}; }

int main(void) {
    for (int i = 0; i < 3; i++) printf("%d %d %d %s ", table[i].x, table[i].in[1].b[1], table[i].p != 0, words[i] ? words[i] : "-");
    printf("%d %d %d %d\n", (int)sizeof table, (int)sizeof chars, exact[2], grid[2][0] + grid[1][1]);
    for (int a = -1; a < 3; a++) printf("%d ", local(a));
    printf("%d %d\n", total((int[]){1, n > 3 ? 2 : 3, up()}, 3), area((struct In){.a = n, .b = {[1] = 2}}));
    struct In copy = *(n > 0 ? &(struct In){1, {2, 3, 4}} : &(struct In){5}), z = {0}, e = {};
    int scalar = {3}, *p = (int[2]){[1] = scalar};
    printf("%d %d %d %d %d\n", copy.b[2], z.a + e.b[1], p[0], p[1], literal != 0);
    return 0;
}
