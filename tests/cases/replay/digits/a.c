#include <stdlib.h>

int main(int count, char **words) {
  int x = count > 1 ? atoi(words[1]) : 0;
  unsigned y = 1'000;
  if (y == 1'000 && x > 0)
    return 1;
  if (x < -0x1'0)
    return 'x' == x;
  return 0;
}
