/* for, while, do, nested, break, continue; labels of different visits. */
#include "world/world.h"
#include <limits.h>

void after_the_loop_the_test_failed_infeasible(int n) {
    int i = 0;
    while (i < n)
        i++;
    pc_label(i < n);
}
void inside_the_loop_the_test_held_infeasible(int n) {
    for (int i = 0; i < n; i++)
        pc_label(i >= n);
}
void counter_below_its_start_infeasible(int n) {
    if (n < 100)
        for (int i = 0; i < n; i++)
            pc_label(i < 0);
}
void counter_beyond_its_bound_infeasible(void) {
    for (int i = 0; i < 10; i++)
        pc_label(i > 9);
}
void counter_after_the_loop_infeasible(void) {
    int i;
    for (i = 0; i < 10; i++)
        ;
    pc_label(i != 10);
}
void untouched_by_the_loop_infeasible(int n) {
    int flag = 3;
    for (int i = 0; i < n; i++)
        input();
    pc_label(flag != 3);
}
void do_runs_once_infeasible(int n) {
    int ran = 0;
    do
        ran = 1;
    while (n-- > 0);
    pc_label(!ran);
}
void after_an_endless_loop_infeasible(void) {
    for (;;)
        input();
    pc_label(1);
}
void broken_out_with_the_value_infeasible(int n) {
    int i = 0;
    for (;;) {
        if (i == n)
            break;
        i++;
    }
    pc_label(i != n);
}
void continued_past_infeasible(int n) {
    for (int i = 0; i < n; i++) {
        if (i & 1)
            continue;
        pc_label(i & 1);
    }
}
void inner_bound_infeasible(int n) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            pc_label(j >= i);
}
void outer_value_in_the_inner_loop_infeasible(int n) {
    for (int i = 0; i < n; i++) {
        int k = i;
        for (int j = 0; j < 3; j++)
            pc_label(k != i);
    }
}
void counted_down_infeasible(unsigned n) {
    while (n > 0) {
        pc_label(n == 0);
        n--;
    }
    pc_label(n != 0);
}
void same_before_and_in_the_loop_infeasible(int n, int c) {
    if (c == 4)
        while (n-- > 0)
            pc_label(c != 4);
}
void never_entered_infeasible(void) {
    int n = 0;
    while (n > 0) {
        pc_label(1);
        n--;
    }
}
void FN_step_of_two_is_even_infeasible(void) {
    for (int i = 0; i < 100; i += 2)
        pc_label(i & 1);
}
void sum_of_small_steps_infeasible(void) {
    int s = 0;
    for (int i = 0; i < 4; i++)
        s += i;
    pc_label(s != 6);
}
void found_or_not_infeasible(const int *t, int n) {
    int found = 0;
    for (int i = 0; i < n; i++)
        if (t[i] == 3) {
            found = 1;
            break;
        }
    pc_label(found != 0 && found != 1);
}

