/* What other units, the linker and the layout of memory may do: weak symbols, aliases, neighbours. */
#include "world/world.h"

extern int maybe_absent __attribute__((weak));
extern void maybe_missing(void) __attribute__((weak));
__attribute__((weak)) int level(void) { return 1; }
const int preset __attribute__((weak)) = 3;
int target;
extern int other_name __attribute__((alias("target")));
static int static_name __attribute__((alias("target")));
const int tentative;
static const char named[] = "named";
int left[2], right[2];
extern int elsewhere[];
static _Atomic int ticks;
int *tick_cell(void) { return (int *)&ticks; }
static int first(void) { return 1; }
static int second(void) { return 2; }
// world: int elsewhere[3];

void strong_symbol_is_absent_infeasible(void) {
    int *p = &target;
    pc_label(p == 0);
}
void FN_two_functions_are_one_infeasible(void) {
    int (*f)(void) = first, (*g)(void) = second;
    pc_label(f == g);
}
void distance_in_an_array_infeasible(unsigned i) {
    int *p = left + (i & 1);
    pc_label(p - left > 1);
    pc_label(p == left + 2);
}

void weak_object_is_absent_feasible(void) {
    // run: weak_object_is_absent_feasible()
    int *p = &maybe_absent;
    pc_label(p == 0);
}
void weak_function_is_absent_feasible(void) {
    // run: weak_function_is_absent_feasible()
    pc_label(maybe_missing == 0);
}
void weak_function_is_replaced_feasible(void) {
    // no run: another unit has to define it
    int v = level();
    pc_label(v != 1);
}
void weak_constant_is_replaced_feasible(void) {
    // no run: another unit has to define it
    pc_label(preset != 3);
}
void tentative_constant_is_another_files_feasible(void) {
    // no run: another unit has to define it, with -fcommon
    pc_label(tentative != 0);
}
void static_alias_is_the_object_feasible(void) {
    // run: static_alias_is_the_object_feasible()
    int *p = &target, *q = &static_name;
    pc_label(p == q);
}
void static_alias_changes_the_object_feasible(void) {
    // run: static_alias_changes_the_object_feasible()
    target = 1;
    static_name = 2;
    pc_label(target == 2);
}
void alias_changes_the_object_feasible(void) {
    // run: alias_changes_the_object_feasible()
    target = 1;
    other_name = 2;
    pc_label(target == 2);
}
void end_of_one_is_the_start_of_another_feasible(void) {
    // run: end_of_one_is_the_start_of_another_feasible()
    int *end = left + 2, *end2 = right + 2;
    pc_label(end == right || end2 == left);
}
void end_of_a_local_is_another_feasible(void) {
    // run: end_of_a_local_is_another_feasible()
    int a[2] = { 1, 2 }, b[2] = { 3, 4 };
    int *end = a + 2, *end2 = b + 2;
    pc_label(end == b || end2 == a);
    given(a);
    given(b);
}
void two_literals_are_one_feasible(void) {
    // run: two_literals_are_one_feasible()
    const char *p = "same", *q = "same";
    pc_label(p == q);
}
void tail_of_a_literal_is_another_feasible(void) {
    // no run: the linker merges tails
    const char *p = "long tail", *q = "tail";
    pc_label(p + 5 == q);
}
void literal_is_a_named_constant_feasible(void) {
    // no run: with -fmerge-all-constants
    const char *p = "named", *q = named;
    pc_label(p == q);
}
void literal_is_a_variable_infeasible(void) {
    const char *p = "named", *q = (const char *)left;
    pc_label(p == q);
}
void parameter_is_a_literal_feasible(const char *p) {
    // run: parameter_is_a_literal_feasible("abc")
    const char *q = "abc";
    pc_label(p == q);
}
void odd_address_feasible(char *p) {
    // run: static char v[2] __attribute__((aligned(2))); odd_address_feasible(v + 1)
    pc_label((unsigned long)p & 1);
}
void addresses_in_either_order_feasible(void) {
    // run: addresses_in_either_order_feasible()
    char *l = (char *)left, *r = (char *)right;
    pc_label((unsigned long)l < (unsigned long)r || (unsigned long)r < (unsigned long)l);
}
void atomic_read_twice_feasible(void) {
    // no run: another thread has to write it
    int a = ticks, b = ticks;
    pc_label(a != b);
}
void incomplete_array_feasible(unsigned i) {
    // run: elsewhere[2] = 7; incomplete_array_feasible(2)
    pc_label(i < 3 && elsewhere[i] == 7);
}
void pointer_to_an_extern_array_feasible(int *p) {
    // run: pointer_to_an_extern_array_feasible(elsewhere + 1)
    elsewhere[1] = 1;
    *p = 2;
    pc_label(elsewhere[1] == 2);
}
void integer_becomes_a_pointer_feasible(unsigned long address) {
    // run: integer_becomes_a_pointer_feasible((unsigned long)&target)
    target = 1;
    if (address == (unsigned long)&target)
        *(int *)address = 2;
    pc_label(target == 2);
}
void integer_becomes_a_pointer_to_a_local_feasible(void) {
    // run: taking = nines; integer_becomes_a_pointer_to_a_local_feasible()
    int x = 1;
    unsigned long address = (unsigned long)&x;
    given((void *)address);
    pc_label(x == 9);
}
void pointer_made_of_bytes_feasible(void) {
    // run: pointer_made_of_bytes_feasible()
    int x = 1, *p = &x, *q;
    unsigned char *from = (unsigned char *)&p, *to = (unsigned char *)&q;
    for (unsigned i = 0; i < sizeof p; i++)
        to[i] = from[i];
    *q = 2;
    pc_label(x == 2);
}
void difference_brings_back_feasible(int *p) {
    // run: int v; difference_brings_back_feasible(&v)
    unsigned long a = (unsigned long)p ^ 0x5a5a, b;
    *p = 1;
    b = a ^ 0x5a5a;
    *(int *)b = 2;
    pc_label(*p == 2);
}

void objects_of_two_blocks_share_memory_feasible(void) {
    // no run: without optimisation they do not
    unsigned long a, b;
    {
        int x;
        given(&x);
        a = (unsigned long)&x;
    }
    {
        int y;
        given(&y);
        b = (unsigned long)&y;
    }
    pc_label(a == b);
}
void literals_of_two_statements_share_memory_feasible(int c) {
    // no run: without optimisation they do not
    unsigned long a = 0, b = 1;
    if (c)
        given(&(int){ 1 }), a = (unsigned long)&(int){ 1 };
    if (c)
        given(&(int){ 2 }), b = (unsigned long)&(int){ 2 };
    pc_label(a == b);
}
void object_of_an_inner_block_is_apart_infeasible(void) {
    int x;
    unsigned long a = (unsigned long)&x, b;
    given(&x);
    {
        int y;
        given(&y);
        b = (unsigned long)&y;
    }
    pc_label(a == b);
}

void FN_alias_read_duplicate(void) {
    pc_label(target == 4);
    right[0] = 1;
    pc_label(other_name == 4);
}
void alias_changes_between_distinct(void) {
    // run: target = 4; alias_changes_between_distinct()
    // run: target = 3; alias_changes_between_distinct()
    pc_label(target == 4);
    other_name++;
    pc_label(target == 4);
}
void weak_callee_may_stop_distinct(int x) {
    // no run: another unit has to define it
    pc_label(x > 2);
    level();
    pc_label(x > 1);
}
