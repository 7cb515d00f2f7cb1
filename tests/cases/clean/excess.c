/* Floating-point numbers that have more bits where they are computed than where they are kept. */
// flags: -mfpmath=387
#include "world/world.h"

void kept_in_fewer_bits_feasible(double a, double b) {
    // run: volatile double one = 1, little = 0x1p-60; kept_in_fewer_bits_feasible(one, little)
    double sum = a + b;
    pc_label(sum != a + b && a == 1);
}
void compared_twice_feasible(double a, double b) {
    // run: volatile double one = 1, little = 0x1p-60; compared_twice_feasible(one, little)
    double sum = a + b;
    if (a + b > 1)
        pc_label(!(sum > 1));
}
void number_beside_floats_infeasible(int n, double a) {
    if (n > 3 && a > 1)
        pc_label(n < 3);
}
