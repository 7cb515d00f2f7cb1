/* Where one mistake of tamis would give a wrong verdict and no other case shows it: each function is for one of
   src/base/seeded.rs. */
#include "world/world.h"

/* SignedCompareOffByOne */
void signed_char_at_its_largest_feasible(signed char c)
{
    // run: signed_char_at_its_largest_feasible(127)
    pc_label(c >= 127);
}

void signed_char_is_the_largest_number_feasible(signed char c, int n)
{
    // run: signed_char_is_the_largest_number_feasible(127, 0)
    long wide = c;
    pc_label(!(wide < 127) && n == 0);
}

/* SignedCompareUnsigned */
void signed_chars_in_order_feasible(signed char a, signed char b)
{
    // run: signed_chars_in_order_feasible(-1, 1)
    if (a == -1 && b == 1)
        pc_label(a < b);
}

void signed_shorts_in_order_feasible(short a, short b)
{
    // run: signed_shorts_in_order_feasible(-5, 7)
    if (a < 0 && b > 0)
        pc_label((long)a < (long)b);
}

/* FloatLessIsNotGreater */
void neither_less_nor_at_least_feasible(double x, double y)
{
    // run: neither_less_nor_at_least_feasible(NAN, 1)
    if (!(y < x))
        pc_label(!(x <= y));
}

/* ResultOfLastReturn */
static int direction(int x)
{
    if (x < 0)
        return -1;
    return 1;
}

void result_of_an_early_return_feasible(int x)
{
    // run: result_of_an_early_return_feasible(-3)
    int found = direction(x);
    pc_label(found == -1);
}

/* CalledTwiceIsOnce */
static void behind_two_calls_feasible(void)
{
    // run: behind_two_calls_feasible()
    pc_label(1);
}

void before_one_of_two_calls_distinct(int x)
{
    // run: before_one_of_two_calls_distinct(0)
    // run: before_one_of_two_calls_distinct(1)
    if (x) {
        pc_label(1);
        behind_two_calls_feasible();
    } else {
        pc_label(1);
        behind_two_calls_feasible();
    }
}

/* GroupsIgnoreLoops, LoopsEnd */
void behind_a_loop_without_end_subsumes(int x)
{
    // run: behind_a_loop_without_end_subsumes(0)
    // run: behind_a_loop_without_end_subsumes(1)
    pc_label(1);
    while (x)
        ;
    pc_label(1);
}

/* EveryPairCovers */
void third_way_unequal(int x)
{
    // run: third_way_unequal(0)
    // run: third_way_unequal(1)
    // run: third_way_unequal(2)
    pc_label(1);
    if (x == 0)
        pc_label(1);
    else if (x == 1)
        pc_label(1);
}

/* CarryLost: numbers that no search by chance finds */
void sum_needs_a_carry_feasible(unsigned x, unsigned y)
{
    // run: sum_needs_a_carry_feasible(0x1234567u ^ 40, 0x7654321u ^ 24)
    unsigned a = x ^ 0x1234567u, b = y ^ 0x7654321u;
    if (a < 64 && b < 64)
        pc_label(a + b == 64);
}

/* BoolTruncates */
void bool_of_an_even_number_feasible(int x)
{
    // run: bool_of_an_even_number_feasible(256)
    _Bool truth = x;
    pc_label(truth && (x & 255) == 0);
}

/* PointerDifferenceInBytes */
void neighbours_are_one_apart_feasible(int *p, int *q)
{
    // run: int t[2]; neighbours_are_one_apart_feasible(t, t + 1)
    if (q == p + 1)
        pc_label(q - p == 1);
}

/* PromotionForgotten */
void shifted_out_of_its_byte_feasible(unsigned char c)
{
    // run: shifted_out_of_its_byte_feasible(255)
    pc_label(c << 4 > 255);
}

/* AndDropped */
void masked_byte_is_smaller_feasible(unsigned char c)
{
    // run: masked_byte_is_smaller_feasible(255)
    unsigned wide = c;
    pc_label((wide & 15) != wide);
}

/* EqualityOfExtension: two numbers that a truncation makes one */
void char_is_no_large_number_feasible(signed char c)
{
    // run: char_is_no_large_number_feasible(-56)
    pc_label(c == -56 && !((__int128)c == 200));
}

/* CastByTarget */
void negative_number_becomes_a_large_one_feasible(int x)
{
    // run: negative_number_becomes_a_large_one_feasible(-1)
    unsigned long wide = x;
    pc_label(wide > 0xffffffffUL);
}

/* CopyTooShort */
struct last { char first, last; };