void loop_changes_the_value_feasible(int n) {
    // run: loop_changes_the_value_feasible(1)
    int x = 0;
    for (int i = 0; i < n; i++)
        x = 1;
    pc_label(x == 1);
}
void loop_runs_no_time_feasible(int n) {
    // run: loop_runs_no_time_feasible(0)
    int x = 0;
    for (int i = 0; i < n; i++)
        x = 1;
    pc_label(x == 0);
}
void second_visit_differs_feasible(int n) {
    // run: second_visit_differs_feasible(2)
    int last = -1;
    for (int i = 0; i < n; i++) {
        pc_label(last == 0);
        last = i;
    }
}
void value_from_an_earlier_round_feasible(int n) {
    // run: value_from_an_earlier_round_feasible(8)
    int a = 0, b = 0, c = 0;
    while (n-- > 0) {
        pc_label(c == 5);
        c = b;
        b = a;
        a = n;
    }
}
void break_skips_the_test_feasible(int n) {
    // run: next = 1; break_skips_the_test_feasible(5)
    int i;
    for (i = 0; i < n; i++)
        if (input())
            break;
    pc_label(i < n);
}
void counter_wraps_feasible(unsigned char n) {
    // run: counter_wraps_feasible(100)
    unsigned char i = 250;
    do
        i++;
    while (i != n && i);
    pc_label(i == 0);
}
void array_written_by_the_loop_feasible(void) {
    // run: array_written_by_the_loop_feasible()
    int t[4] = { 0 };
    for (int i = 0; i < 4; i++)
        t[i] = i;
    pc_label(t[3] == 3);
}
void pointer_walks_feasible(char *s) {
    // run: char v[] = "ab"; pointer_walks_feasible(v)
    char *start = s;
    while (*s)
        s++;
    pc_label(s != start);
}
void inner_loop_writes_the_outer_counter_feasible(int n) {
    // run: inner_loop_writes_the_outer_counter_feasible(5)
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < 3; j++)
            i++;
        pc_label(i > n || i == 3);
    }
}
void written_through_a_pointer_in_the_loop_feasible(int n) {
    // run: written_through_a_pointer_in_the_loop_feasible(1)
    int x = 0, *p = &x;
    while (n-- > 0)
        *p = 7;
    pc_label(x == 7);
}
void continue_skips_the_rest_feasible(int n) {
    // run: next = 1; continue_skips_the_rest_feasible(1)
    int x = 0;
    for (int i = 0; i < n; i++) {
        if (input())
            continue;
        x = 1;
    }
    pc_label(n > 0 && x == 0);
}
void condition_with_a_step_feasible(int n) {
    // run: condition_with_a_step_feasible(0)
    while (n--)
        ;
    pc_label(n == -1);
}
void swapped_in_each_round_feasible(int n) {
    // run: swapped_in_each_round_feasible(1)
    int a = 1, b = 2;
    while (n-- > 0) {
        int t = a;
        a = b;
        b = t;
    }
    pc_label(a == 2);
}
void jumps_into_the_loop_feasible(int c) {
    // run: jumps_into_the_loop_feasible(1)
    int i = 9;
    if (c)
        goto inside;
    for (i = 0; i < 3; i++) {
inside:
        pc_label(i == 9);
    }
}

void same_round_duplicate(int n, int m) {
    for (int i = 0; i < n; i++) {
        pc_label(i == m);
        m + 1;
        pc_label(m == i);
    }
}
void FN_before_and_after_a_counted_loop_duplicate(int n, int x) {
    pc_label(x > 2);
    for (int i = 0; i < n; i++)
        ;
    pc_label(x > 2);
}
void tighter_in_the_same_round_subsumes(int n) {
    for (int i = 0; i < n; i++) {
        pc_label(i > 3);
        pc_label(i > 4);
    }
}
void FN_inside_means_before_subsumes(int n) {
    pc_label(n > 0);
    while (n > 5) {
        pc_label(1);
        n -= 3;
    }
}
void before_an_endless_loop_distinct(int x) {
    // run: next = 1; before_an_endless_loop_distinct(1)
    // run: next = 0; before_an_endless_loop_distinct(2)
    /* the loop may never end */
    pc_label(x == 1);
    while (input() == 1)
        for (;;)
            input();
    pc_label(x < 5);
}
void first_and_later_rounds_distinct(int n) {
    // run: first_and_later_rounds_distinct(-1)
    // run: first_and_later_rounds_distinct(6)
    int i = 3;
    do {
        pc_label(n < 0);
        i++;
    } while (i < n);
    pc_label(i > 4);
}
void different_rounds_distinct(int n, int m) {
    // run: different_rounds_distinct(1, 0)
    // run: different_rounds_distinct(5, 4)
    for (int i = 0; i < n; i++) {
        pc_label(i == m && n == 1);
        pc_label(i == m + 1 || m == 4);
    }
}
void early_exit_between_distinct(int x) {
    // run: next = 1; early_exit_between_distinct(1)
    // run: next = 0; early_exit_between_distinct(0)
    for (int i = 0; i < 3; i++) {
        pc_label(x);
        if (input())
            break;
        pc_label(x || i == 0);
    }
}
void loop_may_not_be_entered_distinct(int n, int x) {
    // run: loop_may_not_be_entered_distinct(0, 1)
    // run: loop_may_not_be_entered_distinct(1, 0)
    pc_label(x);
    for (int i = 0; i < n; i++)
        pc_label(i == 0);
}
