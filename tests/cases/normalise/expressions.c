typedef int T;
typedef struct s S;
int a(int x, int y) { return x ?: y ?: 3; }
int b(int x) {
  static void *t[] = { &&l, &&m, (void *)&&l };
  void *p = x ? &&l : &&m;
  if (x && p || x++ && (x) && (T)x) goto *t[x];
l: m: return x;
}
int c = __builtin_types_compatible_p(T, struct s *), d = __builtin_types_compatible_p(int, const T[3]);
int e = __alignof__(c) + __alignof__(T) + _Alignof(struct s *) + __alignof(int) + _Alignof(c + 1);
int f(void) { return sizeof (S){} + sizeof(int[]){1, 2} + (int){}; }
_Static_assert(sizeof(int) == 4);
_Static_assert(1, "one");
struct x { _Static_assert(1); int a; };
void g(void) { for (T *p = 0, *q; p; ) ; for (T i = 0; ; ) ; __typeof__(T) x; typeof(T[3]) y; typeof(x) z; __auto_type w = 1; }
int h(int c) { return c ? 1 : 2; }
