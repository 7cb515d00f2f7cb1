/* Calls that may not return, effects of callees, recursion, function pointers, setjmp. */
#include "world/world.h"
#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>

int shared_count;
// world: static void counts(void) { shared_count++; }
// world: void die(void) { abort(); }
static int hidden_count;
__attribute__((noreturn)) void die(void);
static void stops(void) { exit(1); }
static void spins(void) { for (;;) ; }
static void may_stop(int x) { if (x == 77) exit(1); }
static int seven(void) { return 7; }
static int square(int x) { return x * x; }
static void sets_hidden(int v) { hidden_count = v; }
static void writes_to(int *p, int v) { *p = v; }
static void reads_only(const int *p) { if (*p) hidden_count++; }
static int counts_down(int n) { return n > 0 ? counts_down(n - 1) : 0; }
void called_back(void) { hidden_count = 5; }

void after_exit_infeasible(int x) {
    exit(x);
    pc_label(1);
}
void after_abort_infeasible(int x) {
    if (x)
        abort();
    pc_label(x);
}
void after_a_noreturn_function_infeasible(int x) {
    if (x < 0)
        die();
    pc_label(x < 0);
}
void FN_after_a_function_that_exits_infeasible(int x) {
    if (x < 0)
        stops();
    pc_label(x < 0);
}
void FN_after_a_function_that_spins_infeasible(int x) {
    if (x < 0)
        spins();
    pc_label(x < 0);
}
void after_longjmp_infeasible(jmp_buf *env) {
    longjmp(*env, 1);
    pc_label(1);
}
void after_an_assertion_infeasible(int x) {
    assert(x > 3);
    pc_label(x <= 3);
}
void after_a_trap_infeasible(int x) {
    if (x < 0)
        __builtin_trap();
    pc_label(x < 0);
}
void local_across_an_unknown_call_infeasible(int x) {
    int y = x;
    unknown();
    pc_label(x != y);
}
void tested_before_the_call_infeasible(int x) {
    if (x > 0) {
        unknown();
        pc_label(x <= 0);
    }
}
void global_read_into_a_local_infeasible(void) {
    int before = shared_count;
    unknown();
    shared_count = before;
    pc_label(shared_count != before);
}
void global_across_a_harmless_function_infeasible(void) {
    shared_count = 4;
    seven();
    pc_label(shared_count != 4);
}
void other_global_across_a_setter_infeasible(int v) {
    shared_count = 4;
    sets_hidden(v);
    pc_label(shared_count != 4);
}
void read_only_callee_infeasible(void) {
    int y = 3;
    reads_only(&y);
    pc_label(y != 3);
}
void callee_result_infeasible(void) {
    int v = seven();
    pc_label(v != 7);
}
void FN_callee_squares_infeasible(short x) {
    int v = square(x);
    pc_label(v < 0);
}
void callee_writes_its_argument_infeasible(void) {
    int y = 1;
    writes_to(&y, 2);
    pc_label(y != 2);
}
void setter_sets_infeasible(int v) {
    sets_hidden(v);
    pc_label(hidden_count != v);
}
void FN_callee_stopped_on_it_infeasible(int x) {
    may_stop(x);
    pc_label(x == 77);
}
void recursion_ends_at_zero_infeasible(int n) {
    int v = counts_down(n);
    pc_label(v != 0);
}
void argument_of_itself_infeasible(int n) {
    if (n > 0) {
        argument_of_itself_infeasible(n - 1);
        pc_label(n <= 0);
    }
}
void known_function_pointer_infeasible(void) {
    int (*f)(void) = seven;
    pc_label(f != seven);
}
void FN_address_of_a_function_is_null_infeasible(void) {
    int (*f)(void) = seven;
    pc_label(!f);
}
void result_in_one_variable_infeasible(void) {
    int v = input();
    if (v > 3)
        pc_label(v < 2);
}
void returned_twice_the_same_infeasible(int x) {
    int a = square(x), b = square(x);
    pc_label(a != b);
}

