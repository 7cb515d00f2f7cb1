/* Options of optimisation that have nothing to do with floats cost no proof about floats. */
#pragma GCC optimize ("O3", "unroll-loops", "-fno-tree-vectorize")
void ordered_both_ways_infeasible(double x, double y) { pc_label(x < y && y < x); }
void same_test_twice_infeasible(float x) {
    if (x < 1.0f)
        pc_label(!(x < 1.0f));
}
void not_a_number_feasible(double x) {
    // run: not_a_number_feasible(__builtin_nan(""))
    pc_label(x != x);
}
