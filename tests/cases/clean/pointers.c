/* Null tests, aliasing, pointer arithmetic, address-taken locals, string literals. */
#include "world/world.h"
#include <stddef.h>

int cell, other;
// world: static void writes_shared(void) { *shared = 77; }
// world: static int nines_inside(void *p) { **(int **)p = 9; return 0; }
// world: static int nines_address(void *p) { *(int *)*(unsigned long *)p = 9; return 0; }

void null_and_not_null_infeasible(int *p) {
    if (p)
        pc_label(p == 0);
}
void address_of_a_local_is_null_infeasible(int x) {
    int *p = &x;
    pc_label(!p);
}
void address_of_a_global_is_null_infeasible(void) { pc_label(&cell == 0); }
void two_objects_at_one_place_infeasible(void) {
    int a = 0, b = 0;
    pc_label(&a == &b);
    pc_label(&a == &cell);
}
void written_through_its_address_infeasible(int x) {
    int y = x, *p = &y;
    *p = 5;
    pc_label(y != 5);
}
void local_that_nobody_points_at_infeasible(int *p) {
    int y = 1;
    *p = 2;
    pc_label(y != 1);
}
void same_pointer_read_back_infeasible(int *p) {
    *p = 3;
    pc_label(*p != 3);
}
void other_element_untouched_infeasible(int *p) {
    p[0] = 1;
    p[1] = 2;
    pc_label(p[0] != 1);
}
void next_element_is_further_infeasible(int *p) { pc_label(p + 1 == p); }
void swapped_back_infeasible(int a, int b) {
    int *p = &a, *q = &b, before = a, t = *p;
    *p = *q;
    *q = t;
    t = *p;
    *p = *q;
    *q = t;
    pc_label(a != before);
}
void FN_end_of_a_string_literal_infeasible(void) {
    const char *s = "ab";
    pc_label(s[2] != 0);
    pc_label(s[0] != 'a');
}
void length_of_a_literal_infeasible(void) { pc_label(sizeof "abc" != 4); }
void pointer_chosen_from_two_infeasible(int c) {
    int a = 1, b = 2, *p = c ? &a : &b;
    pc_label(*p == 3);
}
void pointer_chosen_by_the_test_infeasible(int c) {
    int a = 1, b = 2, *p = c ? &a : &b;
    pc_label(c && *p == 2);
}
void pointer_to_pointer_infeasible(int x) {
    int *p = &x, **q = &p;
    **q = 4;
    pc_label(x != 4);
}
void reset_pointer_infeasible(int x) {
    int y = 7, *p = &x;
    p = &y;
    *p = 8;
    pc_label(y != 8);
}
void FN_escaped_later_infeasible(void) {
    int y = 1;
    unknown();
    pc_label(y != 1);
    given(&y);
}
void null_after_a_read_infeasible(int *p) {
    int v = *p;
    pc_label(p == 0 && v == v);
}

