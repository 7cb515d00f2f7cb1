/* Initialisers that override others of the same declaration. */
struct point { int a, b, c[2]; };
struct flags { unsigned low : 3, high : 5; };
union number { int i; short s; };
union pair { struct { int a, b; } both; int one; };
struct deep { struct { struct { int b, c; } s; int a; } x; };
int g;

static const struct point table[3] = { [0 ... 2] = { 1, 2, { 3, 4 } }, [1] = { .a = 9 } };
static const struct point part[2] = { { 1, 2, { 3, 4 } }, [0].b = 7 };
static const struct { char b[8]; } text = { .b[5] = 'z', .b = "x" };
static const struct { char b[8]; } patched = { .b = "abc", .b[1] = 'z' };
static const struct flags fields = { .low = 1, .high = 2, .low = { 3 } };
static int one_more(void) { return ++g; }

void braces_reset_an_element_feasible(void) {
    // run: braces_reset_an_element_feasible()
    pc_label(table[1].a == 9 && table[1].b == 0 && table[1].c[0] == 0);
}
void braces_reset_no_other_element_infeasible(void) {
    pc_label(table[0].b != 2 || table[2].c[1] != 4 || table[1].b);
}
void designator_resets_no_more_infeasible(void) {
    pc_label(part[0].a != 1 || part[0].b != 7 || part[0].c[1] != 4);
}
void string_resets_an_array_feasible(void) {
    // run: string_resets_an_array_feasible()
    pc_label(text.b[5] == 0);
}
void character_of_a_string_infeasible(void) {
    pc_label(patched.b[0] != 'a' || patched.b[1] != 'z' || patched.b[2] != 'c' || patched.b[3]);
}
void field_is_overridden_alone_infeasible(void) {
    pc_label(fields.low != 3 || fields.high != 2);
}
void local_braces_reset_a_row_feasible(void) {
    // run: local_braces_reset_a_row_feasible()
    int q[2][2] = { 1, 2, 3, 4, [0] = { 9 } };
    pc_label(q[0][0] == 9 && q[0][1] == 0 && q[1][0] == 3);
}
void local_braces_reset_a_member_feasible(void) {
    // run: local_braces_reset_a_member_feasible()
    struct deep d = { .x.a = 1, .x = { .s.b = 2 } };
    pc_label(d.x.a == 0 && d.x.s.b == 2);
}
void overridden_effect_left_out(void) {
    g = 0;
    int a[1] = { [0] = g++, [0] = 7 };
    pc_label(g == 0 && a[0] == 7);
}
void overridden_call_left_out(void) {
    g = 0;
    struct point p = { .a = one_more(), .a = 7 };
    pc_label(g == 0 && p.a == 7);
}
void range_with_an_effect_left_out(void) {
    g = 0;
    int a[3] = { [0 ... 2] = g++ };
    pc_label(g == 1 && a[2] == 0);
}
void value_is_overridden_in_part_left_out(struct point *p) {
    struct { struct point p; } q = { .p = *p, .p.b = 7 };
    pc_label(q.p.a == 0);
}
void union_by_two_members_left_out(void) {
    union number n = { .i = -1, .s = 0 };
    pc_label(n.i == 0);
}
void union_by_two_members_apart_left_out(void) {
    union pair p = { .both.b = 3, .one = 1 };
    pc_label(p.both.b == 0);
}
void union_by_one_member_infeasible(void) {
    union pair p = { .both.a = 1, .both.b = 3 };
    pc_label(p.both.a != 1 || p.both.b != 3);
}
