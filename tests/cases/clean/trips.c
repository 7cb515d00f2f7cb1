/* Loops of few trips, tables, small functions that are looked into, and what variables lie between. */
#include "world/world.h"
#include <limits.h>

static const signed char steps[5] = { 1, 2, -3, 4, 5 };
static const short grid[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
static int level;
static int larger(int a, int b) { return a > b ? a : b; }
static int raised(int by) { level += by; return level; }
static int loops(unsigned n) {
    int r = 0;
    while (n > 7) {
        n /= 2;
        r++;
    }
    return r > 0;
}
static int never_back(int x) {
    if (x > 3)
        unknown();
    return x;
}

void stopped_between_trips_distinct(int x) {
    // run: doing = leaves; stopped_between_trips_distinct(9)
    // run: stopped_between_trips_distinct(4)
    for (int i = 0; i < 3; i++) {
        pc_label(i == 0 && x > 5);
        unknown();
        pc_label(i == 2 && x > 3);
    }
}
void stopped_before_an_earlier_point_distinct(int x) {
    // run: doing = leaves; stopped_before_an_earlier_point_distinct(9)
    // run: stopped_before_an_earlier_point_distinct(4)
    for (int i = 0; i < 3; i++) {
        pc_label(i == 2 && x > 3);
        pc_label(i == 0 && x > 5);
        unknown();
    }
}
void stopped_on_the_way_out_distinct(int x) {
    // run: doing = leaves; stopped_on_the_way_out_distinct(9)
    // run: stopped_on_the_way_out_distinct(4)
    for (int i = 0; i < 3; i++) {
        pc_label(x > 5);
        unknown();
    }
    pc_label(x > 3);
}
void stopped_in_a_callee_distinct(int x) {
    // run: doing = leaves; stopped_in_a_callee_distinct(9)
    // run: stopped_in_a_callee_distinct(2)
    int y;
    pc_label(x > 5);
    y = never_back(x);
    pc_label(y > 1);
}
void other_trips_distinct(int x) {
    // run: other_trips_distinct(1)
    // run: other_trips_distinct(2)
    for (int i = 0; i < 2; i++) {
        pc_label(i == 0 && (x & 1));
        x >>= 1;
        pc_label(i == 0 && (x & 1));
    }
}
void first_trip_means_second_subsumes(int x) {
    for (int i = 0; i < 2; i++)
        pc_label(i == 0 && x > 5);
    pc_label(x > 3);
}
void value_of_a_later_trip_feasible(void) {
    // run: value_of_a_later_trip_feasible()
    int a = 0, b = 1;
    for (int i = 0; i < 8; i++) {
        int c = a + b;
        pc_label(c == 21);
        a = b;
        b = c;
    }
}
void no_such_value_in_any_trip_infeasible(void) {
    int a = 0, b = 1;
    for (int i = 0; i < 8; i++) {
        int c = a + b;
        pc_label(c == 20);
        a = b;
        b = c;
    }
}
void inner_trips_depend_on_outer_feasible(void) {
    // run: inner_trips_depend_on_outer_feasible()
    int n = 0;
    for (int i = 0; i < 4; i++)
        for (int j = i; j < 4; j++) {
            n++;
            pc_label(n == 10 && i == 3 && j == 3);
        }
}
void continue_of_the_outer_loop_feasible(void) {
    // run: continue_of_the_outer_loop_feasible()
    int n = 0;
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            if (j == i)
                goto next;
            n++;
        }
next:
        pc_label(n == 6);
    }
}
void switch_leaves_the_loop_feasible(int x) {
    // run: switch_leaves_the_loop_feasible(2)
    int i;
    for (i = 0; i < 5; i++) {
        switch (x - i) {
        case 0:
            goto out;
        default:
            continue;
        }
    }
out:
    pc_label(i == 2);
}
void more_trips_than_are_unrolled_feasible(void) {
    // run: more_trips_than_are_unrolled_feasible()
    int i, n = 0;
    for (i = 0; i < 1000; i++)
        n += 3;
    pc_label(n == 3000);
}
void volatile_bound_feasible(void) {
    // no run: no world changes it
    volatile int n = 2;
    int i = 0;
    while (i < n && i < 9)
        i++;
    pc_label(i == 5);
}
void bound_behind_a_pointer_feasible(int *p) {
    // run: int v = 2; taking = nines; bound_behind_a_pointer_feasible(&v)
    int i;
    for (i = 0; i < *p && i < 10; i++)
        if (i == 1)
            given(p);
    pc_label(i > 5);
}

void table_entry_infeasible(unsigned i) {
    pc_label(i < 5 && steps[i] == 3);
    pc_label(i < 2 && i + 1 < 3 && grid[1][i] < 4);
}
void table_entry_feasible(unsigned i, unsigned j) {
    // run: table_entry_feasible(2, 0); table_entry_feasible(1, 2);
    pc_label((i < 5 && steps[i] == -3) || (i < 2 && j < 3 && grid[i][j] == 6));
}

