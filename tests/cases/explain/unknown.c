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

// 4294967291 and 4294967279 are prime.
int hard(unsigned long x, unsigned long y)
{
  if (x < 0x100000000 && y < 0x100000000 && x > 1 && y > 1)
    pc_label(x * y == 18446743979220271189u, 3, "A");
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
