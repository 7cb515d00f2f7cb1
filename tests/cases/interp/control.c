// Loops, switches, gotos, short circuits, calls through pointers, recursion.
int printf(const char *, ...);

typedef int (*operation)(int, int);
static int add(int a, int b) { return a + b; }
static int mul(int a, int b) { return a * b; }
static const operation operations[] = {add, mul};

static int chosen(int x) {
    switch (x) {
    case 1 ... 5: return 10;
    case -3: return 20;
    case 100: x++;
    default: return x;
    }
}

static int step(int *p) { return (*p)++; }
static int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

static int threaded(const char *code) {
    static void *labels[] = {&&stop, &&up, &&twice};
    int value = 1;
    goto *labels[*code++ - '0'];
up: value++; goto *labels[*code++ - '0'];
twice: value *= 2; goto *labels[*code++ - '0'];
stop: return value;
}

static int counter(void) { static int calls; return ++calls; }

int main(void) {
    printf("%d %d %d\n", operations[0](3, 4), operations[1](3, 4), factorial(10));
    printf("%d %d %d %d\n", chosen(3), chosen(-3), chosen(100), chosen(7));
    int i = 0, r = step(&i) && step(&i) || step(&i);
    printf("%d %d\n", r, i);
    for (i = 0;; i++) {
        if (i == 3) continue;
        if (i > 5) break;
        printf("%d", i);
    }
    do i--; while (i > 2 && i != 4);
    printf(" %d %d\n", i, threaded("12210"));
    int statement = ({ int z = 3; z * 2; });
    printf("%d %d %d\n", statement, statement ?: 9, (counter(), counter(), counter()));
    volatile int v = 3;
    v = v * 2;
    printf("%d\n", v + v);
    return 300;
}