void unknown_result_differs_feasible(void) {
    // run: unknown_result_differs_feasible()
    int a = input(), b = input();
    pc_label(a != b);
}
void unknown_call_changes_a_global_feasible(void) {
    // run: doing = counts; unknown_call_changes_a_global_feasible()
    shared_count = 1;
    unknown();
    pc_label(shared_count != 1);
}
void unknown_call_calls_back_feasible(void) {
    // run: doing = called_back; unknown_call_calls_back_feasible()
    hidden_count = 1;
    unknown();
    pc_label(hidden_count == 5);
}
void setter_changes_a_static_feasible(int v) {
    // run: setter_changes_a_static_feasible(9)
    hidden_count = 1;
    sets_hidden(v);
    pc_label(hidden_count == 9);
}
void callee_writes_through_a_pointer_feasible(int v) {
    // run: callee_writes_through_a_pointer_feasible(3)
    int y = 1;
    writes_to(&y, v);
    pc_label(y == 3);
}
void callee_writes_a_global_through_a_pointer_feasible(int v) {
    // run: callee_writes_a_global_through_a_pointer_feasible(3)
    shared_count = 1;
    writes_to(&shared_count, v);
    pc_label(shared_count == 3);
}
void recursion_changes_a_static_feasible(int n) {
    // run: recursion_changes_a_static_feasible(2)
    hidden_count = n;
    if (n > 0)
        recursion_changes_a_static_feasible(n - 1);
    pc_label(hidden_count != n);
}
void recursion_writes_an_outer_local_feasible(int n, int *outer) {
    // run: recursion_writes_an_outer_local_feasible(1, 0)
    int mine = 1;
    if (outer)
        *outer = 2;
    if (n > 0)
        recursion_writes_an_outer_local_feasible(n - 1, &mine);
    pc_label(mine == 2);
}
static void even(int n);
static void odd(int n) { hidden_count++; if (n) even(n - 1); }
static void even(int n) { if (n) odd(n - 1); }
void mutual_recursion_changes_a_static_feasible(void) {
    // run: mutual_recursion_changes_a_static_feasible()
    hidden_count = 0;
    even(3);
    pc_label(hidden_count == 2);
}
void function_pointer_changes_a_static_feasible(void (*f)(void)) {
    // run: function_pointer_changes_a_static_feasible(called_back)
    hidden_count = 1;
    f();
    pc_label(hidden_count == 5);
}
void function_pointer_of_two_feasible(int c) {
    // run: function_pointer_of_two_feasible(1)
    // run: function_pointer_of_two_feasible(0)
    int (*f)(int) = c ? square : counts_down;
    int v = f(3);
    pc_label(v == 9);
    pc_label(v == 0);
}
static int ascending(const void *a, const void *b) {
    hidden_count = 8;
    return *(const int *)a - *(const int *)b;
}
void library_calls_back_feasible(int *t) {
    // run: int v[2] = {2, 1}; library_calls_back_feasible(v)
    hidden_count = 0;
    qsort(t, 2, sizeof *t, ascending);
    pc_label(hidden_count == 8);
}
void qsort_writes_the_table_feasible(void) {
    // run: qsort_writes_the_table_feasible()
    int t[2] = { 2, 1 };
    qsort(t, 2, sizeof *t, ascending);
    pc_label(t[0] == 1);
}
void setjmp_returns_again_feasible(void) {
    // run: setjmp_returns_again_feasible()
    jmp_buf env;
    if (setjmp(env)) {
        pc_label(1);
        return;
    }
    longjmp(env, 1);
}
void changed_between_setjmp_and_longjmp_feasible(void) {
    // run: changed_between_setjmp_and_longjmp_feasible()
    jmp_buf env;
    volatile int x = 1;
    int again = setjmp(env);
    int seen = x;
    pc_label(seen == 2);
    if (again)
        return;
    x = 2;
    longjmp(env, 1);
}
void global_between_setjmp_and_longjmp_feasible(void) {
    // run: global_between_setjmp_and_longjmp_feasible()
    jmp_buf env;
    shared_count = 1;
    if (setjmp(env) == 0) {
        shared_count = 2;
        longjmp(env, 1);
    }
    pc_label(shared_count == 2);
}
void varargs_take_an_address_feasible(void) {
    // run: varargs_take_an_address_feasible()
    extern int sscanf(const char *, const char *, ...);
    int x = 1;
    sscanf("5", "%d", &x);
    pc_label(x == 5);
}
void hook_in_a_global_feasible(void) {
    // run: hook = called_back; hook_in_a_global_feasible()
    extern void (*hook)(void);
    hidden_count = 0;
    if (hook)
        hook();
    pc_label(hidden_count == 5);
}
void (*hook)(void);

