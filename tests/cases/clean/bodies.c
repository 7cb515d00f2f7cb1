/* Calls of small functions whose bodies are gone through: what they write is known, unless other effects may come first. */
#include "world/world.h"

struct pair { int low, high; };
struct wide { char bytes[100]; };
static int total, other_total;

static int set(int *p, int v) { *p = v; return v; }
static int get(const int *p) { return *p; }
static void one_more(int *p) { if (*p < 10) *p += 1; }
static void early(int *p, int v) { if (v < 0) return; *p = v; }
static struct pair ordered(int a, int b) { struct pair r; if (a < b) { r.low = a; r.high = b; } else { r.low = b; r.high = a; } return r; }
static struct wide all_the_same(char c) { struct wide w; for (int i = 0; i < 100; i++) w.bytes[i] = c; return w; }
static void add_to_total(int v) { total += v; }
static void add_to_other(int v) { other_total += v; }
static int other(void) { return other_total; }
static void twice(int *p) { one_more(p); one_more(p); }
static void loops(int *p, int n) { for (int i = 0; i < n; i++) *p += 1; }
static int keeps_address(int v) { int x = v; given(&x); return x; }
static int has_an_object(int v) { int x = 0, y = 1; set(v ? &x : &y, 5); return x; }
static int fields(const struct pair *p) { return p->high - p->low; }
static void asks(int *p) { *p = input(); }

void what_was_set_is_there_infeasible(int v) {
    int x = 0;
    set(&x, v);
    pc_label(x != v);
}
void what_is_there_is_got_infeasible(int *p) {
    *p = 4;
    if (get(p) != 4)
        pc_label(1);
}
void another_object_stays_infeasible(int v) {
    int x = 1, y = 2;
    given(&y);
    x = 3;
    set(&y, v);
    pc_label(x != 3);
}
void each_way_back_infeasible(int v) {
    int x = 7;
    early(&x, v);
    pc_label(x < 0);
}
void a_record_comes_back_infeasible(int a, int b) {
    struct pair r = ordered(a, b);
    pc_label(r.low > r.high);
}
void calls_in_calls_infeasible(void) {
    int x = 3;
    twice(&x);
    pc_label(x != 5);
}
void conditions_one_after_the_other_infeasible(int v) {
    int x = 0;
    if (set(&x, v) && get(&x) == 0)
        pc_label(1);
}
void a_static_is_counted_infeasible(int v) {
    total = 5;
    add_to_total(v);
    pc_label(total - v != 5);
}
void fields_of_a_record_infeasible(short a, short b) {
    struct pair r = ordered(a, b);
    int d = fields(&r);
    pc_label(d < 0);
}

