/* Builtins and types with effects in their operands: which are evaluated, as gcc and clang do. */
#include <stddef.h>

int g;
static char text[64];
struct row { int cells[8]; };

void comma_is_no_constant_feasible(void) {
    // run: comma_is_no_constant_feasible()
    int known = __builtin_constant_p((1, 2));
    pc_label(!known);
}
void label_is_no_constant_feasible(void) {
    // run: label_is_no_constant_feasible()
here:;
    int known = __builtin_constant_p(&&here);
    pc_label(!known);
}
void literal_is_constant_infeasible(void) {
    int known = __builtin_constant_p(3 + sizeof(int));
    pc_label(!known);
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

/* Whether the second operand is evaluated depends on the first one. */
void expect_with_an_effect_left_out(int x) {
    g = 0;
    if (__builtin_expect(x, g++)) pc_label(g == 1);
}
void expect_of_a_constant_left_out(void) {
    g = 0;
    if (__builtin_expect(1, g++)) pc_label(g == 0);
}
void expected_with_probability_left_out(void) {
    g = 0;
    if (__builtin_expect_with_probability(1, g++, 0.5)) pc_label(g == 0);
}
void assume_aligned_with_an_effect_left_out(void) {
    g = 0;
    char *p = __builtin_assume_aligned(text, 1, (g++, 0));
    pc_label(g == 1 && p == text);
}