void across_a_sure_call_duplicate(int x) {
    pc_label(x == 4);
    seven();
    pc_label(x == 4);
}
void same_argument_same_result_duplicate(int x) {
    int a = seven() + x;
    pc_label(a > 9);
    pc_label(x + 7 > 9);
}
void before_a_call_that_may_stop_subsumes(int x) {
    pc_label(x > 1);
    unknown();
    pc_label(x > 1);
}
void before_a_callee_that_may_stop_subsumes(int x, int y) {
    pc_label(x > 1);
    may_stop(y);
    pc_label(x > 1);
}
void after_unknown_call_tighter_subsumes(int x) {
    pc_label(x > 1);
    unknown();
    pc_label(x > 2);
}
void unknown_call_may_stop_distinct(int x) {
    // run: doing = leaves; unknown_call_may_stop_distinct(3)
    // run: unknown_call_may_stop_distinct(2)
    pc_label(x > 2);
    unknown();
    pc_label(x > 1);
}
void callee_may_stop_distinct(int x) {
    // run: callee_may_stop_distinct(77)
    // run: callee_may_stop_distinct(2)
    pc_label(x > 2);
    may_stop(x);
    pc_label(x > 1);
}
/* Both say the same, and the later one is the easier to ask about: it comes first, and must not be implied for that. */
void exit_between_equals_subsumes(unsigned char x, int y) {
    // run: exit_between_equals_subsumes(3, 77)
    pc_label(x * x * x == 27);
    may_stop(y);
    pc_label(x == 3);
}
void exit_between_distinct(int x, int y) {
    // run: exit_between_distinct(3, 1)
    // run: exit_between_distinct(2, 0)
    pc_label(x > 2);
    if (y)
        exit(0);
    pc_label(x > 1);
}
void function_pointer_may_stop_distinct(int x, void (*f)(void)) {
    // run: function_pointer_may_stop_distinct(3, leaves)
    // run: function_pointer_may_stop_distinct(2, called_back)
    pc_label(x > 2);
    f();
    pc_label(x > 1);
}
void assertion_between_distinct(int x, int y) {
    // run: assertion_between_distinct(3, 0)
    // run: assertion_between_distinct(2, 1)
    pc_label(x > 2);
    assert(y);
    pc_label(x > 1);
}
void longjmp_leaves_distinct(int x, jmp_buf *env) {
    // run: jmp_buf e; if (!setjmp(e)) longjmp_leaves_distinct(3, &e)
    // run: longjmp_leaves_distinct(2, 0)
    pc_label(x > 2);
    if (env)
        longjmp(*env, 1);
    pc_label(x > 1);
}
void global_across_a_call_distinct(void) {
    // run: shared_count = 1; doing = counts; global_across_a_call_distinct()
    // run: shared_count = 0; doing = counts; global_across_a_call_distinct()
    pc_label(shared_count == 1);
    unknown();
    pc_label(shared_count == 1);
}
void two_unknown_results_distinct(void) {
    // run: next = 4; two_unknown_results_distinct()
    // run: next = 3; two_unknown_results_distinct()
    int a = input();
    pc_label(a == 4);
    a = input();
    pc_label(a == 4);
}
void setjmp_comes_back_distinct(void) {
    // run: setjmp_comes_back_distinct()
    // run: shared_count = -1; setjmp_comes_back_distinct()
    jmp_buf env;
    int again = setjmp(env);
    pc_label(shared_count == 1);
    if (shared_count == 0) {
        shared_count = 1;
        longjmp(env, 1);
    }
    pc_label(shared_count == -1 && !again);
}
void recursion_may_stop_distinct(int n, int x) {
    // run: recursion_may_stop_distinct(3, 3)
    // run: recursion_may_stop_distinct(-1, 2)
    pc_label(x > 2);
    if (n == 0)
        exit(0);
    if (n > 0)
        recursion_may_stop_distinct(n - 1, x);
    pc_label(x > 1);
}
static int first_of_two_returns(int v) {
    if (v > 3)
        return 1;
    return 0;
}
void earlier_return_feasible(int v) {
    // run: earlier_return_feasible(4)
    int r = first_of_two_returns(v);
    pc_label(r == 1);
}
