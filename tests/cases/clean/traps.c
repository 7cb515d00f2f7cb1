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
