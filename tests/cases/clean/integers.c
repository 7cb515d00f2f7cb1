/* Signedness, widths, promotions, conversions, wrapping. */
#include "world/world.h"
#include <limits.h>
#include <stdint.h>

void unsigned_below_zero_infeasible(unsigned x) { pc_label(x < 0); }
void unsigned_char_above_255_infeasible(unsigned char c) { pc_label(c > 255); pc_label(c == -1); }
void signed_char_is_200_infeasible(signed char c) { pc_label(c == 200); pc_label(c < -128); }
void square_of_unsigned_is_two_mod_four_infeasible(unsigned x) { pc_label((x * x & 3) == 2); }
void promoted_sum_of_bytes_above_510_infeasible(unsigned char a, unsigned char b) { pc_label(a + b > 510); }
void FN_short_product_is_not_truncated_infeasible(short a) { pc_label(a * a < 0); }
void even_and_odd_infeasible(int x) {
    if (x % 2 == 0)
        pc_label(x & 1);
}
void both_sides_of_a_range_infeasible(int x) {
    if (x > 10)
        pc_label(x < 10);
}
void narrowed_then_compared_infeasible(int x) {
    unsigned char c = x;
    pc_label(c > 300);
    if (c == 7)
        pc_label((x & 0xff) != 7);
}
void sign_extension_of_a_char_infeasible(signed char c) {
    unsigned u = c;
    pc_label(u > 127 && u < 0xffffff80u);
}
void bool_is_two_infeasible(int x) {
    _Bool b = x;
    pc_label(b == 2);
    pc_label(b != (x != 0));
}
void masked_above_the_mask_infeasible(unsigned x) { pc_label((x & 15) > 15); }
void complement_equals_itself_infeasible(int x) { pc_label(~x == x); }
void low_bit_of_a_double_infeasible(int x) { pc_label((x + x) & 1); }
void exclusive_or_with_itself_infeasible(long x) { pc_label(x ^ x); }
void long_of_an_int_out_of_range_infeasible(int x) {
    long y = x;
    pc_label(y > INT_MAX);
    pc_label(y + 1 == y);
}
void not_not_is_not_boolean_infeasible(int x) { pc_label(!!x > 1); }
void minus_one_is_not_the_greatest_unsigned_infeasible(int x) {
    if (x == -1)
        pc_label((unsigned)x != UINT_MAX);
}
void int64_min_has_no_successor_below_infeasible(int64_t x) {
    if (x > INT64_MIN)
        pc_label(x - 1 > x);
}

void int_plus_one_is_smaller_feasible(int x) {
    // run: int_plus_one_is_smaller_feasible(INT_MAX)
    pc_label(x + 1 < x);
}
void negated_minimum_is_negative_feasible(int x) {
    // run: negated_minimum_is_negative_feasible(INT_MIN)
    if (x < 0)
        pc_label(-x < 0);
}
void absolute_value_is_negative_feasible(int x) {
    // run: absolute_value_is_negative_feasible(INT_MIN)
    int y = x < 0 ? -x : x;
    pc_label(y < 0);
}
void unsigned_sum_is_smaller_feasible(unsigned a, unsigned b) {
    // run: unsigned_sum_is_smaller_feasible(UINT_MAX, 2)
    pc_label(a + b < a);
}
void unsigned_difference_is_large_feasible(unsigned a) {
    // run: unsigned_difference_is_large_feasible(0)
    pc_label(a - 1 > a);
}
void minus_one_is_above_an_unsigned_feasible(unsigned u) {
    // run: minus_one_is_above_an_unsigned_feasible(1)
    pc_label(-1 > u);
}
void byte_wraps_in_a_variable_feasible(unsigned char c) {
    // run: byte_wraps_in_a_variable_feasible(255)
    unsigned char d = c + 1;
    pc_label(d < c);
}
void narrowing_loses_the_sign_feasible(int x) {
    // run: narrowing_loses_the_sign_feasible(128)
    if (x > 0)
        pc_label((signed char)x < 0);
}
void narrowing_makes_zero_feasible(long x) {
    // run: narrowing_makes_zero_feasible(1L << 40)
    if (x != 0)
        pc_label((int)x == 0);
}
void square_is_negative_feasible(int x) {
    // run: square_is_negative_feasible(46341)
    pc_label(x * x < 0);
}
void unsigned_short_square_is_negative_feasible(unsigned short x) {
    // run: unsigned_short_square_is_negative_feasible(65535)
    pc_label(x * x < 0);
}
void product_with_a_nonzero_is_zero_feasible(unsigned a, unsigned b) {
    // run: product_with_a_nonzero_is_zero_feasible(65536, 65536)
    if (a && b)
        pc_label(a * b == 0);
}
void average_is_below_both_feasible(int a, int b) {
    // run: average_is_below_both_feasible(INT_MAX, INT_MAX)
    int mean = (a + b) / 2;
    pc_label(mean < a && mean < b);
}
void plain_char_is_negative_feasible(char c) {
    // run: plain_char_is_negative_feasible(-5)
    pc_label(c < 0);
}
void difference_has_the_wrong_sign_feasible(int a, int b) {
    // run: difference_has_the_wrong_sign_feasible(INT_MIN, 1)
    if (a < b)
        pc_label(a - b > 0);
}
void mixed_widths_compare_as_unsigned_feasible(int a, unsigned b) {
    // run: mixed_widths_compare_as_unsigned_feasible(-1, 5u)
    if (a < 0)
        pc_label(a > b);
}

