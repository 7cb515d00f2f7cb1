/* Corners of C: constants and their types, builtins, orders that C leaves open. */
#include "world/world.h"
#include <limits.h>
#include <stdatomic.h>
#include <string.h>

int global, *global_pointer;
static int last;
struct node { struct node *next; int value; };
struct __attribute__((packed)) packed { char tag; int value; short tail; };
struct wide { unsigned long u : 40; long s : 33; };
struct small { unsigned lo : 3; unsigned long wide : 40; };
static int sets_last(int v) { return last = v; }
static int of_two(int a, int b) { return a * 10 + b; }
static int *static_cell(void) { static int cell; return &cell; }
static int old_style(c) signed char c; { return c; }

void long_constant_infeasible(int x) { pc_label(!(x < 2147483648)); }
void size_is_unsigned_infeasible(int x) { pc_label(sizeof x > -1); }
void plain_char_constant_infeasible(void) { pc_label('\xff' != -1); }
void bool_increment_infeasible(_Bool b) {
    b++;
    pc_label(!b);
}
void packed_neighbour_infeasible(struct packed p) {
    p.value = -1;
    p.tag = 3;
    p.tail = 4;
    pc_label(p.value != -1);
    pc_label(sizeof p != 7);
}
void FN_overflow_builtin_infeasible(int a, int b) {
    int r;
    if (!__builtin_add_overflow(a, b, &r))
        pc_label(r != a + b);
}
void generic_selection_infeasible(short s) {
    int kind = _Generic(s, short: 1, int: 2, default: 3);
    pc_label(kind != 1);
}
void FN_unsized_string_infeasible(void) {
    char t[3] = "abc";
    pc_label(t[2] != 'c');
}
void wide_bit_field_infeasible(struct small s) { pc_label(s.wide >> 40); }
void last_initialiser_wins_infeasible(void) {
    int t[3] = { [1] = 4, [0] = 1, 5 };
    pc_label(t[1] != 5 || t[2]);
}

