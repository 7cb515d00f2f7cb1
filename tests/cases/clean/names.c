/* One symbol with two names, names of the library that are the program's, addresses of labels. */

static int steps;
int real_count(int x);
int counted(int x) __asm__("real_count");
int real_count(int x) { steps++; return x; }

void two_names_of_one_function_feasible(void) {
    // run: two_names_of_one_function_feasible()
    steps = 0;
    counted(1);
    pc_label(steps == 1);
}
void labels_are_one_place_feasible(int x) {
    // no run: it depends on the optimiser
    void *a = &&first, *b = &&second;
    pc_label(a == b);
    if (x) goto *(x > 1 ? a : b);
first:;
second:;
}

/* Compilers may take two names for two objects. */
int plain;
extern int renamed __asm__("plain");
int writable = 1;
extern const int readable __asm__("writable");
void two_names_of_one_object_left_out(void) {
    plain = 1;
    renamed = 2;
    pc_label(plain == 2);
}
void const_by_one_name_only_left_out(void) {
    int before = readable;
    writable = before + 4;
    pc_label(readable != before);
}
