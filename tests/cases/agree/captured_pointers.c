// Captured values of every pointer type: to constants, functions, arrays, VLAs, nothing; designators as conditions.
#include <stdio.h>
#include <stdlib.h>

struct N { struct N *next; int v; char name[4]; };
static struct N c = {0, 3, "c"}, b = {&c, 2, ""}, a = {&b, 1, "a"}, *cursor;
static int twice(int x) { return 2 * x; }
static int (*get(int k))(int) { return k > 1 ? twice : 0; }
static struct N *advance(void) { return cursor ? cursor = cursor->next : 0; }
static const char *const names[] = {"x", "", 0};
static int at;
static const char *name(void) { return names[at++]; }
static void *any(int k) { return k ? &a : 0; }
static int grid[3][4] = {{1}, {2}, {3}};
static int (*row(int k))[4] { return k < 3 ? &grid[k] : 0; }

static int vlas(int n, int *flat, int count) {
    int (*p)[n] = (int (*)[n])flat, (*end)[n] = p + count, (*q)[n], s = 0, turns = 0;
    while ((q = p++) && q < end && turns++ < 10) s = s * 3 + (*q)[n - 1];
    if ((p -= 3) && p++ && (*p)[0] > 1) s++;
    return s + turns + (p == end);
}
static int designators(struct N *p) {
    int n = 0, local[2] = {0};
    if (twice && p->name && local) n++;
    if ("text" && *p->name || grid) n += 2;
    return n + (&p->v && p->v ? 4 : 0) + !!local + !twice;
}
int main(void) {
    int (*fp)(int), (*r)[4], n = 0;
    void *v;
    const char *s;
    struct N *volatile vp = &a;
    for (int k = 0; k < 4; k++) if ((fp = get(k)) != 0 && fp(k) > 4) n += (fp = get(k))(k); else if (!(v = any(k)) || v == &b) n++;
    for (cursor = &a; cursor && (n += cursor->v) && advance();) if (cursor->next && cursor->next->v > 2) n += 10;
    while ((s = name()) && (*s || at < 2)) n += *s == 'x';
    for (int k = 0; (r = row(k)) && (*r)[0]; k++) n += (*r)[0];
    if (vp && vp->next && (vp = vp->next)->v == 2) n++;
    struct { int k; } *anon = malloc(sizeof *anon), *other;
    if ((other = anon) && (other->k = n) > 5) n++;
    free(anon);
    char buffer[] = "a,b;", *w = buffer, ch;
    do if (*w == ',' || *w == ';') *w = '.'; while ((ch = *++w) != 0 && w < buffer + 9);
    int flat[] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    int designated = designators(&a) * 100 + designators(&b);
    return printf("%d %s %d %d %d\n", n, buffer, vlas(3, flat, 3), vlas(2, flat, 4), designated) < 0;
}
