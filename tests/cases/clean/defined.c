// What holds because nothing undefined was executed before, and what does not.
#include "world/world.h"

struct node {
    struct node *next;
    int value;
    int list[3];
};

int read_before_infeasible(struct node *p) {
    int x = p->value;
    pc_label(!p);
    return x;
}
void written_before_infeasible(int *p, int v) {
    *p = v;
    if (p == 0)
        pc_label(1);
}
int element_before_infeasible(const int *p, int i) {
    int x = p[i];
    pc_label(p == 0);
    return x;
}
int called_before_infeasible(int (*f)(int)) {
    f(1);
    pc_label(f == 0);
    return 0;
}
int member_before_infeasible(struct node *p) {
    int x = p->next->value;
    pc_label(p->next == 0);
    pc_label(!p);
    return x;
}
void copied_before_infeasible(struct node *p, const struct node *q) {
    *p = *q;
    pc_label(!p);
    pc_label(!q);
}
int divided_before_infeasible(int x, int y) {
    int q = x / y;
    pc_label(y == 0);
    return q;
}
unsigned rest_before_infeasible(unsigned x, unsigned char y) {
    unsigned q = x % y;
    pc_label(y == 0);
    pc_label(y < 1);
    return q;
}
int sum_before_infeasible(int x, int y) {
    int q = x / (y + 3);
    pc_label(y == -3);
    return q;
}
int shifted_before_infeasible(int x, int n) {
    int q = x >> n;
    pc_label(n < 0);
    pc_label(n >= 32);
    pc_label(n > 31);
    pc_label(n == 40);
    pc_label(n == -1);
    return q;
}
unsigned long shifted_far_infeasible(unsigned long x, unsigned char n) {
    unsigned long q = x << n;
    pc_label(n >= 64);
    pc_label(n == 200);
    return q;
}
int both_ways_infeasible(int *p, int c) {
    int x;
    if (c)
        x = *p + 1;
    else
        x = *p - 1;
    pc_label(!p);
    return x;
}
int in_a_loop_infeasible(const int *p, int n) {
    int sum = *p;
    for (int i = 0; i < n; i++) {
        pc_label(!p);
        sum += p[i];
    }
    pc_label(!p);
    return sum;
}
int by_the_condition_infeasible(const struct node *p) {
    if (p->value > 3)
        pc_label(!p);
    else
        pc_label(p == 0);
    return 0;
}
static int value_of(const struct node *p) { return p->value; }
int by_the_callee_infeasible(const struct node *p) {
    int x = value_of(p);
    pc_label(!p);
    return x;
}
int first_operand_infeasible(int *p, int c) {
    int x = *p && c;
    pc_label(!p);
    return x;
}
int chosen_first_infeasible(int *p, int c) {
    int x = *p ? c : 2;
    pc_label(!p);
    return x;
}
int read_as_volatile_infeasible(volatile int *p) {
    int x = *p;
    pc_label(!p);
    return x;
}

// Before the access.
// run: if (0) read_after_feasible(0); struct node n = {0}; read_after_feasible(&n); read_never_feasible(0);
int read_after_feasible(struct node *p) {
    pc_label(p != 0);
    return p->value;
}
int read_never_feasible(struct node *p) {
    pc_label(!p);
    if (!p)
        return 1;
    return p->value;
}
// Addresses and sizes are no accesses.
// run: address_feasible(0);
int *address_feasible(struct node *p) {
    int *q = &p->value;
    pc_label(!p);
    return q;
}
// run: first_address_feasible(0);
struct node **first_address_feasible(struct node *p) {
    struct node **q = &p->next;
    pc_label(!p);
    return q;
}
// run: size_feasible(0);
unsigned long size_feasible(struct node *p) {
    unsigned long n = sizeof(p->value) + sizeof *p + _Alignof(__typeof__(p->list));
    pc_label(!p);
    return n;
}
// run: address_of_access_feasible(0);
int *address_of_access_feasible(int *p) {
    int *q = &*p;
    pc_label(!p);
    return q;
}
// An array that is no access: its address is.
// run: decay_feasible(0);
int *decay_feasible(struct node *p) {
    int *q = p->list;
    pc_label(!p);
    return q;
}
// run: nothing_to_copy_feasible(0);
struct empty {};
void nothing_to_copy_feasible(struct empty *p) {
    struct empty e = {};
    *p = e;
    pc_label(!p);
}
// Under a condition.
// run: second_operand_feasible(0, 0);
int second_operand_feasible(int *p, int c) {
    int x = c && *p;
    pc_label(!p);
    return x;
}
// run: other_operand_feasible(0, 1);
int other_operand_feasible(int *p, int c) {
    int x = c || *p;
    pc_label(!p);
    return x;
}
// run: chosen_feasible(0, 1);
int chosen_feasible(int *p, int c) {
    int x = c ? 3 : *p;
    pc_label(!p);
    return x;
}
// run: one_way_feasible(0, 0);
int one_way_feasible(int *p, int c) {
    int x = 0;
    if (c)
        x = *p;
    pc_label(!p);
    return x;
}
// run: skipped_loop_feasible(0, 0);
int skipped_loop_feasible(const int *p, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += p[i];
    pc_label(!p);
    return sum;
}
// run: guarded_divisor_feasible(1, 0);
int guarded_divisor_feasible(int x, int y) {
    int q = y ? x / y : 0;
    pc_label(y == 0);
    return q;
}
// run: guarded_amount_feasible(1, 33);
int guarded_amount_feasible(int x, int n) {
    int q = n < 32 && n >= 0 ? x << n : 0;
    pc_label(n >= 32);
    return q;
}
// Another value since.
// run: struct node n = {0}; moved_feasible(&n);
int moved_feasible(struct node *p) {
    int x = p->value;
    p = p->next;
    pc_label(!p);
    return x;
}
// run: int y = 5; changed_divisor_feasible(10, &y);
int changed_divisor_feasible(int x, int *y) {
    int q = x / *y;
    *y = 0;
    pc_label(*y == 0);
    return q;
}
// Wider than the amount.
// run: last_amounts_feasible(1, 31); last_amounts_feasible(1, 0);
int last_amounts_feasible(int x, int n) {
    int q = x >> n;
    pc_label(n == 31);
    pc_label(n > 30);
    pc_label(n < 1);
    return q;
}
// run: wide_amounts_feasible(1, 63);
long wide_amounts_feasible(long x, int n) {
    long q = x >> n;
    pc_label(n == 63);
    pc_label(n >= 32);
    return q;
}
// Division of floating-point numbers is defined.
// run: float_divisor_feasible(1.0, 0.0);
double float_divisor_feasible(double x, double y) {
    double q = x / y;
    pc_label(y == 0);
    return q;
}
// The order of operands is open: what stands first may come last.
static int seen(int *p) {
    return p == 0;
}
void order_feasible(int *p, int *sum) {
    // no run: what is undefined comes last at most
    *sum = *p + (seen(p) ? (pc_label(!p), 1) : 0);
}
// run: int y = 3; in_statement_feasible(&y, 0); in_statement_feasible(0, 1);
int in_statement_feasible(int *p, int c) {
    return (c ? 0 : *p) + ({ pc_label(!p); 2; });
}
// Loops forget.
// run: struct node n = {0}; to_the_end_feasible(&n);
int to_the_end_feasible(struct node *p) {
    int sum = p->value;
    while (p) {
        sum += p->value;
        p = p->next;
    }
    pc_label(!p);
    return sum;
}
