// VLAs: sizeof with and without effects, parameters, pointers to them, alloca.
#include <stdio.h>
#include <alloca.h>
#include <string.h>

static int sum(int n, int m, int *a_) {
    int s = 0, (*a)[m] = (int (*)[m])a_;
    for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) s += a[i][j] > i ? a[i][j] : -1;
    return s;
}

static int product(int n, int m, const int a[n][m], int (*b)[m + 1], int k) {
    int s = sizeof *a + sizeof *b;
    m = n = 0;
    while (k-- > 0 && a[1][k] < 5) s += a[k & 1][k] * b[k & 1][k + 1];
    return s + (int)(&b[1] - b) + (a + 1 > a);
}

static int sizes(int n) {
    int k = n;
    int a[n + 1][2], (*p)[2] = a;
    typedef char row[n];
    row r;
    n = 100;
    p++;
    memset(a, 0, sizeof a);
    a[1][1] = 4;
    return (int)(sizeof a + 10 * sizeof(row) + 100 * sizeof r) + (int)sizeof(char[k++]) + k + (*p)[1] + (int)(p - a);
}

static int guarded(int n, int k) {
    if (k && sizeof(int[n / k]) > 8 && n > 3) return 1;
    while (n > 0 && (sizeof(char[n--]) > 2 || k-- > 0)) ;
    return n * 10 + k + (n < 1 ? (int)sizeof(char[1 - n]) : 0);
}

static int tail(int n) {
    int total = 0;
    for (int i = 1; i <= n; i++) {
        char buffer[i * 2];
        if (sizeof buffer > 4 && i != 5) continue;
        buffer[i] = i;
        total += buffer[i] + sizeof(buffer);
    }
    return total;
}

static int stack(int n) {
    int *a = alloca(n * sizeof *a), s = 0;
    for (int i = 0; i < n; i++) a[i] = i * i;
    while (n-- && s < 50) s += a[n];
    char *c = __builtin_alloca(4);
    c[0] = s;
    return c[0] == s ? s : -1;
}

int main(void) {
    int a[2][3] = {{1, 0, 3}, {4, 1, 6}};
    int r = sum(2, 3, *a);
    printf("%d %d %d %d %d %d\n", r, sizes(1), sizes(4), tail(7), stack(3), stack(9));
    int b[2][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
    printf("%d ", product(2, 3, a, b, 3));
    printf("%d %d %d\n", guarded(7, 2), guarded(2, 0), guarded(4, 4));
    return 0;
}
