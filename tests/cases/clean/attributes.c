/* Attributes belong to what they stand at: none of these functions stops, and no type has the alignment of its neighbour. */
#include "world/world.h"

static void set(void (*handler)(int) __attribute__((noreturn)));
static void set(void (*handler)(int) __attribute__((noreturn))) { (void)handler; }

void handler_is_noreturn_feasible(int x)
{
    // run: handler_is_noreturn_feasible(1)
    set(0);
    pc_label(x > 0);
}

static void dies(void) __attribute__((noreturn)), lives(void);
static void dies(void) { for (;;) ; }
static void lives(void) { (void)dies; }

void neighbour_is_noreturn_feasible(int x)
{
    // run: neighbour_is_noreturn_feasible(1)
    lives();
    pc_label(x > 0);
}

void called_is_noreturn_infeasible(int x)
{
    dies();
    pc_label(x > 0);
}

typedef void (*ends)(int) __attribute__((noreturn));
static ends get(void);
static ends get(void) { return 0; }

void result_is_noreturn_feasible(int x)
{
    // run: result_is_noreturn_feasible(1)
    get();
    pc_label(x > 0);
}

struct holder { void (*end)(void) __attribute__((noreturn)); };
static struct holder hold(void) { struct holder h = {0}; return h; }

void member_is_noreturn_feasible(int x)
{
    // run: member_is_noreturn_feasible(1)
    hold();
    pc_label(x > 0);
}

typedef int wide __attribute__((aligned(16)));
struct of_wide { char c; wide x; };

void typedef_is_aligned_feasible(int x)
{
    // run: typedef_is_aligned_feasible(1)
    if (sizeof(struct of_wide) == 32)
        pc_label(x > 0);
}

struct tight { char a; int x __attribute__((packed)), y; };

void only_one_member_is_packed_feasible(int x)
{
    // run: only_one_member_is_packed_feasible(1)
    if (sizeof(struct tight) == 12)
        pc_label(x > 0);
}

struct outer { struct inner { int a, b; }; int x; };

void tag_declares_no_member_feasible(int x)
{
    // run: tag_declares_no_member_feasible(1)
    if (sizeof(struct outer) == sizeof(int))
        pc_label(x > 0);
}

static char narrow __attribute__((mode(DI))), plain;

void mode_is_of_one_feasible(int x)
{
    // run: mode_is_of_one_feasible(1)
    if (sizeof narrow == 8 && sizeof plain == 1)
        pc_label(x > 0);
}

enum color { RED };

void enumerations_and_integers_feasible(enum color *p, const int *q, int x)
{
    // run: enumerations_and_integers_feasible(0, 0, 1)
    if (_Generic(p, unsigned *: 1, default: 0) && _Generic(x ? (int *)q : q, const int *: 1, default: 0))
        pc_label(x > 0);
}

void arrays_of_any_length_feasible(int x)
{
    // run: arrays_of_any_length_feasible(1)
    if (__builtin_types_compatible_p(int[], int[5]) && __builtin_types_compatible_p(const int, int))
        pc_label(x > 0);
}

/* clang keeps the attributes of a type that is not defined yet, gcc ignores them. */
struct __attribute__((packed)) early;
struct early { char c; int x; };
enum __attribute__((packed)) early_enum;
enum early_enum { EARLY };
struct __attribute__((packed)) behind *pointer_to_behind;
struct behind { char c; int x; };
void attribute_before_the_definition_left_out(void) {
    pc_label(sizeof(struct early) == 5);
}
void attribute_before_the_enumerators_left_out(void) {
    pc_label(sizeof(enum early_enum) == 1);
}
void attribute_behind_a_pointer_left_out(void) {
    pc_label(sizeof(struct behind) == 5);
}