void two_pointers_alias_feasible(int *p, int *q) {
    // run: int v; two_pointers_alias_feasible(&v, &v)
    *p = 1;
    *q = 2;
    pc_label(*p != 1);
}
void pointer_to_a_global_feasible(int *p) {
    // run: pointer_to_a_global_feasible(&cell)
    cell = 1;
    *p = 2;
    pc_label(cell == 2);
}
void pointer_into_a_global_table_feasible(char *p) {
    // run: pointer_into_a_global_table_feasible((char *)&cell + 1)
    cell = 1;
    *p = 2;
    pc_label(cell == 0x201);
}
void escaped_local_feasible(void) {
    // run: taking = nines; escaped_local_feasible()
    int y = 1;
    given(&y);
    pc_label(y == 9);
}
void escaped_before_is_written_later_feasible(void) {
    // run: taking = keeps; doing = writes_kept; escaped_before_is_written_later_feasible()
    int y = 1;
    given(&y);
    y = 1;
    unknown();
    pc_label(y != 1);
}
void escaped_through_a_global_feasible(void) {
    // run: doing = writes_shared; escaped_through_a_global_feasible()
    extern int *shared;
    int y = 1;
    shared = &y;
    unknown();
    pc_label(y == 77);
    shared = 0;
}
void escaped_inside_a_struct_feasible(void) {
    // run: taking = nines_inside; escaped_inside_a_struct_feasible()
    int y = 1;
    struct { int *p; } s = { &y };
    given(&s);
    pc_label(y != 1);
}
void escaped_as_an_integer_feasible(void) {
    // run: taking = nines_address; escaped_as_an_integer_feasible()
    int y = 1;
    unsigned long a = (unsigned long)&y;
    given(&a);
    pc_label(y != 1);
}
void pointers_overlap_by_a_part_feasible(int *p, char *q) {
    // run: int v; pointers_overlap_by_a_part_feasible(&v, (char *)&v + 3)
    *p = 0;
    *q = 1;
    pc_label(*p == 0x01000000);
}
void pointer_is_one_of_two_feasible(int c, int *p) {
    // run: int v = 0; pointer_is_one_of_two_feasible(0, &v)
    // run: int v = 9; pointer_is_one_of_two_feasible(1, &v)
    int a = 1, *q = c ? &a : p;
    *q = 5;
    pc_label(a == 5);
    pc_label(a == 1 && *p == 5);
}
void either_void_pointer_infeasible(int c, void *p) {
    void *q = c ? p : ((void)c, (void *)0);
    pc_label(!c && q != 0);
}
void equal_pointers_feasible(int *p, int *q) {
    // run: int v; equal_pointers_feasible(&v, &v)
    pc_label(p == q);
}
void pointer_is_null_feasible(int *p) {
    // run: pointer_is_null_feasible(0)
    pc_label(!p);
}
void index_goes_back_feasible(int *p, int i) {
    // run: int v[3] = {1, 2, 3}; index_goes_back_feasible(v + 1, -1)
    p[i] = 0;
    pc_label(p[-1] == 0 && i < 0);
}
void element_and_pointer_meet_feasible(int *p, int *q) {
    // run: int v[2]; element_and_pointer_meet_feasible(v, v + 1)
    p[1] = 1;
    *q = 2;
    pc_label(p[1] == 2);
}
void const_pointee_changes_feasible(const int *p, int *q) {
    // run: int v = 0; const_pointee_changes_feasible(&v, &v)
    int before = *p;
    *q = before + 1;
    pc_label(*p != before);
}
void pointer_points_at_itself_feasible(void **p) {
    // run: void *v = 0; pointer_points_at_itself_feasible(&v)
    *p = p;
    pc_label(*p == (void *)p);
    *p = 0;
}

void address_and_index_duplicate(int *p, int i) {
    pc_label(p && p[i & 3] == 1);
    pc_label(p && *(p + (i & 3)) == 1);
}
void null_test_written_twice_duplicate(char *p) {
    pc_label(!p);
    pc_label(p == NULL);
}
void read_twice_duplicate(int *p) {
    int v = *p;
    pc_label(v > 0);
    v = 0;
    pc_label(*p > 0);
}
void null_and_more_subsumes(int *p, int *q) {
    pc_label(!p);
    pc_label(!p && !q);
}
void guarded_read_subsumes(int *p) {
    pc_label(p != 0);
    pc_label(p && *p == 1);
}
void write_between_two_reads_distinct(int *p, int *q) {
    // run: int v = 5; write_between_two_reads_distinct(&v, &v)
    // run: int v = -5; write_between_two_reads_distinct(&v, &v)
    pc_label(*p > 0);
    *q = *q > 0 ? -1 : 1;
    pc_label(*p > 0);
}
void call_between_two_reads_distinct(int *p) {
    // run: int v = 5; taking = zeroes; call_between_two_reads_distinct(&v)
    // run: int v = -5; taking = nines; call_between_two_reads_distinct(&v)
    pc_label(*p > 0);
    given(p);
    pc_label(*p > 0);
}
void order_of_two_pointers_distinct(int *p, int *q) {
    // run: int v[2]; order_of_two_pointers_distinct(v, v + 1)
    // run: int v[2]; order_of_two_pointers_distinct(v + 1, v)
    pc_label(p < q);
    pc_label(q < p);
}
int *shared = &other;
