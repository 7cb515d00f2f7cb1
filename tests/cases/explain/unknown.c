// clean: --criteria none
// explain: 1 2 3 4 5
#include <setjmp.h>
void pc_label(int, ...);

int mode;
struct item {
  int size;
  struct item *next;
};

// Parameters and locals.
int counterexample(int x, unsigned char c, int other)
{
  int sum = x + c;
  other++;
  if (c == 200)
    pc_label(sum == 150, 1, "A");
  return other;
}

// Globals, and what pointers reach.
int reached(const struct item *p)
{
  if (!p || mode != 3)
    return 0;
  pc_label(p->size == -7 && !p->next, 2, "A");
  return 1;
}

// 11400714819323198549 and 13787848793156543999 are prime.
int hard(unsigned __int128 x, unsigned __int128 y)
{
  unsigned __int128 product = (unsigned __int128)0x7641f3080ff92384u << 64 | 0xefb135c4741de1abu;
  if (x >> 64 == 0 && y >> 64 == 0 && x > 1 && y > 1)
    pc_label(x * y == product, 3, "A");
  return 0;
}

jmp_buf env;

int jumps(int x)
{
  if (setjmp(env))
    return 1;
  pc_label(x > 3, 4, "A");
  return 0;
}

// In the third trip of a loop.
int trips(int limit)
{
  int i, steps = 0;
  for (i = 0; i < 4; i++) {
    steps += i;
    pc_label(i == 2 && limit == 9, 5, "A");
  }
  return steps;
}
