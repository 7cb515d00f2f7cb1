// Attributes in every place of a declaration.
#include <stddef.h>
int __attribute__((mode(QI))) a1, a2;
int a3 __attribute__((mode(QI))), a4;
__attribute__((vector_size(16))) int b1, b2;
int b3 __attribute__((vector_size(16))), b4;
typedef __attribute__((aligned(16))) char C16; typedef char __attribute__((aligned(16))) D16; typedef char E16 __attribute__((aligned(16))), E1;
typedef C16 *PC; typedef unsigned char V16 __attribute__((vector_size(16)));
struct s1 { char c; int x __attribute__((packed)), y; };
struct s2 { char c; __attribute__((packed)) int x, y; };
struct s3 { char c; int x; } __attribute__((packed)) s3a, s3b;
struct s4 { char c; int x; } s4a __attribute__((packed)), s4b;
struct s5 { char c, d __attribute__((aligned(8))), e; };
struct s6 { char c; C16 d; char e; D16 f; E16 g; E1 h; };
struct s7 { char c; PC p; C16 *q; };
struct s8 { char c; V16 v; };
struct s9 { char c; struct { char d; int x; } __attribute__((packed)) in[3]; };
struct s10 { char c; struct t10 { int i; } *p, v; char d; };
struct s11 { char c; int a : 3 __attribute__((packed)), b : 30, d; };
struct s12 { char c; _Alignas(16) char d, e; _Alignas(long) char f; };
struct s13 { char c; const C16 d; volatile E16 e; };
struct s14 { char c; __typeof__(((struct s6 *)0)->d) d; };
struct __attribute__((packed, aligned(2))) s16 { char c; long x; };
struct s17 { char c; struct s16 x; short y; };
struct s18 { int x; struct e18 {}; struct {} m; char d; };
union u1 { char c[5]; int x __attribute__((packed)); };
union u2 { char c[5]; short x; } __attribute__((packed));
union u3 { C16 c; int x; };
enum __attribute__((packed)) e1 { E1A, E1B = 200 }; enum e2 { E2A = -1, E2B = 200 } __attribute__((packed)); enum e3 { E3A = 70000 } __attribute__((packed));
int (*fp)(int) __attribute__((noreturn)); int (*arr[3])(void) __attribute__((unused));
typedef int F(int) __attribute__((const)); F *pf;
typedef struct fwd S32 __attribute__((aligned(32))); struct fwd { char c; };
int x1 __attribute__((aligned(32))) = 1, x2 = 2, __attribute__((aligned(8))) x3;
extern int y1 __attribute__((aligned(32))); int y1 = 3;
static int z1[3] __attribute__((aligned(64))), z2;
typedef int ARR[3] __attribute__((aligned(2))); typedef ARR ARR2; ARR2 w1; 
int k1(a, b) int a __attribute__((unused)), *b; { return sizeof(a) + sizeof(b); }
int k2(register int __attribute__((unused)) a, int (*b)(int c __attribute__((unused)))) { return sizeof(a) + sizeof b; }
int k3(void) { C16 x; int y __attribute__((aligned(64))), z; static int w __attribute__((aligned(128))), v; return __alignof__(x) + 1000 * __alignof__(y) + 1000000 * __alignof__(z) + 100000000L * __alignof__(w) % 7 + __alignof__(v); }
int k4(void) { for (int i __attribute__((unused)) = 0, j = 1; i < 3; i++) if (j) continue; lab: __attribute__((unused)); return 4; }
int k5(void) { typedef char L16 __attribute__((aligned(16))); struct l { char c; L16 d; }; return sizeof(struct l); }
int k6(void) { struct l { char c; int d; } __attribute__((packed)); struct m { char c; int d; }; return sizeof(struct l) * 10 + sizeof(struct m); }
ASK sizeof a1 + 10 * sizeof a2 + 100 * sizeof a3 + 1000 * sizeof a4;
ASK sizeof b1 + 100 * sizeof b2 + 10000 * sizeof b3 + 1000000 * sizeof b4;
ASK _Alignof(C16) + 100 * _Alignof(D16) + 10000 * _Alignof(E16) + 1000000 * _Alignof(E1);
ASK _Alignof(PC);
ASK sizeof(struct s1) + 100 * offsetof(struct s1, y);
ASK sizeof(struct s2) + 100 * offsetof(struct s2, y);
ASK sizeof s3a + 100 * sizeof s3b;
ASK sizeof s4a + 100 * sizeof s4b;
ASK sizeof(struct s5) + 100 * offsetof(struct s5, e);
ASK sizeof(struct s6);
ASK offsetof(struct s6, h) + 1000 * offsetof(struct s6, f);
ASK sizeof(struct s7);
ASK sizeof(struct s8) + 1000 * offsetof(struct s8, v);
ASK sizeof(struct s9) + 1000 * offsetof(struct s9, in[1].x);
ASK sizeof(struct s10);
ASK sizeof(struct s11) + 1000 * offsetof(struct s11, d);
ASK offsetof(struct s12, d) + 100 * offsetof(struct s12, e) + 10000 * offsetof(struct s12, f) + 1000000 * sizeof(struct s12);
ASK offsetof(struct s13, d) + 100 * offsetof(struct s13, e);
ASK offsetof(struct s14, d);
ASK sizeof(struct s16) + 100 * _Alignof(struct s16);
ASK offsetof(struct s17, x) + 100 * offsetof(struct s17, y) + 10000 * sizeof(struct s17);
ASK offsetof(struct s18, m) + 100 * sizeof(struct s18);
ASK sizeof(union u1) + 100 * _Alignof(union u1);
ASK sizeof(union u2) + 100 * _Alignof(union u2);
ASK sizeof(union u3) + 100 * _Alignof(union u3);
ASK sizeof(enum e1) + 10 * sizeof(enum e2) + 100 * sizeof(enum e3);
ASK ((enum e1)-1 < 0) + 10 * ((enum e2)-1 < 0) + 100 * ((enum e3)-1 < 0);
ASK sizeof fp + sizeof arr;
MAY __alignof__(*pf) == 0;
ASK sizeof(S32) + 100 * _Alignof(S32);
ASK _Alignof(x1) + 100 * _Alignof(x2) + 10000 * _Alignof(x3);
MAY _Alignof(y1);
ASK _Alignof(z1) + 100 * _Alignof(z2);
ASK _Alignof(w1) + 100 * _Alignof(ARR2) + 10000 * _Alignof(w1[0]);
ASK k1(1, 0);
ASK k2(1, 0);
ASK k3();
ASK k4();
ASK k5();
ASK k6();
MAY sizeof(int __attribute__((aligned(16))));
MAY _Alignof(int __attribute__((aligned(16))));
MAY sizeof((char __attribute__((mode(DI))))0);
ASK __builtin_offsetof(struct s9, in[2]);
ASK &((struct s6 *)0)->g - (E16 *)0;
