// Arrays of several dimensions, subscripts with effects, bounds as decisions.
#include <stdio.h>

static int m[3][4], sorted[8] = {5, -1, 7, 0, 3, 3, -9, 2};
static int at(int i, int j) { return i >= 0 && i < 3 && j >= 0 && j < 4 ? m[i][j] : -1; }
static void life(void) { for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) m[i][j] = (at(i - 1, j) > 0) + (at(i, j + 1) > 1) + (m[i][j] == 1 || i == j); }
static void sort(int *a, int n) { for (int i = 1; i < n; i++) { int v = a[i], j = i; while (j > 0 && a[j - 1] > v) a[j] = a[j - 1], j--; a[j] = v; } }
static int ring[4], head, tail;
static int put(int v) { int next = (head + 1) % 4; if (next == tail) return 0; ring[head] = v; head = next; return 1; }
static int get(int *v) { return head == tail ? 0 : (*v = ring[tail++], tail &= 3, 1); }
static unsigned sieve(unsigned n) { char c[50] = {0}; unsigned k = 0; for (unsigned i = 2; i < n && i < 50; i++) { if (c[i]) continue; k++; for (unsigned j = i * i; j < n && j < 50; j += i) c[j] = 1; } return k; }

int main(void) {
    int a[6] = {0}, i = 0, v = 0;
    a[i++] = 3, a[i] = a[0] + i, i++, ++i, a[i] = a[1]--, a[a[0] % 6]++, a[5] = i[a];
    for (i = 0; i < 6; i++) printf("%d ", a[i]);
    for (i = 0; i < 4; i++) life();
    printf("%d %d %d ", at(2, 2), at(-1, 0), at(1, 3));
    sort(sorted, 8);
    for (i = 0; i < 8; i++) printf("%d ", sorted[i]);
    for (i = 0; i < 9; i++) printf("%d", i % 3 ? put(i) : get(&v) ? v : 9);
    return printf(" %u\n", sieve(40)) < 0;
}