void equality_written_twice_duplicate(int x) {
    pc_label(x == 3);
    pc_label(x - 3 == 0);
}
void de_morgan_duplicate(int a, int b) {
    pc_label(!(a && b));
    pc_label(!a || !b);
}
void unsigned_nonzero_duplicate(unsigned x) {
    pc_label(x != 0);
    pc_label(x > 0);
}
void sum_reordered_duplicate(int a, int b, int c) {
    pc_label(a + b + c == 0);
    pc_label(c + a == -b);
}
void distributed_mask_duplicate(unsigned a, unsigned b) {
    pc_label((a | b) & 1);
    pc_label((a & 1) || (b & 1));
}
void negation_of_the_least_duplicate(int x) {
    pc_label(x == -x && x);
    pc_label(x == INT_MIN);
}
void stronger_bound_subsumes(int x) {
    pc_label(x > 10);
    pc_label(x > 5);
}
void equality_within_a_range_subsumes(short x) {
    pc_label(x >= 0);
    pc_label(x == 7);
}
void conjunction_subsumes(int a, int b) {
    pc_label(a && b);
    pc_label(a);
}
void multiple_of_four_is_even_subsumes(unsigned x) {
    pc_label(x % 2 == 0);
    pc_label(x % 4 == 0);
}
void signed_nonzero_subsumes(int x) {
    pc_label(x != 0);
    pc_label(x > 0);
}
void successor_is_greater_distinct(int x) {
    // run: successor_is_greater_distinct(INT_MAX)
    // run: successor_is_greater_distinct(-5)
    /* x > 0 does not give x + 1 > 0 where it wraps */
    pc_label(x > 0);
    pc_label(x + 1 > 0 && x != 7 || x < -4);
}
void doubled_and_compared_distinct(int x) {
    // run: doubled_and_compared_distinct(1 << 30)
    // run: doubled_and_compared_distinct(INT_MIN / 2 - 1)
    pc_label(x > 0);
    pc_label(x * 2 > 0);
}
void signed_and_unsigned_order_distinct(int a, int b) {
    // run: signed_and_unsigned_order_distinct(-1, 0)
    // run: signed_and_unsigned_order_distinct(0, -1)
    pc_label(a < b);
    pc_label((unsigned)a < (unsigned)b);
}
void int_and_its_byte_distinct(int x) {
    // run: int_and_its_byte_distinct(256)
    // run: int_and_its_byte_distinct(-1)
    pc_label(x > 0);
    pc_label((unsigned char)x > 0);
}
void sums_of_products_distinct(unsigned a, unsigned b) {
    // run: sums_of_products_distinct(0, 5)
    // run: sums_of_products_distinct(65536, 65536)
    pc_label(a == 0);
    pc_label(a * b == 0 && a);
}
/* At the ends of types, where one bit or one value too few would not be seen elsewhere. */
void unsigned_char_at_its_largest_feasible(unsigned char c) {
    // run: unsigned_char_at_its_largest_feasible(255)
    pc_label(!((unsigned)c < 255u));
}
void signed_char_at_its_largest_feasible(signed char c) {
    // run: signed_char_at_its_largest_feasible(127)
    pc_label(c >= 127);
}
void chars_of_both_signs_feasible(signed char a, signed char b) {
    // run: chars_of_both_signs_feasible(-1, 1)
    pc_label(a < b && a == -1 && b == 1);
}
void wide_char_is_no_large_number_infeasible(signed char c) {
    pc_label((__int128)c == 200);
}
void narrowed_after_it_was_extended_feasible(signed char c) {
    // run: narrowed_after_it_was_extended_feasible(-1)
    int x = c;
    short s = (short)x;
    pc_label(s < 0);
}
void product_of_the_least_chars_feasible(signed char a, signed char b) {
    // run: product_of_the_least_chars_feasible(-128, -128)
    int p = a * b;
    pc_label(p == 16384);
}
