/* A product and a sum that the processor may compute at once, without rounding the product. */
// flags: -mfma
#include "world/world.h"

static double product(double a, double b) { return a * b; }

void fused_at_one_place_feasible(double a, double b, double c) {
    // no run: it needs a processor that has the instruction, and optimisation
    double fused = a * b + c;
    double apart = product(a, b) + c;
    pc_label(fused != apart && fused == fused && apart == apart);
}
void same_predicate_distinct(double a, double b) {
    // no run: whether one is fused and the other not is the compiler's choice
    pc_label(a * b - b > 0);
    pc_label(a * b - b > 0);
}
