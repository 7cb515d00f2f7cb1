// gcc makes a type of its own of a _Bool that may alias, and of a qualified array.
typedef _Bool flag __attribute__((may_alias));
typedef int number __attribute__((may_alias));
struct s { flag x; volatile int a[2] __attribute__((may_alias)); volatile flag v; number n; _Bool p; } s;
MAY __builtin_types_compatible_p(flag, _Bool);
MAY __builtin_types_compatible_p(__typeof__(s.p), _Bool);
MAY __builtin_types_compatible_p(__typeof__(s.a), int[2]);
MAY _Generic(&s.x, _Bool *: 1, default: 2);
MAY _Generic(&s.v, volatile _Bool *: 1, default: 2);
MAY _Generic(1 ? &s.x : &s.p, void *: 1, default: 2);
ASK __builtin_types_compatible_p(__typeof__(s.n), int);
ASK _Generic(&s.n, int *: 1, default: 2);