void unsigned_constant_feasible(int x) {
    // run: unsigned_constant_feasible(-1)
    if (x < 0)
        pc_label(!(x < 0x80000000));
}
void arms_become_unsigned_feasible(int c) {
    // run: arms_become_unsigned_feasible(1)
    if (c)
        pc_label((c ? -1 : 1u) > 0);
}
void bool_decrement_feasible(_Bool b) {
    // run: bool_decrement_feasible(0)
    _Bool before = b;
    b--;
    pc_label(b && !before);
}
void complement_of_a_bool_feasible(_Bool b) {
    // run: complement_of_a_bool_feasible(1)
    pc_label(~b != 0 && b);
}
void bit_field_promotes_to_int_feasible(struct small s) {
    // run: bit_field_promotes_to_int_feasible((struct small){3, 0})
    pc_label(s.lo - 8 < 0);
}
void assigned_bit_field_promotes_to_int_feasible(struct small s, int x) {
    // run: assigned_bit_field_promotes_to_int_feasible((struct small){3, 0}, 1)
    if ((s.lo = x) > -1)
        pc_label(1);
}
void added_bit_field_promotes_to_int_feasible(struct small s, int x) {
    // run: added_bit_field_promotes_to_int_feasible((struct small){3, 0}, 1)
    if ((s.lo += x) > -1)
        pc_label(1);
}
void incremented_bit_field_promotes_to_int_feasible(struct small s) {
    // run: incremented_bit_field_promotes_to_int_feasible((struct small){3, 0})
    if (++s.lo > -1)
        pc_label(1);
}
void chosen_bit_field_promotes_to_int_feasible(struct small s, int x) {
    // run: chosen_bit_field_promotes_to_int_feasible((struct small){3, 0}, 1)
    if ((x, s.lo) > -1 && (x ? s.lo : s.lo) > -1)
        pc_label(1);
}
void wide_bit_field_feasible(struct wide w) {
    // run: wide_bit_field_feasible((struct wide){ .u = 0xffffffffff, .s = -1 })
    pc_label((w.u & 0xff) == 255 && w.u > 0xfffffffff && w.u == 0xfffffffffful && w.u >> 36 == 15);
    pc_label(w.s < 0 && w.s < 5u && w.s == -1l && (long)w.u << 30 < 0 && (unsigned long)w.u + 1 == 1ul << 40);
    pc_label(w.s < 7l && (w.u ? w.u : 0) > 4);
    if (++w.u == 0 && (w.s -= 1) == -2 && (w.u = -1) == (1ul << 40) - 1)
        pc_label(w.u > 9);
}
void case_of_minus_one_feasible(unsigned u) {
    // run: case_of_minus_one_feasible(UINT_MAX)
    switch (u) {
    case -1:
        pc_label(u > 5);
    }
}
void size_of_a_vla_has_effects_feasible(int n) {
    // run: size_of_a_vla_has_effects_feasible(3)
    int before = n;
    if (n < 1 || n > 9)
        return;
    unsigned long size = sizeof(int[n++]);
    pc_label(n != before && size == 12);
}
void size_has_no_effect_feasible(int n) {
    // run: size_has_no_effect_feasible(3)
    int before = n;
    unsigned long size = sizeof(n++);
    pc_label(n == before && size == 4);
}
void operands_in_either_order_feasible(void) {
    // no run: a compiler may take the right one first
    int v = sets_last(1) - sets_last(2);
    pc_label(last == 1 && v == -1);
}
void arguments_in_either_order_feasible(void) {
    // run: arguments_in_either_order_feasible()
    int v = of_two(sets_last(1), sets_last(2));
    pc_label(v == 12 && (last == 1 || last == 2));
}
void overflow_builtin_writes_feasible(int a) {
    // run: overflow_builtin_writes_feasible(INT_MAX)
    int r = 7;
    if (__builtin_add_overflow(a, 1, &r))
        pc_label(r == INT_MIN);
}
void sync_builtin_writes_feasible(int x) {
    // run: sync_builtin_writes_feasible(1)
    int before = __sync_fetch_and_add(&x, 2);
    pc_label(x == before + 2 && x == 3);
}
void atomic_builtin_writes_feasible(int x) {
    // run: atomic_builtin_writes_feasible(1)
    __atomic_store_n(&x, 5, __ATOMIC_SEQ_CST);
    pc_label(x == 5);
}
void compare_and_swap_writes_feasible(int x) {
    // run: compare_and_swap_writes_feasible(1)
    int old = 1;
    __atomic_compare_exchange_n(&x, &old, 9, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    pc_label(x == 9);
}
void failed_swap_writes_the_old_value_feasible(int x) {
    // run: failed_swap_writes_the_old_value_feasible(2)
    int old = 1;
    __atomic_compare_exchange_n(&x, &old, 9, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    pc_label(old == 2);
}
void builtin_copy_writes_feasible(int v) {
    // run: builtin_copy_writes_feasible(4)
    int w = 0;
    __builtin_memcpy(&w, &v, sizeof w);
    pc_label(w == 4);
}
void asm_writes_its_memory_operand_feasible(void) {
    // run: asm_writes_its_memory_operand_feasible()
    int x = 1;
    __asm__("movl $6, %0" : "=m"(x));
    pc_label(x == 6);
}
void node_is_its_own_next_feasible(struct node *n) {
    // run: struct node v = {&v, 0}; node_is_its_own_next_feasible(&v)
    n->value = 1;
    n->next->value = 2;
    pc_label(n->value == 2);
}
void two_ways_to_one_node_feasible(struct node *a, struct node *b) {
    // run: struct node v = {0, 0}, w = {&v, 0}, x = {&v, 0}; two_ways_to_one_node_feasible(&w, &x)
    a->next->value = 1;
    b->next->value = 2;
    pc_label(a->next->value == 2);
}
void write_changes_the_path_feasible(struct node *a, struct node **link) {
    // run: struct node v = {0, 5}, w = {0, 6}, x = {&v, 0}; write_changes_the_path_feasible(&x, &x.next); (void)w
    int before = a->next->value;
    *link = a;
    pc_label(a->next->value != before);
}
void elements_of_an_array_of_structs_feasible(struct node *t, unsigned i, unsigned j) {
    // run: struct node v[4]; elements_of_an_array_of_structs_feasible(v, 2, 2)
    t[i & 3].value = 1;
    t[j & 3].value = 2;
    pc_label(t[i & 3].value == 2);
}
void bytes_of_a_pointer_change_feasible(char *p) {
    // run: global_pointer = 0; bytes_of_a_pointer_change_feasible((char *)&global_pointer)
    global_pointer = 0;
    *p = 1;
    pc_label(global_pointer != 0);
    *p = 0;
}
void copy_over_the_pointer_itself_feasible(void) {
    // run: copy_over_the_pointer_itself_feasible()
    int a = 1, b = 2, *p = &a, *q = &b;
    memcpy(&p, &q, sizeof p);
    *p = 3;
    pc_label(b == 3 && a == 1);
}
void cell_of_another_function_feasible(void) {
    // run: cell_of_another_function_feasible()
    int *p = static_cell(), *q = static_cell();
    *p = 1;
    *q = 2;
    pc_label(*p == 2);
}
void packed_field_is_seen_as_bytes_feasible(struct packed *p, unsigned char *q) {
    // run: struct packed v; packed_field_is_seen_as_bytes_feasible(&v, (unsigned char *)&v + 4)
    p->value = 0;
    *q = 1;
    pc_label(p->value == 1 << 24);
}
void old_style_argument_is_narrowed_feasible(void) {
    // run: old_style_argument_is_narrowed_feasible()
    int v = old_style(200);
    pc_label(v < 0);
}
void loop_walks_over_a_local_feasible(int n) {
    // run: loop_walks_over_a_local_feasible(3)
    int t[4] = { 0 }, *p = t;
    while (n-- > 0 && p < t + 4)
        *p++ = 7;
    pc_label(t[2] == 7);
}
void statement_expression_has_effects_feasible(int x) {
    // run: statement_expression_has_effects_feasible(1)
    int y = ({ x += 2; x; }) + 1;
    pc_label(x == 3 && y == 4);
}
void goto_out_of_a_statement_expression_feasible(int x) {
    // run: goto_out_of_a_statement_expression_feasible(1)
    int y = 0;
    y = ({ if (x) goto out; 5; });
out:
    pc_label(y == 0 && x);
}
void atomic_fetch_feasible(void) {
    // run: atomic_fetch_feasible()
    static _Atomic int n;
    int a = atomic_fetch_add(&n, 1), b = n;
    pc_label(b == a + 1);
}
void alloca_in_a_loop_feasible(int n) {
    // run: alloca_in_a_loop_feasible(2)
    int *old = 0;
    for (int i = 0; i < (n & 3); i++) {
        int *p = __builtin_alloca(sizeof *p);
        *p = i;
        if (old)
            pc_label(*old == 0 && *p == 1);
        old = p;
    }
}

void constant_on_either_side_duplicate(int x) {
    pc_label(5 < x);
    pc_label(x >= 6);
}
void bool_of_an_int_duplicate(int x) {
    _Bool b = x;
    pc_label(b);
    pc_label(x != 0);
}
void packed_field_subsumes(struct packed *p) {
    pc_label(p->value > 70000);
    pc_label(p->value > 3);
}
void goto_out_of_an_expression_distinct(int x, int y) {
    // run: goto_out_of_an_expression_distinct(1, 1)
    // run: goto_out_of_an_expression_distinct(2, 0)
    pc_label(x == 1);
    y = ({ if (y) goto out; 5; });
    pc_label(x < 5 && y == 5);
out:
    ;
}
void conditional_return_in_an_expression_distinct(int x, int y) {
    // run: conditional_return_in_an_expression_distinct(1, 1)
    // run: conditional_return_in_an_expression_distinct(2, 0)
    pc_label(x == 1);
    (void)(y && ({ return; 1; }));
    pc_label(x < 5);
}
