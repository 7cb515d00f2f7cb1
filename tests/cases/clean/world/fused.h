/* As a header of the system: the compiler may compute this at once, whatever the flags of the file. */
#pragma GCC system_header
static __attribute__((target("fma"), noinline)) double fused(double a, double b, double c) { return a * b + c; }
#pragma GCC push_options
#pragma GCC optimize("fast-math")
static __attribute__((noinline)) double reordered(double a, double b, double c) { return a + b + c; }
#pragma GCC pop_options
