// Recursion with temporaries that live across calls, in arguments and decisions.
#include <stdio.h>

static int depth, deepest;
static int ack(int m, int n) { return !m ? n + 1 : !n ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); }
static int fib(int n) { if (++depth > deepest) deepest = depth; int r = n < 2 ? n : fib(n - 1) + fib(n - 2); depth--; return r; }
static int even(int n);
static int odd(int n) { return n != 0 && even(n - 1); }
static int even(int n) { return n == 0 || odd(n - 1); }
static int hanoi(int n, int a, int b) { int c = 6 - a - b; return n == 0 ? 0 : hanoi(n - 1, a, c) + 1 + hanoi(n - 1, c, b); }
struct Tree { struct Tree *l, *r; int k; };
static struct Tree pool[16]; static int used;
static struct Tree *insert(struct Tree *t, int k) {
    if (!t) { t = &pool[used++]; t->k = k; return t; }
    if (k < t->k) t->l = insert(t->l, k); else if (k > t->k) t->r = insert(t->r, k);
    return t;
}
static int height(const struct Tree *t) { if (!t) return 0; int l = height(t->l), r = height(t->r); return 1 + (l > r ? l : r); }
static int sum(const struct Tree *t, int lo, int hi) { return t ? (t->k >= lo && t->k <= hi ? t->k : 0) + sum(t->l, lo, hi) + sum(t->r, lo, hi) : 0; }
static int gcd(int a, int b) { return b ? gcd(b, a % b) : a < 0 ? -a : a; }

int main(void) {
    struct Tree *t = 0;
    int ks[] = {5, 2, 8, 1, 9, 3, 5, 7};
    for (int i = 0; i < 8; i++) t = insert(t, ks[i]);
    printf("%d %d %d %d%d ", ack(2, 2), fib(8), deepest, even(7), odd(7));
    printf("%d %d %d %d\n", hanoi(4, 1, 3), height(t), sum(t, 2, 8), gcd(-84, 36));
    return 0;
}
