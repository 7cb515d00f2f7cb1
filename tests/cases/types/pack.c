// `#pragma pack` in all its forms, with members and bit-fields.
#include <stddef.h>
#pragma pack(push, one, 1)
struct a { char c; int x; };
#pragma pack(push, two, 2)
struct b { char c; int x; };
#pragma pack(push, 4)
struct c { char c; long x; };
#pragma pack(pop, one)
struct d { char c; int x; };
#pragma pack(2)
struct e { char c; int x; };
#pragma pack()
struct f { char c; int x; };
#pragma pack(push)
#pragma pack(1)
struct g { char c; int x; };
#pragma pack(pop)
struct h { char c; int x; };
#pragma pack(pop)
struct i { char c; int x; };
#pragma pack(push, 8)
struct j { char c; long x; __int128 y; };
#pragma pack(pop)
_Pragma("pack(push, 1)") struct k { char c; int x; }; _Pragma("pack(pop)")
struct l { char c; int x; };
#pragma pack(push, name)
#pragma pack(1)
struct m { char c; int x; };
#pragma pack(pop, name)
struct n { char c; int x; };
#pragma pack(push, 2)
struct o { char c; int a : 9; int b : 17; long l; };
struct p { char c; double d __attribute__((aligned(8))); };
struct q { char c; struct f x; };
union u { char c; long l; int a : 3; };
struct r { char c; int : 0; int x; };
#pragma pack(pop)
#pragma pack(0)
struct s { char c; int x; };
ASK sizeof(struct a);
ASK sizeof(struct b);
ASK sizeof(struct c);
ASK sizeof(struct d);
ASK sizeof(struct e);
ASK sizeof(struct f);
ASK sizeof(struct g);
ASK sizeof(struct h);
ASK sizeof(struct i);
ASK sizeof(struct j);
ASK offsetof(struct j, y);
ASK sizeof(struct k);
ASK sizeof(struct l);
ASK sizeof(struct m);
ASK sizeof(struct n);
ASK sizeof(struct o);
ASK offsetof(struct o, l);
ASK sizeof(struct p);
ASK offsetof(struct p, d);
ASK offsetof(struct q, x);
ASK sizeof(struct q);
ASK _Alignof(struct q);
ASK sizeof(union u);
ASK _Alignof(union u);
ASK offsetof(struct r, x);
ASK sizeof(struct s);
MAY _Alignof(((struct a *)0)->x);
MAY _Alignof(((struct p *)0)->d);
MAY _Alignof(((struct o *)0)->l);
#pragma pack(2)
struct aligned_bits { char c; int x : 5 __attribute__((aligned(8))); short z; };
struct as_aligned { char c; int x : 5 __attribute__((aligned(2))); short z; };
#pragma pack()
MAY sizeof(struct aligned_bits);
MAY __builtin_offsetof(struct aligned_bits, z);
ASK sizeof(struct as_aligned);
