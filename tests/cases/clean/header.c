/* A header of the system says how its own functions are compiled; the rest of the file is as its flags say. */
#include "world/world.h"
#include "world/fused.h"

void fused_in_a_header_feasible(double a, double b, double c) {
    // no run: it needs a processor that has the instruction, and optimisation
    double f = fused(a, b, c), apart = a * b + c;
    pc_label(f != apart && f == f && apart == apart);
}
void reordered_in_a_header_feasible(double a, double b, double c) {
    // no run: whether sums are reordered is the compiler's choice
    double r = reordered(a, b, c), sum = a + b + c;
    pc_label(r != sum && r == r && sum == sum);
}
void outside_of_the_header_infeasible(double a, double b, double c) {
    double p = a * b + c, q = a * b + c;
    pc_label(p < 1 && !(q < 1));
}
