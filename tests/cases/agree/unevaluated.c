// Decisions where nothing is evaluated, or where only constants may stand.
#include <stdio.h>

#define A 1
#define B 0
enum { X = A && B ? 1 : 2, Y = A || B };
static int calls;
static int f(int x) { calls++; return x; }
struct W { unsigned w : A ? 3 : 4; char pad[A && Y ? 2 : 1]; };
static const int table[] = {[A && B] = 4, [A ? 2 : 1] = B || 7};

static int local(int a, int b) {
    static int keep = A && !B ? 10 : 20;
    enum { Z = X > 1 ? 5 : 6 };
    __typeof__(a ? b : 1L) wide = a && b;
    __typeof__(f(a) && b) narrow = sizeof(a && f(b)) + sizeof(a++ ? f(1) : 2L);
    int g = _Generic(a && f(b), int: a || b, default: f(9));
    int c = __builtin_choose_expr(A, a && b, f(4)) + __builtin_types_compatible_p(int, __typeof__(a || b));
    _Static_assert(A || B, "one");
    char v[a > 3 ? a : 3], w[b && a ? 4 : 2];
    switch (a) { case A ? 1 : 2: keep++; break; case A && B: keep += 2; }
    if (A && a) keep++;
    if (0) keep = 0; else if (sizeof(int) == 4 || f(1)) keep += Z;
    while (1) if (keep++ > 12 || B) break;
    v[0] = w[0] = 1;
    return keep + wide + narrow + g + c + (int)sizeof v * 10 + (int)sizeof w + _Alignof(__typeof__(a && b));
}
int main(void) {
    for (int i = 0; i < 6; i++) printf("%d ", local(i, i & 1));
    printf("%d %d %d %d\n", calls, table[2], (int)sizeof(struct W), (int)sizeof table);
    return 0;
}
