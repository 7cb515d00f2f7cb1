/* switch with fallthrough and default, goto, computed goto, ternaries, short circuits, comma. */
#include "world/world.h"

void case_with_another_value_infeasible(int x) {
    switch (x) {
    case 1:
        pc_label(x != 1);
        break;
    default:
        pc_label(x == 1);
    }
}
void default_between_cases_infeasible(unsigned char x) {
    switch (x & 3) {
    case 0: case 1: case 2: case 3:
        break;
    default:
        pc_label(1);
    }
}
void fallthrough_has_two_values_infeasible(int x) {
    switch (x) {
    case 1:
        x = 5;
    case 2:
        pc_label(x != 5 && x != 2);
    }
}
void case_range_infeasible(int x) {
    switch (x) {
    case 10 ... 20:
        pc_label(x < 10 || x > 20);
    }
}
void after_a_return_infeasible(int x) {
    if (x > 0)
        return;
    pc_label(x > 0);
}
void nested_decisions_infeasible(int a, int b) {
    if (a < b)
        if (b < 3)
            pc_label(a >= 3);
}
void else_of_a_conjunction_infeasible(int a, int b) {
    if (a && b)
        return;
    if (a)
        pc_label(b);
}
void skipped_by_goto_infeasible(int x) {
    goto end;
    pc_label(x);
end:
    ;
}
void joined_with_a_flag_infeasible(int x) {
    int flag = 0;
    if (x > 10)
        flag = 1;
    if (flag)
        pc_label(x <= 10);
}
void minimum_is_above_infeasible(int a, int b) {
    int m = a < b ? a : b;
    pc_label(m > a);
    pc_label(m != a && m != b);
}
void clamped_infeasible(int x) {
    x = x < 0 ? 0 : x > 9 ? 9 : x;
    pc_label(x < 0);
    pc_label(x > 9);
}
void short_circuit_keeps_infeasible(int a) {
    int n = 0;
    if (a && ++n)
        ;
    pc_label(!a && n);
}
void comma_takes_the_last_infeasible(int a) {
    int b = (a++, 3);
    pc_label(b != 3);
}
void post_increment_gives_the_old_infeasible(int a) {
    int b = a++;
    pc_label(b != a - 1);
}
void compound_assignment_infeasible(int a) {
    int b = a;
    b += 2;
    b -= a;
    b <<= 1;
    b |= 1;
    pc_label(b != 5);
}
void compound_assignment_narrows_infeasible(unsigned char c) {
    c += 200;
    c *= 2;
    pc_label(c & 1);
}
void boolean_value_infeasible(int a, int b) {
    int c = a > b;
    pc_label(c && a <= b);
    pc_label(c != 0 && c != 1);
}
enum colour { RED, GREEN = 4, BLUE };
void enum_constant_infeasible(void) {
    enum colour c = BLUE;
    pc_label(c != 5);
}
void statement_expression_infeasible(int a) {
    int b = ({ int t = a & 3; t + 1; });
    pc_label(b > 4 || b < 1);
}
void builtin_expect_infeasible(int a) {
    if (__builtin_expect(a == 3, 0))
        pc_label(a != 3);
}
void unreachable_default_infeasible(int x) {
    int y;
    switch (x) {
    case 0: y = 1; break;
    case 1: y = 2; break;
    default: return;
    }
    pc_label(y == 0);
}
void three_way_infeasible(int a, int b) {
    if (a < b)
        return;
    else if (a > b)
        return;
    pc_label(a != b);
}
void builtin_unreachable_infeasible(int a) {
    if (a > 3)
        __builtin_unreachable();
    pc_label(a > 3);
}

