// --criteria fc,stmt
#include <setjmp.h>
#include <stdio.h>

#ifndef pc_label
#define pc_label(...) ((void)0)
#endif
#define TWICE(x) do { x; x; } while (0)

static int old(a, b) int a; char b; { return a + b; }
static int loops(int n) {
  int s = 0;
#pragma GCC unroll 2
  for (int i = 0; i < n; i++) s += i;
  if (n > 2)
#pragma GCC unroll 2
    while (s % 7) s++;
  return s;
}
static int jump(int k) {
  __label__ out;
  static void *table[] = {&&zero, &&other};
  goto *table[k != 0];
zero: k = 5; goto out;
other: ;
  int twice = k * 2;
  k = twice;
out:
  return k;
}
static int last(int k) {
  int r = ({ int t = k; if (t > 1) t = 1; t; });
  return k ? r : ({ goto done; 0; });
done:
  return -1;
}

int main(void) {
  jmp_buf again;
  int n = 0;
  if (setjmp(again) == 0) n = old(1, 'a');
  else n = 0;
  TWICE(n++);
  printf("%d %d %d %d\n", n, loops(5), jump(0) + jump(4), last(3) + last(0));
  pc_label(n > 3, 77, "MINE");
  return 0;
}
