// Functions that nothing calls, and some that seem so.
#include "world/world.h"
#include <stdlib.h>

// Nothing calls it.
static void alone_infeasible(int x) {
    pc_label(x > 0);
    pc_label(x <= 0);
}

// Only functions call it that nothing calls, each other too.
static int odd_infeasible(unsigned n);
static int even_infeasible(unsigned n) {
    pc_label(n == 0);
    return n == 0 ? 1 : odd_infeasible(n - 1);
}
static int odd_infeasible(unsigned n) {
    pc_label(n == 1);
    return n == 0 ? 0 : even_infeasible(n - 1);
}

// A size and a type are no calls.
static int measured_infeasible(int x) {
    pc_label(x == 3);
    return x;
}
unsigned long measure(void) {
    __typeof__(measured_infeasible(1)) y = 2;
    return sizeof(measured_infeasible(3)) + sizeof y;
}

static int chosen_not_infeasible(int x) {
    pc_label(x == 4);
    return x;
}
static int chosen_feasible(int x) {
    pc_label(x == 4);
    return x;
}
// run: choose(4); /* chosen_feasible( */
int choose(int x) {
    return _Generic(x, long: chosen_not_infeasible, int: chosen_feasible)(x);
}

// Called in one arm that the compiler may take or not.
static int guessed_feasible(int x) {
    pc_label(x == 5);
    return x;
}
// run: guess(5); /* guessed_feasible( */
int guess(int x) {
    return __builtin_constant_p(x) ? guessed_feasible(x) : guessed_feasible(x + 0);
}

// Called behind a label in code that is jumped over.
static int jumped_feasible(int x) {
    pc_label(x == 6);
    return x;
}
// run: jump(6); /* jumped_feasible( */
int jump(int x) {
    goto in;
    if (0) {
    in:
        return jumped_feasible(x);
    }
    return 0;
}

// Its address stands in a table that is local to a function.
static int listed_feasible(int x) {
    pc_label(x == 7);
    return x;
}
// run: list(7); /* listed_feasible( */
int list(int x) {
    static int (*const table[])(int) = {0, listed_feasible};
    return table[1](x);
}

// The same in memory that is no variable's.
static int nested_feasible(int x) {
    pc_label(x == 8);
    return x;
}
static struct hook {
    int (*call)(int);
} *const hooks = &(struct hook){nested_feasible};
// run: hook(8); /* nested_feasible( */
int hook(int x) { return hooks->call(x); }

// A library function calls it.
static int compared_feasible(const void *a, const void *b) {
    pc_label(*(const int *)a > *(const int *)b);
    return *(const int *)a - *(const int *)b;
}
// run: int v[] = {2, 1}; sort_all(v, 2); /* compared_feasible( */
void sort_all(int *v, int n) { qsort(v, n, sizeof *v, compared_feasible); }

// Declared again without `static`, which changes nothing; called by one that is called.
static int again_feasible(int x);
extern int again_feasible(int x);
int again_feasible(int x) {
    pc_label(x == 9);
    return x;
}
static int between_feasible(int x) {
    pc_label(x == 9);
    return again_feasible(x);
}
// run: outer(9); /* between_feasible( again_feasible( */
int outer(int x) { return between_feasible(x); }

// Others may call it.
// run: external_feasible(1);
void external_feasible(int x) { pc_label(x == 1); }

// asm is given its address.
static __attribute__((noinline)) void named_feasible(void) {
    // no run: it would be called with the stack as it is
    pc_label(1);
}
void by_asm(int x) {
    if (x)
        __asm__ volatile("call %P0" : : "i"(named_feasible) : "memory");
}
