/* Shifts, division, remainder. */
#include <limits.h>

void shifted_out_bits_infeasible(unsigned x) { pc_label((x << 4) & 15); }
void logical_shift_keeps_the_top_infeasible(unsigned x) { pc_label(x >> 31 > 1); }
void arithmetic_shift_of_a_negative_infeasible(int x) {
    if (x < 0)
        pc_label(x >> 3 >= 0);
}
void remainder_reaches_the_divisor_infeasible(unsigned x) { pc_label(x % 10 >= 10); }
void remainder_of_a_negative_is_positive_infeasible(int x) {
    if (x < 0)
        pc_label(x % 10 > 0);
}
void quotient_is_larger_infeasible(unsigned x) { pc_label(x / 3 > x); }
void division_rounds_to_zero_infeasible(int x) {
    if (x == -7)
        pc_label(x / 2 != -3);
}
void FN_quotient_and_remainder_rebuild_infeasible(unsigned char x, unsigned char y) {
    if (y)
        pc_label(x / y * y + x % y != x);
}
void shifted_char_is_promoted_infeasible(unsigned char c) { pc_label((c << 8) >> 8 != c); }
void rotate_of_all_ones_infeasible(unsigned n) {
    n &= 31;
    unsigned r = UINT_MAX << n | UINT_MAX >> (31 & -n);
    pc_label(r != UINT_MAX);
}
void one_shifted_is_two_bits_infeasible(unsigned n) {
    unsigned bit = 1u << (n & 31);
    pc_label(bit & (bit - 1));
    pc_label(bit == 0);
}
void divided_by_zero_after_a_test_infeasible(int x, int y) {
    if (y != 0) {
        int q = x / y;
        pc_label(y == 0 && q == q);
    }
}

void remainder_is_negative_feasible(int x) {
    // run: remainder_is_negative_feasible(-7)
    pc_label(x % 3 < 0);
}
void remainder_of_a_negative_is_zero_feasible(int x) {
    // run: remainder_of_a_negative_is_zero_feasible(-20)
    if (x < 0)
        pc_label(x % 10 >= 0);
}
void odd_is_not_one_feasible(int x) {
    // run: odd_is_not_one_feasible(-3)
    if (x & 1)
        pc_label(x % 2 != 1);
}
void shift_makes_it_negative_feasible(int x) {
    // run: shift_makes_it_negative_feasible(1 << 30)
    if (x > 0)
        pc_label(x << 1 < 0);
}
void division_and_shift_differ_feasible(int x) {
    // run: division_and_shift_differ_feasible(-1)
    pc_label(x / 2 != x >> 1);
}
void shifted_byte_leaves_the_byte_feasible(unsigned char c) {
    // run: shifted_byte_leaves_the_byte_feasible(255)
    pc_label(c << 1 > 255);
}
void complemented_byte_is_not_a_byte_feasible(unsigned char c) {
    // run: complemented_byte_is_not_a_byte_feasible(0x55)
    pc_label(~c != (unsigned char)~c);
}
void quotient_equals_the_dividend_feasible(int x, int y) {
    // run: quotient_equals_the_dividend_feasible(0, 5)
    if (y > 1)
        pc_label(x / y == x);
}
void negative_quotient_of_unsigned_feasible(int x) {
    // run: negative_quotient_of_unsigned_feasible(-8)
    if (x < 0)
        pc_label(x / 2u > 1000);
}

void power_of_two_modulus_duplicate(unsigned x) {
    pc_label(x % 8 == 5);
    pc_label((x & 7) == 5);
}
void unsigned_half_duplicate(unsigned x) {
    pc_label(x / 2 == 9);
    pc_label(x >> 1 == 9);
}
void sign_bit_duplicate(int x) {
    pc_label(x < 0);
    pc_label((unsigned)x >> 31);
}
void larger_quotient_subsumes(unsigned x) {
    pc_label(x / 10 > 3);
    pc_label(x / 10 > 7);
}
void shifted_bit_subsumes(unsigned x) {
    pc_label((x >> 3 & 1) && (x & 1));
    pc_label(x & 8);
}
void signed_half_distinct(int x) {
    // run: signed_half_distinct(-1)
    // run: signed_half_distinct(-3)
    /* rounding differs below zero */
    pc_label(x / 2 == 0 && x);
    pc_label(x >> 1 == -2);
}
void halves_of_odd_negatives_distinct(int x) {
    // run: halves_of_odd_negatives_distinct(-9)
    // run: halves_of_odd_negatives_distinct(-7)
    pc_label(x / 2 == -4);
    pc_label(x >> 1 == -4);
}
void remainders_of_both_signs_distinct(int x) {
    // run: remainders_of_both_signs_distinct(5)
    // run: remainders_of_both_signs_distinct(-1)
    pc_label(x % 4 == 1);
    pc_label((x & 3) == 3);
}