void fallthrough_arrives_with_another_value_feasible(int x) {
    // run: fallthrough_arrives_with_another_value_feasible(1)
    int y = 0;
    switch (x) {
    case 1:
        y = 1;
    case 2:
        pc_label(y == 1);
    }
}
void default_in_the_middle_feasible(int x) {
    // run: default_in_the_middle_feasible(7)
    int y = 0;
    switch (x) {
    case 1:
        y = 1;
        break;
    default:
        y = 2;
    case 3:
        pc_label(y == 2 && x != 3);
    }
}
void no_case_matches_feasible(int x) {
    // run: no_case_matches_feasible(2)
    int y = 0;
    switch (x) {
    case 1:
        y = 1;
    }
    pc_label(x != 1 && y == 0);
}
void enum_holds_another_value_feasible(enum colour c) {
    // run: enum_holds_another_value_feasible((enum colour)2)
    pc_label(c != RED && c != GREEN && c != BLUE);
}
void case_after_conversion_feasible(long x) {
    // run: case_after_conversion_feasible((1L << 32) + 1)
    switch ((int)x) {
    case 1:
        pc_label(x != 1);
    }
}
void goto_jumps_back_feasible(int n) {
    // run: goto_jumps_back_feasible(3)
    int k = 0;
again:
    pc_label(k == 2);
    if (k++ < n)
        goto again;
}
void goto_over_an_initialiser_feasible(int c) {
    // run: goto_over_an_initialiser_feasible(0)
    int y = 5;
    if (c)
        goto over;
    y = 1;
over:
    pc_label(y == 1);
}
void computed_goto_goes_anywhere_feasible(int i) {
    // run: computed_goto_goes_anywhere_feasible(0)
    // run: computed_goto_goes_anywhere_feasible(1)
    static void *const to[] = { &&one, &&two };
    goto *to[i & 1];
one:
    pc_label(1);
    return;
two:
    pc_label(1);
}
void effect_of_a_second_operand_feasible(int a) {
    // run: effect_of_a_second_operand_feasible(1)
    int n = 0;
    if (a && n++)
        return;
    pc_label(n == 1);
}
void assignment_in_a_condition_feasible(int a) {
    // run: next = 3; assignment_in_a_condition_feasible(0)
    if ((a = input()) != 0)
        pc_label(a == 3);
}
void builtin_expect_is_wrong_feasible(int a) {
    // run: builtin_expect_is_wrong_feasible(1)
    if (__builtin_expect(a, 0))
        pc_label(1);
}
void asm_changes_an_operand_feasible(int x) {
    // run: asm_changes_an_operand_feasible(3)
    int y = x;
    __asm__("incl %0" : "+r"(y));
    pc_label(y != x);
}
void asm_changes_memory_feasible(int *p) {
    // run: int v = 0; asm_changes_memory_feasible(&v)
    *p = 1;
    __asm__ volatile("movl $2, (%0)" : : "r"(p) : "memory");
    pc_label(*p == 2);
}
void both_arms_of_a_ternary_feasible(int c, int x) {
    // run: both_arms_of_a_ternary_feasible(1, 0)
    // run: both_arms_of_a_ternary_feasible(0, 5)
    int y = c ? 4 : x;
    pc_label(y == 4);
    pc_label(y == 5);
}
void unsigned_switch_on_negative_feasible(signed char c) {
    // run: unsigned_switch_on_negative_feasible(-1)
    switch ((unsigned char)c) {
    case 255:
        pc_label(c < 0);
    }
}
void duffs_device_feasible(int n) {
    // run: duffs_device_feasible(5)
    int k = 0;
    switch (n & 3) {
    case 0:
        do {
            k++;
    case 3:
            k++;
    case 2:
            k++;
    case 1:
            k++;
            pc_label(k == 5);
            n -= 4;
        } while (n > 0);
    }
}

