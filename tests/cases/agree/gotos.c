// goto into and out of loops and blocks, computed goto, labels before declarations and ends.
#include <stdio.h>

static int into(int n) {
    int i = n, sum = 0;
    if (n > 3) goto middle;
    for (i = 0; i < 5; i++) {
        sum += i;
    middle:
        sum += 10;
        if (sum > 45) goto out;
    }
out:
    return sum;
}

static int retry(int n) {
    int tries = 0;
again: tries++;
    { if (n-- > 2 && tries < 5) goto again; else if (n & 1) goto end; }
    tries *= 10;
end:;
    return tries;
}

static int branches(int a) {
    int r = 0;
    if (a == 1) goto in; else if (a == 2) goto in_else;
    if (a > 5) { r = 1; in: r += 2; } else { r = 5; in_else: r += 7; }
    while (r < 20) { r += a + 3; if (r == 13) goto after; }
    r++;
after: return r;
}

static int machine(const char *code) {
    static const void *const jump[] = {&&halt, &&push, &&add, &&skip};
    int value = 0, steps = 0;
    const void *where;
next:
    if (steps++ > 20) return -1;
    where = jump[*code++ & 3];
    goto *where;
push: value = value * 2 + 1; goto next;
add: value += *code++ - '0'; goto *jump[*code++ & 3];
skip: code += value & 1 ? 1 : 0; goto next;
halt: return value;
}

static int scan(int m[3][3], int want) {
    int i, j;
    for (i = 0; i < 3; i++) for (j = 0; j < 3; j++) if (m[i][j] == want) goto found;
    return -1;
found: return i * 3 + j;
}

int main(void) {
    int m[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    for (int n = 0; n < 7; n++) printf("%d %d %d %d\n", into(n), retry(n), branches(n), scan(m, n * 2));
    printf("%d %d\n", machine("113120"), machine("1231313130"));
    return 0;
}
