// The value of an operator on a bit-field, which is not promoted.
struct bits { unsigned a : 3; _Bool e : 1; unsigned char h : 8; short i : 16; unsigned f : 32; } b;
#define OF(x) _Generic((x), _Bool: 1, unsigned char: 2, short: 3, int: 4, unsigned: 5, default: 6)
ASK OF(b.e);
ASK OF(b.h);
ASK OF(b.f);
ASK OF(+b.h);
ASK OF(b.e + 0);
MAY OF(b.e = 1);
MAY OF(b.h = 1);
MAY OF(b.i += 1);
MAY OF(++b.f);
MAY OF((0, b.e));
MAY OF((0, (b.a, b.h)));
MAY OF(({ b.h; }));
MAY OF(({ b.h = 1; }));
MAY OF(({ (0, b.e); }));
MAY OF(({ __builtin_choose_expr(1, b.h, 0); }));
MAY sizeof(b.h = 1);
MAY sizeof(0, b.i);
MAY OF(({ __auto_type q = (0, b.a); q; }));
MAY OF(({ __auto_type q = (b.a = 1); q; }));
MAY OF(({ __auto_type q = ({ b.h; }); q; }));
