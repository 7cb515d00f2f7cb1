/* Arrays, structs, unions, char punning, bit-fields, copies, VLAs, const tables. */
#include "world/world.h"
#include <limits.h>
#include <stdint.h>
#include <string.h>

struct point { int x, y; };
struct line { struct point from, to; char name[4]; };
struct flags { unsigned low : 3; signed mid : 4; _Bool on : 1; unsigned : 0; unsigned char wide : 7; };
union word { uint32_t whole; uint8_t part[4]; int16_t half[2]; float real; };
static const int primes[4] = { 2, 3, 5, 7 };
static const char *const names[2] = { "a", "b" };
int table[8];
struct point origin;

void field_just_written_infeasible(struct point p) {
    p.x = 1;
    p.y = 2;
    pc_label(p.x != 1);
}
void other_field_kept_infeasible(struct point *p) {
    int before = p->y;
    p->x = 9;
    pc_label(p->y != before);
}
void copy_is_equal_infeasible(struct line a) {
    struct line b = a;
    pc_label(b.to.y != a.to.y);
    pc_label(b.name[3] != a.name[3]);
}
void copy_does_not_follow_infeasible(struct point a) {
    struct point b = a;
    int before = b.x;
    a.x = before + 1;
    pc_label(b.x != before);
}
void FN_rest_of_an_array_is_zero_infeasible(int i) {
    int t[4] = { 1 };
    pc_label(t[1 + (i & 1)] != 0);
}
void rest_of_an_initialiser_is_zero_infeasible(void) {
    struct line l = { .to.x = 2 };
    pc_label(l.from.x || l.to.y || l.name[0]);
}
void element_just_written_infeasible(unsigned i) {
    int t[8];
    t[i % 8] = 4;
    pc_label(t[i % 8] != 4);
}
void FN_neighbour_kept_infeasible(unsigned i) {
    int t[8] = { 0 };
    t[i & 3] = 1;
    pc_label(t[4 + (i & 3)] != 0);
}
void const_table_has_no_four_infeasible(unsigned i) { pc_label(primes[i & 3] == 4); }
void const_table_at_a_known_place_infeasible(void) {
    unknown();
    pc_label(primes[2] != 5);
}
void FN_const_table_of_names_infeasible(unsigned i) { pc_label(names[i & 1][1] != 0); }
void low_byte_of_a_word_infeasible(uint32_t x) {
    union word u;
    u.whole = x;
    pc_label(u.part[0] != (x & 255));
    u.part[3] = 0;
    pc_label(u.whole >> 24);
}
void halves_of_a_word_infeasible(uint32_t x) {
    union word u = { .whole = x };
    pc_label((uint16_t)u.half[1] != x >> 16);
}
void bytes_by_a_char_pointer_infeasible(uint32_t x) {
    unsigned char *p = (unsigned char *)&x;
    pc_label((p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24) != x);
}
void bit_field_is_narrow_infeasible(struct flags f, int v) {
    pc_label(f.low > 7);
    f.low = v;
    pc_label(f.low != (v & 7));
    f.mid = v;
    pc_label(f.mid > 7 || f.mid < -8);
}
void bit_field_neighbours_kept_infeasible(struct flags f) {
    int before = f.mid;
    f.low = 5;
    f.on = 1;
    f.wide = 127;
    pc_label(f.mid != before);
}
void bool_bit_field_infeasible(struct flags f, int v) {
    f.on = v;
    pc_label(v && !f.on);
}
void nested_array_row_infeasible(unsigned i) {
    char m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    pc_label(m[1][i % 3] < 4);
}
void vla_element_infeasible(unsigned n) {
    n = n % 10 + 1;
    int v[n];
    v[0] = 3;
    pc_label(v[0] != 3);
    pc_label(sizeof v / sizeof *v != n);
}
void sizes_infeasible(void) {
    pc_label(sizeof(struct line) != 20);
    pc_label(sizeof(union word) != 4);
    pc_label((size_t)&((struct line *)0)->name != 16);
}
void compound_literal_infeasible(int v) {
    struct point *p = &(struct point){ v, 2 };
    pc_label(p->y != 2);
}
void FN_copied_by_memcpy_infeasible(int v) {
    int w;
    memcpy(&w, &v, sizeof w);
    pc_label(w != v);
}
void FN_cleared_by_memset_infeasible(unsigned i) {
    int t[4];
    memset(t, 0, sizeof t);
    pc_label(t[i & 3] != 0);
}