void larger_of_two_infeasible(int a, int b) {
    int m = larger(a, b);
    pc_label(m < a || m < b);
}
void order_of_two_calls_feasible(void) {
    // run: order_of_two_calls_feasible();
    level = 0;
    int x = raised(1) + 10 * raised(2);
    pc_label(x == 31 || x == 23);
}
void order_of_the_calls_feasible(void) {
    // no run: the compiler chooses one order
    level = 0;
    int x = raised(1) + 10 * raised(2);
    pc_label(x == 23);
}
void effect_of_a_small_callee_feasible(void) {
    // run: effect_of_a_small_callee_feasible()
    level = 0;
    raised(3);
    pc_label(level == 3);
}
void callee_with_a_loop_feasible(unsigned n) {
    // run: callee_with_a_loop_feasible(100)
    int r = loops(n);
    pc_label(r == 1);
}

void counter_stays_positive_infeasible(int n) {
    for (int i = 0; i < n; i++)
        pc_label(i < 0);
}
void counter_in_its_bounds_infeasible(void) {
    for (int i = 5; i < 500; i++)
        pc_label(i < 5 || i > 499);
}
void after_a_long_loop_infeasible(void) {
    int i;
    for (i = 0; i < 500; i++)
        ;
    pc_label(i != 500);
}
void counts_down_infeasible(int n) {
    if (n > 100)
        n = 100;
    for (int i = n; i >= 0; i--)
        pc_label(i > 100 || i < 0);
}
void byte_counter_wraps_feasible(void) {
    // run: byte_counter_wraps_feasible()
    unsigned n = 0;
    for (unsigned char i = 200; i != 100; i++)
        if (n++ > 60)
            pc_label(i < 50);
}
void unsigned_goes_below_zero_feasible(unsigned n) {
    // run: unsigned_goes_below_zero_feasible(3)
    for (unsigned i = n; i <= n; i--)
        n = n > 50 ? n : n;
    unsigned k = 30;
    while (k < 31 && k != n)
        k--;
    pc_label(k == 3 || k > 31);
}
void signed_step_over_the_end_feasible(int n) {
    // run: signed_step_over_the_end_feasible(INT_MAX - 2)
    int passed = 0;
    for (unsigned i = n; passed < 90; i += 1) {
        passed++;
        pc_label((int)i < 0);
    }
}
void narrowed_by_a_cast_feasible(void) {
    // run: narrowed_by_a_cast_feasible()
    int i;
    for (i = 0; (signed char)i >= 0; i++)
        ;
    pc_label(i == 128);
}
void mixed_signs_feasible(int n) {
    // run: mixed_signs_feasible(-5)
    while (n < 40u || n < 0) {
        pc_label(n < 0);
        n++;
    }
}
void grows_by_products_feasible(void) {
    // run: grows_by_products_feasible()
    unsigned x = 3;
    for (int i = 0; i < 60; i++) {
        pc_label(i > 20 && x < 400000000);
        x *= 7;
    }
}
void counts_the_bits_of_a_byte_infeasible(unsigned char byte) {
    unsigned n = 0;
    for (unsigned y = byte; y; y &= y - 1)
        n++;
    pc_label(n > 8);
    pc_label(n == 0 && byte);
}
void halves_what_is_left_infeasible(unsigned char limit) {
    int low = 0, high = limit & 7;
    while (low < high) {
        int middle = (low + high) / 2;
        pc_label(middle >= high);
        if (input())
            low = middle + 1;
        else
            high = middle;
    }
    pc_label(low != high);
}
void in_the_last_of_its_trips_feasible(unsigned char byte) {
    // run: in_the_last_of_its_trips_feasible(255)
    unsigned n = 0;
    for (unsigned y = byte; y; y &= y - 1) {
        n++;
        pc_label(n == 8);
    }
}
void behind_the_last_of_its_trips_feasible(unsigned char byte) {
    // run: behind_the_last_of_its_trips_feasible(255)
    unsigned n = 0;
    for (unsigned y = byte; y; y &= y - 1)
        n++;
    pc_label(n == 8);
}
void in_the_last_trip_within_the_last_feasible(unsigned char byte) {
    // run: in_the_last_trip_within_the_last_feasible(15)
    unsigned n = 0;
    for (unsigned y = byte & 15; y; y &= y - 1)
        for (unsigned z = byte & 7; z; z &= z - 1) {
            n++;
            pc_label(n == 12);
        }
}
void after_more_trips_than_are_followed_feasible(unsigned x) {
    // run: after_more_trips_than_are_followed_feasible(-1u)
    unsigned n = 0;
    for (unsigned y = x; y; y &= y - 1)
        n++;
    pc_label(n > 20);
}
