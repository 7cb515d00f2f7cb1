/* Globals, statics, static locals, const, volatile. */
#include "world/world.h"
#include <limits.h>

int global, *global_pointer;
// world: int elsewhere;
// world: const int fixed_elsewhere = 12;
// world: static void sets_elsewhere(void) { elsewhere = 6; }
// world: static void clears_global(void) { global = 0; }
static int hidden, never_written;
static const int limit = 10;
const int shown = 4;
volatile int device;
extern int elsewhere;
extern const int fixed_elsewhere;
_Thread_local int of_this_thread;
struct device_block { int plain; volatile int live; } block;

void set_global_infeasible(void) {
    global = 3;
    pc_label(global != 3);
}
void static_const_infeasible(void) {
    unknown();
    pc_label(limit != 10);
    pc_label(shown == 5);
}
void static_const_local_infeasible(unsigned i) {
    static const char digits[] = "0123456789";
    pc_label(digits[i % 10] < '0');
}
void global_between_tests_infeasible(void) {
    if (global > 3)
        pc_label(global == 2);
}
void one_global_for_another_infeasible(int v) {
    global = 1;
    hidden = v;
    pc_label(global != 1);
}
void thread_local_infeasible(void) {
    of_this_thread = 1;
    pc_label(of_this_thread == 2);
}
void volatile_read_once_infeasible(void) {
    int v = device;
    if (v > 3)
        pc_label(v < 3);
}
void plain_neighbour_of_a_volatile_infeasible(void) {
    block.plain = 1;
    block.live = 2;
    pc_label(block.plain != 1);
}
void never_written_infeasible(void) { pc_label(never_written); }
void static_local_only_grows_infeasible(void) {
    static int ready;
    if (!ready)
        ready = 1;
    pc_label(!ready);
}
void static_local_is_a_flag_infeasible(void) {
    static int state;
    pc_label(state != 0 && state != 1);
    state = !state;
}
void volatile_has_its_width_infeasible(void) {
    volatile unsigned char c;
    int v = c;
    pc_label(v > 255);
}

void volatile_read_twice_feasible(void) {
    // no run: only a device or a signal handler changes it
    int a = device, b = device;
    pc_label(a != b);
}
void volatile_just_written_feasible(void) {
    // no run: only a device or a signal handler changes it
    device = 1;
    int v = device;
    pc_label(v != 1);
}
void volatile_through_a_pointer_feasible(volatile int *p) {
    // no run: only a device or a signal handler changes it
    *p = 1;
    int v = *p;
    pc_label(v == 2);
}
void volatile_local_feasible(void) {
    // no run: only a debugger changes it
    volatile int x = 1;
    int v = x;
    pc_label(v == 2);
}
void volatile_field_feasible(void) {
    // no run: only a device or a signal handler changes it
    block.live = 1;
    int v = block.live;
    pc_label(v != 1);
}
void any_state_of_a_global_feasible(void) {
    // run: global = -5; any_state_of_a_global_feasible()
    pc_label(global == -5);
}
void extern_const_feasible(void) {
    // run: extern_const_feasible()
    pc_label(fixed_elsewhere == 12);
}
void static_local_keeps_feasible(void) {
    // run: static_local_keeps_feasible(), static_local_keeps_feasible()
    static int calls;
    pc_label(calls == 1);
    calls++;
}
void static_local_after_increment_feasible(void) {
    // run: static_local_after_increment_feasible(), static_local_after_increment_feasible()
    static int calls;
    calls++;
    pc_label(calls == 2);
}
void static_local_array_keeps_feasible(int i) {
    // run: static_local_array_keeps_feasible(1), static_local_array_keeps_feasible(1)
    static char seen[4];
    pc_label(seen[i & 3]);
    seen[i & 3] = 1;
}
static int toggled;
void toggle(void) { toggled = !toggled; }
void static_written_elsewhere_in_the_file_feasible(void) {
    // run: toggle(); static_written_elsewhere_in_the_file_feasible()
    pc_label(toggled);
}
void pointer_changes_a_global_feasible(void) {
    // run: global_pointer = &global; pointer_changes_a_global_feasible()
    global = 1;
    if (global_pointer)
        *global_pointer = 2;
    pc_label(global == 2);
}
void pointer_to_a_pointer_changes_itself_feasible(int **p) {
    // run: pointer_to_a_pointer_changes_itself_feasible(&global_pointer)
    global_pointer = 0;
    *p = &global;
    pc_label(global_pointer == &global);
}
static int leaked;
int *leak(void) { return &leaked; }
void leaked_static_feasible(int *p) {
    // run: leaked_static_feasible(leak())
    leaked = 1;
    *p = 2;
    pc_label(leaked == 2);
}
void address_of_a_static_local_feasible(int c) {
    // run: taking = keeps; doing = writes_kept; address_of_a_static_local_feasible(1), address_of_a_static_local_feasible(0)
    static int s;
    if (c)
        given(&s);
    s = 1;
    unknown();
    pc_label(s == 3);
}
void extern_changed_by_a_call_feasible(void) {
    // run: doing = sets_elsewhere; extern_changed_by_a_call_feasible()
    elsewhere = 0;
    unknown();
    pc_label(elsewhere == 6);
}
void global_of_a_former_test_feasible(void) {
    // run: doing = clears_global; global = 9; global_of_a_former_test_feasible()
    if (global > 3) {
        unknown();
        pc_label(global <= 3);
    }
}

void global_twice_duplicate(void) {
    pc_label(global > 3);
    hidden = 2;
    pc_label(global > 3);
}
void global_and_its_copy_duplicate(void) {
    int copy = global;
    pc_label(copy == 2);
    global = 5;
    pc_label(copy == 2);
}
void global_tighter_subsumes(void) {
    pc_label(global > 3);
    pc_label(global > 8);
}
void volatile_between_distinct(void) {
    // run: device = 1; volatile_between_distinct()
    // run: device = 3; volatile_between_distinct()
    int a = device;
    pc_label(a == 1);
    int b = device;
    pc_label(b == 1 && a != 1 || b == 3);
}
void volatile_twice_distinct(void) {
    // no run: only a device or a signal handler changes it
    int a = device;
    pc_label(a == 1);
    a = device;
    pc_label(a == 1);
}
void static_local_between_calls_distinct(int x) {
    // run: static_local_between_calls_distinct(1)
    // run: static_local_between_calls_distinct(0), static_local_between_calls_distinct(0)
    static int last;
    pc_label(x == 1);
    pc_label(last == 1);
    last = 1;
}