void uninitialised_differs_feasible(int c) {
    // no run: the stack decides
    int x;
    if (c)
        x = 0;
    pc_label(x > 0);
    pc_label(x < 0);
}
void element_of_unknown_index_feasible(unsigned i, unsigned j) {
    // run: element_of_unknown_index_feasible(3, 3)
    int t[8] = { 0 };
    t[i & 7] = 1;
    pc_label(t[j & 7] == 1);
    t[j & 7] = 2;
    pc_label(t[i & 7] == 2);
}
void same_struct_by_two_pointers_feasible(struct point *p, struct point *q) {
    // run: struct point v; same_struct_by_two_pointers_feasible(&v, &v)
    p->x = 1;
    q->x = 2;
    pc_label(p->x == 2);
}
void field_by_a_plain_pointer_feasible(struct point *p, int *q) {
    // run: struct point v; field_by_a_plain_pointer_feasible(&v, &v.y)
    p->y = 1;
    *q = 2;
    pc_label(p->y == 2);
}
void structs_overlap_by_a_field_feasible(struct line *l, struct point *p) {
    // run: struct line v; structs_overlap_by_a_field_feasible(&v, &v.to)
    l->to.x = 1;
    p->x = 2;
    pc_label(l->to.x != 1);
}
void char_pointer_changes_a_global_feasible(char *p) {
    // run: char_pointer_changes_a_global_feasible((char *)&origin)
    origin.x = 0;
    *p = 1;
    pc_label(origin.x == 1);
}
void global_table_by_pointer_feasible(int *p, unsigned i) {
    // run: global_table_by_pointer_feasible(table + 3, 3)
    table[i & 7] = 0;
    *p = 1;
    pc_label(table[i & 7] == 1);
}
void union_member_shows_the_other_feasible(int v) {
    // run: union_member_shows_the_other_feasible(-1)
    union word u;
    u.whole = 0;
    u.half[0] = v;
    pc_label(u.whole == 0xffff);
    pc_label(u.part[1] == 255);
}
void float_bits_feasible(void) {
    // run: float_bits_feasible()
    union word u;
    u.real = 1.0f;
    pc_label(u.whole == 0x3f800000);
}
void signed_bit_field_turns_negative_feasible(struct flags f, int v) {
    // run: signed_bit_field_turns_negative_feasible((struct flags){0}, 9)
    f.mid = v;
    if (v > 0)
        pc_label(f.mid < 0);
}
void bit_field_wraps_feasible(struct flags *f) {
    // run: struct flags v = {.low = 7}; bit_field_wraps_feasible(&v)
    unsigned before = f->low;
    f->low++;
    pc_label(f->low < before);
}
void copy_through_two_pointers_feasible(struct point *p, struct point *q) {
    // run: struct point v = {1, 2}, w = {3, 4}; copy_through_two_pointers_feasible(&v, &w)
    int before = p->x;
    *p = *q;
    pc_label(p->x != before);
}
void memset_fills_bytes_feasible(void) {
    // run: memset_fills_bytes_feasible()
    int x;
    memset(&x, 1, sizeof x);
    pc_label(x == 0x01010101);
}
void memcpy_of_a_part_feasible(int v) {
    // run: memcpy_of_a_part_feasible(0x101)
    int w = 0;
    memcpy(&w, &v, 1);
    pc_label(w != v && w == 1);
}
void memmove_overlaps_feasible(void) {
    // run: memmove_overlaps_feasible()
    int t[3] = { 1, 2, 3 };
    memmove(t + 1, t, 2 * sizeof *t);
    pc_label(t[2] == 2 && t[1] == 1);
}
void vla_of_unknown_size_feasible(unsigned n, unsigned i) {
    // run: vla_of_unknown_size_feasible(5, 4)
    int v[n % 9 + 1];
    for (unsigned k = 0; k < n % 9 + 1; k++)
        v[k] = k;
    if (i < n % 9 + 1)
        pc_label(v[i] == 4);
}
void struct_by_value_is_a_copy_feasible(struct point p) {
    // run: struct_by_value_is_a_copy_feasible((struct point){1, 2})
    struct point *q = &p;
    q->x = p.y;
    pc_label(p.x == p.y && p.x == 2);
}
void array_bytes_feasible(short *p) {
    // run: short v[2]; array_bytes_feasible(v)
    int w = 0x00020001;
    memcpy(p, &w, sizeof w);
    pc_label(p[1] == 2);
}
void stale_copy_of_an_element_feasible(int *t, unsigned i, unsigned j) {
    // run: int v[4] = {0}; stale_copy_of_an_element_feasible(v, 1, 1)
    int before = t[i & 3];
    t[j & 3]++;
    pc_label(t[i & 3] != before);
}

