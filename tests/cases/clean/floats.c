/* Floats: NaN, rounding, signed zero, conversions. */
#include <limits.h>
#include <math.h>

void ordered_both_ways_infeasible(double x, double y) { pc_label(x < y && y < x); }
void equal_and_not_equal_infeasible(double x, double y) { pc_label(x == y && x != y); }
void same_test_twice_infeasible(float x) {
    if (x < 1.0f)
        pc_label(!(x < 1.0f));
}
void less_and_equal_infeasible(double x, double y) { pc_label(x < y && x == y); }
void FN_int_to_double_and_back_infeasible(int x) { pc_label((int)(double)x != x); }
void FN_sum_of_constants_infeasible(void) { pc_label(0.1 + 0.2 == 0.3); }
void constants_infeasible(void) {
    pc_label(1.5 < 1.0);
    pc_label(-0.0 < 0.0);
    pc_label(0.1f == 0.1);
    pc_label(1e-45f > 1e-44f);
}
void constant_through_a_variable_infeasible(void) {
    double x = 0.5;
    pc_label(x > 0.75);
}
void range_of_a_float_infeasible(double x) {
    if (x > 10.0)
        pc_label(x < 5.0);
}
void copied_bits_infeasible(double x) {
    double y = x;
    pc_label(x < 3.0 && !(y < 3.0));
}
void FN_square_is_negative_infeasible(double x) { pc_label(x * x < 0.0); }
void unsigned_char_as_a_float_infeasible(unsigned char c) {
    float f = c;
    pc_label(f < 0);
}
void int_is_compared_exactly_infeasible(int x) {
    double d = x;
    pc_label(d > 2147483647.0);
}

void not_equal_to_itself_feasible(double x) {
    // run: not_equal_to_itself_feasible(NAN)
    pc_label(x != x);
}
void nor_less_nor_greater_nor_equal_feasible(double x, double y) {
    // run: nor_less_nor_greater_nor_equal_feasible(NAN, 1)
    pc_label(!(x < y) && !(x > y) && x != y);
}
void else_of_a_comparison_feasible(float x) {
    // run: else_of_a_comparison_feasible(NAN)
    if (x >= 0)
        return;
    pc_label(!(x < 0));
}
void successor_is_equal_feasible(double x) {
    // run: successor_is_equal_feasible(1e300)
    pc_label(x + 1 == x);
}
void sum_is_not_associative_feasible(double a, double b, double c) {
    // run: sum_is_not_associative_feasible(1e300, -1e300, 1)
    pc_label((a + b) + c != a + (b + c));
}
void difference_is_zero_feasible(double a, double b) {
    // run: difference_is_zero_feasible(INFINITY, INFINITY)
    if (!(a - b == 0))
        pc_label(a == b);
}
void float_rounds_an_int_feasible(int x) {
    // run: float_rounds_an_int_feasible(16777217)
    float f = x;
    pc_label((double)f != (double)x);
}
void long_to_double_and_back_feasible(long x) {
    // run: long_to_double_and_back_feasible((1L << 53) + 1)
    if (x < 1L << 60 && x > 0)
        pc_label((long)(double)x != x);
}
void truncation_to_zero_feasible(double x) {
    // run: truncation_to_zero_feasible(-0.5)
    if (x < 0 && x > -1)
        pc_label((int)x == 0);
}
void reciprocal_of_negative_zero_feasible(double x) {
    // run: reciprocal_of_negative_zero_feasible(-0.0)
    if (x == 0)
        pc_label(1 / x < 0);
}
void zero_times_is_not_zero_feasible(double x) {
    // run: zero_times_is_not_zero_feasible(INFINITY)
    pc_label(!(x * 0 == 0));
}
void double_is_not_its_float_feasible(double x) {
    // run: double_is_not_its_float_feasible(0.1)
    pc_label((float)x != x && x == x);
}
void infinity_is_reached_feasible(double x) {
    // run: infinity_is_reached_feasible(1e308)
    if (x < 1.7e308 && x > 0)
        pc_label(x * 10 == x * 20);
}
void library_function_feasible(double x) {
    // run: library_function_feasible(-2)
    double y = sqrt(x);
    pc_label(y != y);
}
void float_as_a_condition_feasible(double x) {
    // run: float_as_a_condition_feasible(0.25)
    if (x)
        pc_label((int)x == 0);
}
void greater_of_two_is_neither_feasible(double a, double b) {
    // run: greater_of_two_is_neither_feasible(1, NAN)
    double m = a > b ? a : b;
    pc_label(!(m >= a));
}

