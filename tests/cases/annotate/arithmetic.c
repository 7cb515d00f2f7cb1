// --criteria wm
#include <limits.h>
#include <stdio.h>

struct bits { unsigned a : 3; int b : 5; unsigned long c : 40; };
static int wide(int x) { return (x & 7) * 3 - 1; }
static unsigned mix(unsigned u, unsigned char c) { return (u << 3) ^ (u / (c + 1u)) % 17; }
static long far(long x, int y) { return y > 0 ? x / y : -x; }
static double scale(double d, float f) { return d * f - 0.5 / (f + 1); }

int main(void) {
  struct bits s = {5, -3, 1ul << 39};
  int guard = 0, big = INT_MAX;
  if (guard && big + 1 > 0) puts("never");
  if (s.a > 2 || s.b + s.a < 0) s.c >>= 3;
  for (int i = -2; i < 3; i++)
    printf("%d %u %ld %.3f\n", wide(i), mix(i, 'x'), far(LONG_MAX, i), scale(i, 1.5f));
  __int128 h = (__int128)LONG_MAX * 4 + s.c;
  printf("%d %d\n", (int)(h >> 60), h > LONG_MAX && s.c != 0);
  return 0;
}