void struct_copy_duplicate(struct line a) {
    struct line b = a;
    pc_label(a.from.y > 3);
    pc_label(b.from.y > 3);
}
void union_halves_duplicate(uint32_t x) {
    union word u = { .whole = x };
    pc_label(u.part[3] & 0x80);
    pc_label(u.half[1] < 0);
}
void bit_field_all_ones_duplicate(struct flags f) {
    pc_label(f.mid == -1);
    pc_label((f.mid & 15) == 15);
}
void element_twice_duplicate(unsigned i) {
    int t[4] = { 5, 6, 7, 8 };
    pc_label(t[i & 3] == 7);
    pc_label((i & 3) == 2);
}
void const_table_duplicate(unsigned i) {
    pc_label(primes[i & 3] == 7);
    pc_label((i & 3) == 3);
}
void larger_field_subsumes(struct point *p) {
    pc_label(p->x > 5);
    pc_label(p->x > 6);
}
void byte_of_a_word_subsumes(uint32_t x) {
    union word u = { .whole = x };
    pc_label(u.whole == 258);
    pc_label(u.part[0] == 2);
}
void fields_through_two_pointers_distinct(struct point *p, struct point *q) {
    // run: struct point v = {1, 0}, w = {0, 0}; fields_through_two_pointers_distinct(&v, &w)
    // run: struct point v = {1, 0}, w = {0, 0}; fields_through_two_pointers_distinct(&w, &v)
    pc_label(p->x == 1);
    pc_label(q->x == 1);
}
void element_changed_between_distinct(int *t, unsigned i) {
    // run: int v[4] = {0}; element_changed_between_distinct(v, 3)
    // run: int v[4] = {1, 2, 3, -1}; element_changed_between_distinct(v, 3)
    pc_label(t[0] == 0);
    t[i & 3]++;
    pc_label(t[3] == 0);
}
void struct_changed_between_distinct(struct point *p) {
    // run: struct point v = {1, 2}; struct_changed_between_distinct(&v)
    // run: struct point v = {2, 1}; struct_changed_between_distinct(&v)
    pc_label(p->x == 1);
    int t = p->x;
    p->x = p->y;
    p->y = t;
    pc_label(p->x == 1);
}

struct padded { char c; int i; };
struct holes { unsigned a : 3; unsigned : 5; unsigned b : 8; };
union narrow_first { char c; int i; long l; };
void padding_after_an_initialiser_feasible(int i) {
    // no run: what is on the stack
    struct padded s = { i, 2 };
    pc_label(((unsigned char *)&s)[1] != 0);
}
void bits_after_an_initialiser_feasible(int i) {
    // no run: what is on the stack
    struct holes s = { 1, i };
    pc_label(((unsigned char *)&s)[0] != 1);
}
void rest_of_a_union_feasible(void) {
    // no run: gcc 15 and clang leave it open, older compilers do not
    union narrow_first u = { 1 };
    pc_label(u.i != 1);
}
void rest_of_a_zero_union_feasible(void) {
    // no run: gcc 15 and clang leave it open, older compilers do not
    union narrow_first u = { 0 };
    pc_label(u.l != 0);
}
void members_of_an_initialiser_infeasible(void) {
    struct { struct padded p; union narrow_first u, v; struct holes h; } s = { { 1 }, { .i = 2 } };
    pc_label(s.p.c != 1 || s.p.i != 0);
    pc_label(s.u.i != 2);
    pc_label(s.v.l != 0);
    pc_label(s.h.a || s.h.b);
}
void wide_write_between_narrow_ones_feasible(unsigned x) {
    // run: wide_write_between_narrow_ones_feasible(0x2000000)
    union { unsigned w; unsigned char b[4]; } u;
    u.b[3] = 0;
    u.w = x;
    u.b[0] = 1;
    pc_label(u.w > 0xffffff);
}