void equal_but_reciprocals_differ_feasible(double x, double y) {
    // run: equal_but_reciprocals_differ_feasible(0.0, -0.0)
    if (x == y)
        pc_label(1 / x != 1 / y);
}
void product_differs_from_itself_feasible(double x, double y) {
    // run: product_differs_from_itself_feasible(INFINITY, 0)
    double p = x * y, q = x * y;
    pc_label(p != q);
    pc_label(x * y != x * y);
}
void nan_is_true_feasible(double x) {
    // run: nan_is_true_feasible(NAN)
    if (x)
        pc_label(!(x > 0) && !(x < 0));
    pc_label((_Bool)x && x != x);
}
void stored_and_different_feasible(double x) {
    // run: stored_and_different_feasible(NAN)
    union { double d; unsigned long bits; } u = { x }, v = u;
    pc_label(v.bits == u.bits && v.d != u.d);
}
void equal_with_other_bits_feasible(double x, double y) {
    // run: equal_with_other_bits_feasible(0.0, -0.0)
    union { double d; unsigned long bits; } u = { x }, v = { y };
    if (u.bits != v.bits)
        pc_label(x == y);
}
void different_ints_make_one_float_feasible(int a, int b) {
    // run: different_ints_make_one_float_feasible(16777216, 16777217)
    if (a != b)
        pc_label((float)a == (float)b);
}
void negated_zero_feasible(double x) {
    // run: negated_zero_feasible(0)
    pc_label(-x == x);
}
void integer_in_a_float_comparison_feasible(int x, float y) {
    // run: integer_in_a_float_comparison_feasible(16777217, 16777216.0f)
    pc_label(x == y && x != (int)y);
}
void maximum_of_nan_feasible(double a, double b) {
    // run: maximum_of_nan_feasible(NAN, 2)
    double m = a < b ? b : a;
    pc_label(m != m);
}

void swapped_comparison_duplicate(double x, double y) {
    pc_label(x < y);
    pc_label(y > x);
}
void negated_inequality_duplicate(double x, double y) {
    pc_label(x == y);
    pc_label(!(x != y));
}
void same_float_test_duplicate(float x, int k) {
    pc_label(x > 2.5f);
    k++;
    pc_label(x > 2.5f);
}
void strictly_less_subsumes(double x, double y) {
    pc_label(x < y);
    pc_label(x <= y);
}
void not_greater_or_equal_subsumes(double x, double y) {
    pc_label(x < y);
    pc_label(!(x >= y));
}
void float_bound_subsumes(double x) {
    pc_label(x > 10.0);
    pc_label(x > 5.0);
}
void at_most_and_not_less_distinct(double x, double y) {
    // run: at_most_and_not_less_distinct(1, 2)
    // run: at_most_and_not_less_distinct(NAN, 2)
    pc_label(x <= y);
    pc_label(!(x < y));
}
void negated_comparison_distinct(double x) {
    // run: negated_comparison_distinct(2)
    // run: negated_comparison_distinct(NAN)
    pc_label(x > 1);
    pc_label(!(x > 1));
}
void increased_bound_distinct(double x) {
    // run: increased_bound_distinct(-INFINITY)
    // run: increased_bound_distinct(2)
    pc_label(x - 1 == x);
    pc_label(x - 1 < x);
}
void product_twice_distinct(double x, double y) {
    // run: product_twice_distinct(2, 3)
    // run: product_twice_distinct(INFINITY, 0)
    pc_label(x * y == x * y);
    pc_label(x * y != x * y);
}
void negation_and_order_distinct(double x, double y) {
    // run: negation_and_order_distinct(NAN, 1)
    // run: negation_and_order_distinct(2, 1)
    pc_label(!(x >= y) && x != x);
    pc_label(x >= y);
}
void neither_below_nor_above_feasible(double x, double y) {
    // run: neither_below_nor_above_feasible(NAN, 1)
    pc_label(!(x <= y) && !(x > y));
}

/* NaNs: which sign and which payload an operation gives is open. */
union word { double d; unsigned long bits; };
static double nan_of(unsigned long bits) {
    union word w = { .bits = bits };
    return w.d;
}
void payload_of_a_sum_feasible(double x, double y) {
    // run: payload_of_a_sum_feasible(nan_of(0x7ff8000000000001), nan_of(0x7ff8000000000002))
    union word a, b;
    a.d = x + y;
    b.d = y + x;
    pc_label(a.bits != b.bits);
}
static double sum(double a, double b) { return a + b; }
void same_sum_other_payload_feasible(double x, double y) {
    // run: same_sum_other_payload_feasible(nan_of(0x7ff8000000000001), nan_of(0x7ff8000000000002))
    union word a, b, u = { x }, v = { y };
    a.d = u.d + v.d;
    b.d = sum(u.d, v.d);
    pc_label(a.bits != b.bits);
}
void sign_of_a_quotient_feasible(void) {
    // no run: clang computes one of them, and folds the other
    double zero = 0;
    union word a, b;
    a.d = zero / zero;
    b.d = 0.0 / 0.0;
    pc_label(a.bits != b.bits);
}
void payload_of_a_variable_infeasible(double x) {
    union word a, b;
    a.d = x;
    b.d = x;
    pc_label(a.bits != b.bits);
}
void sum_that_is_a_number_infeasible(double x, double y) {
    union word a, b;
    double s = x + y;
    if (s == s) {
        a.d = s;
        b.d = s;
        pc_label(a.bits != b.bits);
    }
}
void sum_compared_twice_infeasible(double x, double y) { pc_label(x + y < 1 && !(x + y < 1)); }

