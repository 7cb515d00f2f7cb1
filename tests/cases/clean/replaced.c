/* Definitions that another one may take the place of are not looked into. */
#include "world/world.h"

__attribute__((weak)) int chosen(int v) { return v & 1; }
static int own(int v) { return v & 1; }

void a_weak_function_feasible(int v) {
    // no run: another file may define it
    int x = chosen(v);
    pc_label(x == 2);
}
void a_static_function_infeasible(int v) {
    int x = own(v);
    pc_label(x == 2);
}
