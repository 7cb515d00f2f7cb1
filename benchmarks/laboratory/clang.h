/* Types that gcc has in the text of system headers and clang has not. */
typedef float _Float32;
typedef double _Float64, _Float32x;
typedef long double _Float64x, _Float128;
