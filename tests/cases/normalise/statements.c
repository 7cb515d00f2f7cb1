typedef int T;
int a(int x) {
  __label__ p, q;
  switch (x) { case 1: case 2 ... 5: int y; default: }
  if (x) goto end;
p: T z = 1;
q: T *w;
r: x = 1;
s: static int k;
t: struct s *sp;
  do { if (x) { } else { } } while (0);
  ({ u: 1; });
  case 1 ? 2 : 3: ;
end:
}
static b;
const c = 1, d[3];
e() { register i = 1; auto j; const *k; return i; }
*f(x) { }
g(x, y) register x; char *y; { return 0; }
weak_alias(a, b);
extern h();
static inline k(void) { }
asm(".globl a");
int m(T T, struct s *s) { return sizeof(T) + (T)[0]; }
struct n { ; int a;; int b : 3; T : 4; };
void o(void) { asm("nop"); __asm__ __volatile__ inline ("" : : : "memory"); register long r asm("rax"); }
;
