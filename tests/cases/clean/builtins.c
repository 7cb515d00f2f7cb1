/* Builtins and types with effects in their operands: which are evaluated, as gcc and clang do. */
#include <stddef.h>

int g;
static char text[64];
struct row { int cells[8]; };

void expect_evaluates_both_feasible(int x) {
    // run: expect_evaluates_both_feasible(1)
    g = 0;
    if (__builtin_expect(x, g++)) pc_label(g == 1);
}
void assume_aligned_evaluates_all_feasible(void) {
    // run: assume_aligned_evaluates_all_feasible()
    g = 0;
    char *p = __builtin_assume_aligned(text, 1, (g++, 0));
    pc_label(g == 1 && p == text);
}
void object_size_evaluates_nothing_feasible(void) {
    // run: object_size_evaluates_nothing_feasible()
    g = 0;
    size_t n = __builtin_object_size(text + g++, 0);
    pc_label(g == 0 && n);
}
void constant_p_evaluates_nothing_infeasible(void) {
    g = 0;
    int known = __builtin_constant_p(g++);
    pc_label(g != 0 && known == known);
}
void alignment_of_a_type_evaluates_nothing_feasible(int n) {
    // run: alignment_of_a_type_evaluates_nothing_feasible(3)
    g = 0;
    size_t a = _Alignof(int[n + g++]);
    pc_label(g == 0 && a);
}
void offset_evaluates_its_index_feasible(void) {
    // run: offset_evaluates_its_index_feasible()
    g = 0;
    size_t at = offsetof(struct row, cells[g++]);
    pc_label(g == 1 && at == 0);
}
void size_of_a_type_evaluates_its_length_feasible(int n) {
    // run: size_of_a_type_evaluates_its_length_feasible(3)
    g = 0;
    size_t size = sizeof(int[n + g++]);
    pc_label(g == 1 && size == 12);
}
