// --criteria dc,cc
#include <stdio.h>

static int calls;
static int next(void) { return calls++; }

int main(void) {
  int c, n = 0;
  while ((c = next()) != 9 && c < 7)
    if (c == 3 || c > 5) n += c;
    else if (!c) n--;
  do n++; while (n < 20);
  for (int i = 0; i < 3; i++) n += i ? 2 : 1;
  int both = n > 3 && c < 9;
  switch (n) {
  case 1: case 2: puts("few"); break;
  case 20 ... 30: puts("some");
  default: puts("many");
  }
  printf("%d %d %d\n", n, c, both);
  return 0;
}
