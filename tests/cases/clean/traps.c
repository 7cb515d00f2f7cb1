/* Where one mistake of tamis would give a wrong verdict and no other case shows it: each function is for one of
   benchmarks/laboratory/mistakes. */
#include "world/world.h"
#include <string.h>

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

/* BitFieldSpills */
void neighbour_of_a_bit_field_feasible(int x)
{
    // run: neighbour_of_a_bit_field_feasible(9)
    struct { unsigned first : 3, second : 5; } s;
    s.second = x;
    s.first = 1;
    pc_label(s.second == 9);
}

/* OverlapForgotten */
void half_of_a_number_is_written_feasible(unsigned x)
{
    // run: half_of_a_number_is_written_feasible(0x10002)
    union { unsigned whole; unsigned short half[2]; } u;
    u.whole = x;
    u.half[1] = 7;
    pc_label(u.whole == 0x70002);
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

/* Below are mistakes of the prover. It is asked about what no state shows that is found by chance, so the numbers here are
   hidden: `hidden(x)` is n for `x = shown(n)` only. */
#define hidden(x) (((x) ^ 0x1234567u) ^ ((x) ^ 0x1234567u) >> 16)
#define shown(n) (((n) ^ (unsigned)(n) >> 16) ^ 0x1234567u)

/* ShiftStageForgotten */
void shifted_by_more_than_half_feasible(unsigned x, unsigned n)
{
    // run: shifted_by_more_than_half_feasible(shown(0xb0000000u), shown(28))
    unsigned value = hidden(x), by = hidden(n);
    if (by > 25 && by < 32)
        pc_label(value >> by == 11);
}

/* ProductRowForgotten */
void product_with_nine_feasible(unsigned x, unsigned y)
{
    // run: product_with_nine_feasible(shown(11), shown(13))
    unsigned a = hidden(x), b = hidden(y);
    if (a < 16 && b < 16)
        pc_label(a * b == 143);
}

/* ExtensionBitsZero */
void negative_char_is_negative_feasible(unsigned x, unsigned y)
{
    // run: negative_char_is_negative_feasible(shown(0x90), shown(0x91))
    signed char c = hidden(x), d = hidden(y);
    if (hidden(x) == 0x90 && hidden(y) < 256)
        pc_label(c + d == -223);
}

/* CompareWithoutTopBit */
void above_in_the_highest_bit_feasible(unsigned x, unsigned y)
{
    // run: above_in_the_highest_bit_feasible(shown(0x87654321u), shown(0x7654321u))
    unsigned a = hidden(x), b = hidden(y);
    if (a - b == 0x80000000u && (b & 0xfffffff) == 0x7654321u)
        pc_label(a > b);
}

/* EqualityWithoutTopBit */
void differs_in_the_highest_bit_feasible(unsigned x, unsigned y)
{
    // run: differs_in_the_highest_bit_feasible(shown(0x87654321u), shown(0x7654321u))
    unsigned a = hidden(x), b = hidden(y);
    if ((a & 0x7fffffff) == 0x7654321u && (b & 0x7fffffff) == 0x7654321u)
        pc_label(a != b);
}

/* OverlapsExcluded, CoreIncomplete */
struct __attribute__((packed, may_alias)) anywhere { unsigned value; };

void written_over_in_part_feasible(struct anywhere *p, struct anywhere *q, unsigned n)
{
    // run: char room[8]; written_over_in_part_feasible((struct anywhere *)room, (struct anywhere *)(room + 1), shown(7))
    p->value = 0x01010101;
    q->value = 0x02020202;
    if (hidden(n) == 7)
        pc_label(p->value == 0x02020201);
}

/* ByteOrderTurned */
void bytes_are_put_together_feasible(unsigned x, unsigned y)
{
    // run: bytes_are_put_together_feasible(shown(0x9abc1234), shown(0x5def7812))
    union { unsigned char part[2]; unsigned short whole; } u;
    u.part[0] = hidden(x);
    u.part[1] = hidden(y);
    pc_label(hidden(x) == 0x9abc1234 && hidden(y) == 0x5def7812 && (u.whole ^ u.whole >> 3) == 0x1072);
}

/* RemainderOfDivisorsSign */
void remainder_is_negative_feasible(unsigned x, unsigned y)
{
    // run: remainder_is_negative_feasible(shown(-2777), shown(1000))
    int a = hidden(x), b = hidden(y);
    if (a < 0 && a > -30000 && b > 900 && b < 2000)
        pc_label(a % b == -777);
}

/* LemmaOfOneArgument */
void below_one_and_not_the_other_feasible(double x, double u, double v, unsigned m, unsigned n)
{
    // run: below_one_and_not_the_other_feasible(1, 2, 0, 1, shown(0x9abc1234))
    double y = m & 1 ? u : v;
    pc_label((!(m & 1) || hidden(n) == 0x9abc1234) && x < y && !(x < v));
}

/* ScopeStays */
void known_in_another_place_only_feasible(unsigned m, unsigned n)
{
    // run: known_in_another_place_only_feasible(shown(5), shown(7))
    // run: known_in_another_place_only_feasible(shown(5), shown(9))
    if (hidden(n) == 7)
        pc_label(1);
    if (hidden(m) == 5)
        pc_label(hidden(n) == 9);
}

/* ChoiceStays */
void numbers_in_ranges_unequal(unsigned n)
{
    // run: numbers_in_ranges_unequal(shown(7))
    // run: numbers_in_ranges_unequal(shown(50))
    // run: numbers_in_ranges_unequal(shown(150))
    // run: numbers_in_ranges_unequal(shown(30))
    // run: numbers_in_ranges_unequal(shown(77))
    pc_label(hidden(n) == 7);
    pc_label(hidden(n) < 100);
    pc_label(hidden(n) < 200);
    pc_label(hidden(n) == 30);
    pc_label(hidden(n) == 30 || hidden(n) == 77);
}

/* StatesAreProofs */
void almost_always_subsumes(unsigned n)
{
    // run: almost_always_subsumes(1)
    // run: almost_always_subsumes(shown(7))
    pc_label(1);
    pc_label(hidden(n) != 7);
}

/* ClauseTooShort, ClauseTooSmall: a search that has to learn much */
void product_of_two_primes_feasible(unsigned x, unsigned y)
{
    // run: product_of_two_primes_feasible(shown(4093), shown(4091))
    unsigned a = hidden(x), b = hidden(y);
    if (a < 4096 && b < a)
        pc_label(a * b == 16744463);
}

/* OutOfStepsIsProof, OpenIsProved: a search that finds nothing */
void product_of_two_large_primes_feasible(unsigned long a, unsigned long b)
{
    // run: product_of_two_large_primes_feasible(2147483647, 2147483629)
    if (a > 2 && b > 2 && a < 1ul << 32 && b < 1ul << 32)
        pc_label(a * b == 4611685975477714963);
}