/* The order of all numbers, both zeros, the infinities, the smallest numbers. */
void between_bounds_infeasible(double x) { pc_label(x >= 2 && x < 1); }
void outside_and_inside_infeasible(float r) { pc_label(r < 0 && r > 1); }
void a_number_is_ordered_infeasible(double x, double y) {
    if (x == x && y == y)
        pc_label(!(x < y) && !(x > y) && x != y);
}
void order_is_transitive_infeasible(double x, double y, double z) { pc_label(x < y && y < z && !(x < z)); }
void opposite_signs_infeasible(double x) { pc_label(x < 0 && -x < 0); }
void above_infinity_infeasible(float x) { pc_label(x > INFINITY); }
void float_in_double_infeasible(float f) {
    double d = f;
    pc_label(d > 0.1 && f < 0.1f);
    pc_label(d != f && f == f);
    pc_label(d > 3.5e38 && d < INFINITY);
    pc_label(d > 0 && d < 1e-46);
}
void floats_as_doubles_keep_their_order_infeasible(float f, float g) {
    double d = f, e = g;
    pc_label(f < g && !(d < e));
    pc_label(d == e && f != g);
}
void integers_as_doubles_keep_their_order_infeasible(int x, int y) {
    double d = x, e = y;
    pc_label(x < y && !(d < e));
    pc_label(d == e && x != y);
}
void an_integer_is_no_nan_infeasible(unsigned x) {
    double d = x;
    pc_label(d != d);
    pc_label(d < 0);
    pc_label(d > 4294967295.0);
    pc_label(d > 3 && d < 4);
}
void short_as_a_float_infeasible(short x) {
    float f = x;
    pc_label(f < -32768);
    pc_label(f == 0.5f);
    pc_label((f < 0) != (x < 0));
}
void zeros_are_equal_infeasible(double x) {
    if (x == 0)
        pc_label(x > 0 || x < 0 || x != -x);
}

void least_numbers_feasible(float f) {
    // run: least_numbers_feasible(1e-45f); least_numbers_feasible(-1e-45f); least_numbers_feasible(1e-38f)
    double d = f;
    pc_label(d > 0 && d < 1e-44);
    pc_label(d < 0 && d > -1e-44);
    pc_label(d > 0.9e-38 && d < 1.1e-38 && f == 1e-38f);
}
void ends_feasible(double x) {
    // run: ends_feasible(INFINITY); ends_feasible(-INFINITY); ends_feasible(1.7976931348623157e308)
    pc_label(x > 1.7976931348623157e308);
    pc_label(x < -1.7976931348623157e308);
    pc_label(x >= 1.7976931348623157e308 && x < INFINITY);
}
void widened_special_feasible(float f) {
    // run: widened_special_feasible(INFINITY); widened_special_feasible(NAN); widened_special_feasible(-0.0f)
    double d = f;
    pc_label(d == INFINITY);
    pc_label(d != d);
    pc_label(d == 0 && 1 / d < 0);
}
void integers_as_numbers_feasible(int x) {
    // run: integers_as_numbers_feasible(-2147483647 - 1); integers_as_numbers_feasible(2147483647); integers_as_numbers_feasible(0)
    double d = x;
    pc_label(d == -2147483648.0);
    pc_label(d == 2147483647.0);
    pc_label(d == 0 && !(1 / d < 0));
}
void wide_integers_are_rounded_feasible(long x) {
    // run: wide_integers_are_rounded_feasible(9223372036854775807)
    double d = x;
    pc_label(d == 9223372036854775808.0);
}
void negated_nan_feasible(double x) {
    // run: negated_nan_feasible(NAN)
    pc_label(-x != -x && !(x < 0) && !(-x < 0));
}
void payload_of_a_widened_nan_feasible(float f) {
    // no run: it is open which payload the conversion gives
    union word a, b;
    a.d = f;
    b.d = f;
    pc_label(a.bits != b.bits);
}
void sign_of_a_negated_nan_feasible(double x) {
    // no run: it is open which sign the operation gives
    union word a, b;
    a.d = -x;
    b.d = -x;
    pc_label(a.bits != b.bits);
}
