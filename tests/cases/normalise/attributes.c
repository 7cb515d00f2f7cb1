struct __attribute__((packed)) s { int a __attribute__((aligned(8), unused)); char b; } __attribute__((__aligned__(16))) v;
union u { int a; } w __attribute__((section("x")));
enum __attribute__((packed)) e { A __attribute__((deprecated)), B };
__attribute__((noreturn)) void die(int code) __attribute__((__format__(printf, 1, 2)));
static inline __attribute__((always_inline)) int f(int a __attribute__((unused)), __attribute__((x)) int b)
{
  _Alignas(16) char c[4];
  _Alignas(double) char d;
  switch (a) { case 1: b = 1; __attribute__((fallthrough)); default: ; }
out: __attribute__((unused));
  return __extension__ (int){ 1 };
}
__declspec(dllexport, align(8)) int y;
[[gnu::packed, nodiscard("x")]] int z [[maybe_unused]];
typedef int v4 __attribute__((vector_size(16)));
extern int printf_(const char *, ...) __asm__("printf") __attribute__((nothrow));
int g(int [const restrict static 3], int a[2][3]);
