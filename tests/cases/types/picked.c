// `_Generic` and `__builtin_choose_expr` are what they pick, also where compilers do not agree on its type.
struct bits { unsigned a : 3; } b;
volatile int v;
_Atomic int at;
ASK _Generic(__builtin_choose_expr(1, b.a + 0u, 1L), unsigned: 1, int: 2, default: 3);
ASK _Generic(__builtin_choose_expr(0, b.a, 1L), unsigned: 1, int: 2, default: 3);
ASK _Generic(_Generic(0, default: 1L), long: 1, default: 3);
ASK sizeof(__builtin_choose_expr(1, v, 1L));
MAY _Generic(__builtin_choose_expr(1, b.a, 1L), unsigned: 1, int: 2, default: 3);
MAY _Generic(__builtin_choose_expr(1, (0, b.a), 1L), unsigned: 1, int: 2, default: 3);
MAY _Generic((0, __builtin_choose_expr(1, b.a, 1L)), unsigned: 1, int: 2, default: 3);
MAY _Generic(_Generic(0, default: b.a), unsigned: 1, int: 2, default: 3);
MAY _Generic(_Generic(0L, int: 1, long: __builtin_choose_expr(1, b.a, 1L)), unsigned: 1, int: 2, default: 3);
MAY __builtin_types_compatible_p(__typeof__(&(__typeof__(__builtin_choose_expr(1, v++, 1L))){0}), int *);
MAY __builtin_types_compatible_p(__typeof__(_Generic(0, default: at = 1)), int);
