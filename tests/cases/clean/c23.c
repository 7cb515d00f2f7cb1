// flags: -std=gnu2x
/* `()` is `(void)` in C23, but not for compilers that are older than the standard. */
typedef int of_none(), of_one(int);

void empty_parentheses_left_out(void) {
    pc_label(__builtin_types_compatible_p(of_none, of_one));
}
void empty_parentheses_and_void_infeasible(void) {
    pc_label(!__builtin_types_compatible_p(of_none, int(void)));
}