void last_byte_is_copied_feasible(struct last *p)
{
    // run: struct last v = { 1, 2 }; last_byte_is_copied_feasible(&v)
    struct last copy = { 0, 0 };
    copy = *p;
    pc_label(copy.last == 2);
}

/* ScaleForgotten */
void second_of_an_array_feasible(void)
{
    // run: second_of_an_array_feasible()
    unsigned t[2] = { 0x01020304, 0x05060708 };
    unsigned char *bytes = (unsigned char *)t;
    bytes[4] = 9;
    pc_label(t[1] == 0x05060709);
}

/* FloatsSwapped */
void greater_than_the_next_feasible(double x, double y)
{
    // run: greater_than_the_next_feasible(2, 1)
    if (y < x)
        pc_label(x > y && !(x < y));
}

/* Below are mistakes of the prover. It is asked where no state is found by chance, so the numbers here are such that chance finds
   none: `far(x, K) == n` holds for one x. */
#define far(x, k) ((x) ^ (k))

/* ByteOrderTurned */
void bytes_are_put_together_feasible(unsigned char a, unsigned char b, unsigned n)
{
    // run: bytes_are_put_together_feasible(1, 2, 0x1234567u ^ 5)
    union { unsigned char part[2]; unsigned short whole; } u;
    u.part[0] = a;
    u.part[1] = b;
    if (far(n, 0x1234567u) == 5)
        pc_label(u.whole == a + 256 * b && a < b);
}

/* ShiftStageForgotten */
void shifted_by_more_than_half_feasible(unsigned x, unsigned n)
{
    // run: shifted_by_more_than_half_feasible(0x1234567u ^ 0x40000u, 0x7654321u ^ 18)
    unsigned value = far(x, 0x1234567u), by = far(n, 0x7654321u);
    if (by > 15 && by < 32)
        pc_label(value >> by == 1);
}

/* ProductRowForgotten */
void product_with_eight_feasible(unsigned x, unsigned y)
{
    // run: product_with_eight_feasible(0x1234567u ^ 3, 0x7654321u ^ 9)
    unsigned a = far(x, 0x1234567u), b = far(y, 0x7654321u);
    if (a < 16 && b < 16)
        pc_label(a * b == 27);
}

/* RemainderOfDivisorsSign */
void remainder_is_negative_feasible(int x, int y)
{
    // run: remainder_is_negative_feasible(0x1234567 ^ -7, 0x7654321 ^ 5)
    int a = far(x, 0x1234567), b = far(y, 0x7654321);
    if (a < 0 && a > -9 && b > 3 && b < 9)
        pc_label(a % b == -2);
}

/* ExtensionBitsZero */
void negative_char_is_negative_feasible(unsigned n)
{
    // run: negative_char_is_negative_feasible(0x1234567u ^ 0x80)
    signed char c = far(n, 0x1234567u);
    if (far(n, 0x1234567u) == 0x80)
        pc_label(c + (int)(n & 1) < 0);
}

/* CompareWithoutTopBit, EqualityWithoutTopBit */
void differs_in_the_highest_bit_feasible(unsigned x, unsigned y)
{
    // run: differs_in_the_highest_bit_feasible(0x1234567u, 0x7654321u ^ 0x80000000u)
    unsigned a = far(x, 0x1234567u), b = far(y, 0x7654321u);
    if ((a ^ b) == 0x80000000u)
        pc_label(a < b && a != b);
}

/* OverlapsExcluded, CoreIncomplete */
struct __attribute__((packed, may_alias)) anywhere { unsigned value; };

void written_over_in_part_feasible(struct anywhere *p, struct anywhere *q)
{
    // run: char room[8]; written_over_in_part_feasible((struct anywhere *)room, (struct anywhere *)(room + 1))
    p->value = 0x01010101;
    q->value = 0x02020202;
    pc_label(p->value == 0x02020201);
}

/* LemmaOfOneArgument */
void below_one_and_not_the_other_feasible(double x, double y, double z, unsigned n)
{
    // run: below_one_and_not_the_other_feasible(1, 2, 0, 0x1234567u ^ 5)
    if (far(n, 0x1234567u) == 5)
        pc_label(x < y && !(x < z));
}

/* ScopeStays, ChoiceStays: what one question is about, another one is not */
void each_of_two_numbers_feasible(unsigned n)
{
    // run: each_of_two_numbers_feasible(0x1234567u ^ 5)
    // run: each_of_two_numbers_feasible(0x1234567u ^ 6)
    // run: each_of_two_numbers_feasible(0x1234567u ^ 7)
    if (far(n, 0x1234567u) == 5)
        pc_label(!(n & 1));
    else if (far(n, 0x1234567u) == 6)
        pc_label(n & 1);
    else if (far(n, 0x1234567u) == 7)
        pc_label(!(n & 1));
}
