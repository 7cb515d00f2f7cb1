// Null guards, lists, differences and comparisons of pointers, pointers to pointers, flexible arrays.
#include <stdio.h>
#include <stdlib.h>

struct Node { int x; struct Node *next; struct Inner { int *p; } in; };
struct Flex { int n; short data[]; };

static int guard(const struct Node *p) {
    if (p && p->x > 3 && p->next && p->next->x < p->x) return 1;
    if (!p || p->in.p == NULL || *p->in.p != p->x) return 2;
    return p->in.p[0] / (p->x ? p->x : 1) ? 3 : 4;
}
static int length(const struct Node *p) { int n = 0; for (; p && n < 10; p = p->next) n++; return n; }
static void push(struct Node **head, struct Node *n) { struct Node **q = head; while (*q && (*q)->x < n->x) q = &(*q)->next; n->next = *q, *q = n; }
static long span(const int *a, const int *b) { return a == b ? 0 : a < b ? b - a : -(a - b); }
static int search(const int *a, int n, int k) {
    const int *lo = a, *hi = a + n;
    while (lo < hi) { const int *m = lo + (hi - lo) / 2; if (*m == k) return m - a; if (*m < k) lo = m + 1; else hi = m; }
    return -1;
}
static int flex(int n) {
    struct Flex *f = malloc(sizeof *f + n * sizeof f->data[0]);
    int s = 0;
    if (!f) return -1;
    f->n = n;
    for (int i = 0; i < f->n; i++) f->data[i] = i * 3 % 4;
    for (short *p = f->data; p - f->data < f->n; p++) s += *p > 1 || p == f->data ? *p : -1;
    free(f);
    return s;
}
int main(void) {
    int five = 5, a[] = {1, 3, 5, 7, 9};
    struct Node c = {9}, b = {5, &c, {&five}}, n = {2, &b, {&five}}, z = {0, 0, {a}}, *head = 0;
    printf("%d%d%d%d%d %d ", guard(0), guard(&b), guard(&c), guard(&n), guard(&z), length(&n));
    push(&head, &b), push(&head, &n), push(&head, &c);
    b.next = &z;
    printf("%d %d %d ", length(head), guard(&b), head == &n && head->next != 0);
    printf("%ld %ld %d %d %d ", span(a, a + 3), span(&a[4], a), search(a, 5, 7), search(a, 5, 4), flex(6));
    int **pp = (int *[]){a, a + 2, 0}, m[2][3] = {{1, 2, 3}, {4, 5, 6}}, (*row)[3] = m;
    while (*pp && **pp < 5) pp++;
    printf("%d %d %d %d\n", **pp, (*++row)[1], *(*m + 4 - 2), (char *)&m[1] - (char *)m == 12);
    void *v = &five;
    return *(int *)v + (v != 0) + 2[a];
}
