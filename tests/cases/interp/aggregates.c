// Structures, unions, bit-fields and arrays: by value, in initialisers, as results.
int printf(const char *, ...);

struct Packed { char c; short s; long long l; } __attribute__((packed));
struct Bits { unsigned a : 1, b : 7, c : 12; signed d : 13; unsigned long long e : 40; };
struct Big { int x[20]; };
struct Nest { int a; struct { int b, c; } n; int z[3]; };
union Pun { float f; unsigned u; unsigned char bytes[4]; };

static struct Big make(int k) {
    struct Big b;
    for (int i = 0; i < 20; i++) b.x[i] = i * k;
    return b;
}

static int take(struct Big b, int k, struct Packed p) {
    b.x[3] = 100;
    return b.x[3] + b.x[k] + p.s;
}

static int vla(int n) {
    int a[n][n], sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) a[i][j] = i * j;
    for (int i = 0; i < n; i++) sum += a[i][n - 1];
    return sum + (int)sizeof a;
}

static int table[] = {5, 3, [4] = 1};
static int *middle = &table[2];
static const char *names[] = {"x", "yy"};

int main(void) {
    struct Packed p = {1, -2, 3};
    struct Bits b = {1, 100, 4000, -4000, 0xffffffffffULL};
    printf("%d %d %d\n", (int)sizeof p, (int)sizeof b, (int)sizeof(struct Big));
    printf("%d %d %d %d %llu\n", b.a, b.b, b.c, b.d, (unsigned long long)b.e);
    b.c += 100;
    b.d -= 1000;
    int assigned = (b.a = 3);
    printf("%d %d %d\n", b.c, b.d, assigned);
    struct Big big = make(3), copy = big;
    copy.x[7]++;
    printf("%d %d %d %d\n", take(big, 7, p), take(copy, 7, p), take(make(5), 4, p), make(2).x[5]);
    struct Nest nest = {1, {2, 3}, {[1] = 9}};
    printf("%d %d %d\n", nest.n.c, nest.z[1], nest.z[2]);
    int grid[3][2] = {{1, 2}, {3, 4}, {5, 6}}, (*row)[2] = grid + 1;
    printf("%d %d\n", row[1][1], (int)(&grid[2] - &grid[0]));
    union Pun u = {1.5f};
    printf("%08X %d\n", u.u, u.bytes[3]);
    int *literal = (int[]){7, 8, 9};
    printf("%d %d %d %d %s\n", literal[2], vla(7), *middle, middle[2], names[1]);
    return 0;
}