void both_arms_of_a_switch_duplicate(int x) {
    pc_label(x == 2);
    switch (x) {
    case 1: x += 10; break;
    case 2: x += 20; break;
    default: x = 0;
    }
    pc_label(x == 22);
}
void joined_by_a_flag_duplicate(int x) {
    int flag = x > 3;
    pc_label(flag);
    pc_label(x > 3);
}
void across_a_decision_duplicate(int x, int y) {
    pc_label(x == 1);
    if (y)
        y = 2;
    else
        y = 3;
    pc_label(x == 1);
}
void inside_and_before_a_branch_duplicate(int x) {
    pc_label(x > 3);
    if (x > 3)
        pc_label(1);
}
void ternary_and_decision_duplicate(int a, int b) {
    int m = a > b ? a : b;
    pc_label(m == a);
    pc_label(a >= b);
}
void reached_only_with_it_subsumes(int x) {
    pc_label(x > 0);
    if (x > 5)
        pc_label(1);
}
void case_of_a_switch_subsumes(int x) {
    pc_label(x >= 0);
    switch (x) {
    case 3:
        pc_label(1);
    }
}
void after_the_increment_subsumes(unsigned char c) {
    int x = c;
    pc_label(x > 6);
    x++;
    pc_label(x > 9);
}
void returned_between_distinct(int x, int y) {
    // run: returned_between_distinct(1, 1)
    // run: returned_between_distinct(2, 0)
    pc_label(x == 1);
    if (y)
        return;
    pc_label(x == 1 || x == 2);
}
void two_arms_distinct(int x, int y) {
    // run: two_arms_distinct(1, 1)
    // run: two_arms_distinct(0, 1)
    if (x)
        pc_label(y);
    else
        pc_label(y);
}
void changed_between_distinct(int x, int y) {
    // run: changed_between_distinct(1, 0)
    // run: changed_between_distinct(0, 1)
    pc_label(x > 0);
    x = y;
    pc_label(x > 0);
}
void goto_around_the_second_distinct(int x, int y) {
    // run: goto_around_the_second_distinct(1, 1)
    // run: goto_around_the_second_distinct(-1, 0)
    pc_label(x > 0);
    if (y)
        goto end;
    pc_label(x != 0);
end:
    ;
}
void fallthrough_into_the_second_distinct(int x) {
    // run: fallthrough_into_the_second_distinct(1)
    // run: fallthrough_into_the_second_distinct(2)
    switch (x) {
    case 1:
        pc_label(x);
        if (input() == 0)
            break;
    case 2:
        pc_label(x);
    }
}
void computed_goto_between_distinct(int x, int i) {
    // run: computed_goto_between_distinct(1, 0)
    // run: computed_goto_between_distinct(0, 1)
    static void *const to[] = { &&out, &&on };
    pc_label(x == 1);
    goto *to[i & 1];
on:
    pc_label(x >= 0);
out:
    ;
}
/* A loop that is entered in its middle: the first visit and the later ones have nothing in common. */
void entered_in_the_middle_feasible(int n) {
    // run: entered_in_the_middle_feasible(1)
    int x = 5, y = 0;
    if (x > 3)
        goto inside;
again:
    y = 1;
inside:
    pc_label(y == 1);
    if (n-- > 0)
        goto again;
}
void entered_in_the_middle_and_at_its_head_distinct(int p, int n) {
    // run: entered_in_the_middle_and_at_its_head_distinct(1, 1)
    // run: entered_in_the_middle_and_at_its_head_distinct(0, 0)
    // run: entered_in_the_middle_and_at_its_head_distinct(2, 0)
    int y = 0;
    pc_label(p == 0);
    if (p == 1)
        goto inside;
    if (p == 0)
        return;
again:
    y = 1;
inside:
    pc_label(y == 1);
    if (n-- > 0)
        goto again;
}
void case_in_a_loop_distinct(signed char a, int b) {
    // run: case_in_a_loop_distinct(-1, 0)
    // run: case_in_a_loop_distinct(1, 1)
    int fuel = 5;
    switch (b & 3) {
    case 0:
        do {
            pc_label(a < 0);
            if (a != 10)
                return;
    case 1:
            pc_label(fuel - 1 != fuel + 1);
        } while (fuel-- > 0 && a >= 3);
    }
}
void after_a_loop_entered_twice_distinct(int p, int n) {
    // run: after_a_loop_entered_twice_distinct(1, 1)
    // run: after_a_loop_entered_twice_distinct(0, 0)
    int y = 0;
    pc_label(p == 0);
    if (p == 0)
        return;
    if (p)
        goto inside;
again:
    y = 1;
inside:
    if (n-- > 0)
        goto again;
    pc_label(y == 1);
}
void two_cases_of_many_subsumes(int p, int v) {
    if (p) {
        pc_label(1);
        switch (v) {
        case 1:
            break;
        case 2:
            break;
        default:
            return;
        }
        pc_label(1);
    }
}
void case_range_over_zero_feasible(int x) {
    // run: case_range_over_zero_feasible(0)
    switch (x) {
    case -2 ... 3:
        pc_label(1);
    }
}