void set_and_got_in_one_expression_feasible(int v) {
    // run: set_and_got_in_one_expression_feasible(1)
    int x = 0;
    int s = get(&x) + set(&x, v);
    pc_label(s == v);
}
void got_and_set_in_one_expression_feasible(int v) {
    // no run: gcc evaluates the left one first, others need not
    int x = 0;
    int s = set(&x, v) + get(&x);
    pc_label(s != 2 * v);
}
void read_after_the_text_of_the_call_feasible(int v) {
    // no run: gcc reads after the call, others need not
    int x = 0;
    int s = set(&x, v) + x;
    pc_label(s != 2 * v);
}
void read_before_the_text_of_the_call_feasible(int v) {
    // no run: gcc reads after the call, others need not
    int x = 0;
    int s = x + set(&x, v);
    pc_label(s != 2 * v);
}
void index_beside_the_call_feasible(int v) {
    // no run: gcc reads after the call, others need not
    int a[2] = { 0, 0 }, i = 0;
    a[i] = set(&i, v & 1);
    pc_label(a[0] != 0);
}
void arguments_in_any_order_feasible(int v) {
    // run: arguments_in_any_order_feasible(1)
    int x = 0;
    struct pair r = ordered(set(&x, v), get(&x));
    pc_label(r.low != r.high);
}
void initialisers_in_any_order_feasible(int v) {
    // no run: gcc evaluates them in the order of the text, others need not
    int x = 0;
    struct pair r = { set(&x, v), get(&x) };
    pc_label(r.low != r.high);
}
void effect_beside_the_call_feasible(void) {
    // no run: gcc increments first, others need not
    int x = 0;
    int s = x++ + get(&x);
    pc_label(s != 1);
}
void effect_after_the_call_feasible(void) {
    // no run: gcc calls first, others need not
    int x = 0;
    int s = get(&x) + x++;
    pc_label(s != 0);
}
void a_condition_in_an_argument_feasible(int v) {
    // no run: gcc evaluates the last argument first, others need not
    int x = 0;
    struct pair r = ordered(set(&x, v) && get(&x), set(&x, 0));
    pc_label(r.low != 0);
}
void a_global_that_is_not_named_here_feasible(int v) {
    // run: a_global_that_is_not_named_here_feasible(3)
    int before = other();
    add_to_other(v);
    int after = other();
    pc_label(before != after);
}
void changed_by_an_unknown_call_between_feasible(void) {
    // run: doing = changes_other; changed_by_an_unknown_call_between_feasible()
    int before = other();
    unknown();
    int after = other();
    pc_label(before != after);
}
void changes_other(void) { other_total = 42; }
void an_unknown_number_of_trips_feasible(int n) {
    // run: an_unknown_number_of_trips_feasible(5)
    int x = 0;
    loops(&x, n);
    pc_label(x == 5);
}
void aliased_argument_feasible(int *p, int *q) {
    // run: { int x; aliased_argument_feasible(&x, &x); }
    *p = 1;
    set(q, 2);
    pc_label(*p == 2);
}
void an_address_goes_on_feasible(int v) {
    // no run: `given` returns its own choice
    int x = keeps_address(v);
    pc_label(x != v);
}
void an_object_of_the_callee_feasible(int v) {
    // run: an_object_of_the_callee_feasible(1)
    int x = has_an_object(v);
    pc_label(x == 5);
}
void no_object_of_the_callee_feasible(int v) {
    // run: no_object_of_the_callee_feasible(0)
    int x = has_an_object(v);
    pc_label(x == 0);
}
void what_is_asked_is_any_feasible(int *p) {
    // run: { int x; what_is_asked_is_any_feasible(&x); what_is_asked_is_any_feasible(&x); }
    *p = 1;
    asks(p);
    pc_label(*p != 1);
}
void a_wide_record_feasible(char c) {
    // run: a_wide_record_feasible(3)
    struct wide w = all_the_same(c);
    pc_label(w.bytes[99] == 3);
}

/* With external linkage: no other definition takes the place of what the file has. */
int limited(int v) { return v < 0 ? 0 : v > 9 ? 9 : v; }
void put(int *p, int v) { *p = v; }
static int hidden_total;
static void count_hidden(void) { if (hidden_total < 100) hidden_total++; }
static int hidden(void) { return hidden_total; }
static void clear_hidden(void) { hidden_total = 0; }
static int is_small(const int *p) { return *p < 5; }

void an_external_function_infeasible(int v) {
    int x = limited(v);
    pc_label(x < 0);
    pc_label(x > 9);
}
void an_external_function_writes_infeasible(int v) {
    int x = 0;
    put(&x, v);
    pc_label(x != v);
}
void a_global_of_the_callees_infeasible(void) {
    clear_hidden();
    count_hidden();
    int x = hidden();
    pc_label(x != 1);
}
void the_right_operand_reads_infeasible(int v) {
    int x = 7;
    int u = v && is_small(&x);
    pc_label(u);
}
void the_left_operand_reads_infeasible(int v) {
    int x = 7;
    int u = is_small(&x) || v;
    pc_label(u && !v);
}
void a_result_of_conditions_infeasible(int v) {
    int x = 3, u;
    u = !(v || is_small(&x));
    pc_label(u);
}
void an_external_function_at_its_ends_feasible(int v) {
    // run: an_external_function_at_its_ends_feasible(-3); an_external_function_at_its_ends_feasible(9)
    int x = limited(v);
    pc_label(x == 0 && v < 0);
    pc_label(x == 9);
}
void the_right_operand_writes_feasible(int v) {
    // run: the_right_operand_writes_feasible(4)
    int x = 0;
    int u = v && set(&x, v);
    pc_label(x == 4 && u);
}
void the_right_operand_is_left_out_feasible(int v) {
    // run: the_right_operand_is_left_out_feasible(0)
    int x = 3;
    int u = v && set(&x, 5);
    pc_label(x == 3 && !u);
}
void a_hidden_global_changes_feasible(int v) {
    // run: a_hidden_global_changes_feasible(1); a_hidden_global_changes_feasible(0)
    clear_hidden();
    if (v)
        count_hidden();
    int x = hidden();
    pc_label(x == 1);
    pc_label(x == 0);
}
void a_hidden_global_at_the_start_feasible(void) {
    // run: count_hidden(); a_hidden_global_at_the_start_feasible()
    int x = hidden();
    pc_label(x != 0);
}
