// clean: --criteria none
// explain: 1 2 3 4 5 6
void pc_label(int, ...);

static const int primes[4] = {2, 3, 5, 7};

// A contradiction in the predicate needs no line.
int contradiction(int x)
{
  x++;
  pc_label(x > 3 && x < 2, 1, "A");
  return x;
}

// Two conditions exclude each other; the assignments between them do not matter.
int excluded(int x, int y)
{
  if (x > 10) {
    y = y + 1;
    if (x < 5) {
      y = 0;
      pc_label(y == 0, 2, "A");
    }
  }
  return y;
}

// A loop that is unrolled, over a table.
int sum(void)
{
  int total = 0;
  for (int i = 0; i < 4; i++)
    total += primes[i];
  pc_label(total != 17, 3, "A");
  return total;
}

// A loop that is cut.
int down(int n)
{
  int passes = 0;
  while (n > 0) {
    n--;
    passes++;
  }
  pc_label(n > 0, 4, "A");
  return passes;
}

static int clamp(int v)
{
  if (v < 0)
    return 0;
  return v;
}

// What a function gives back.
int clamped(int v)
{
  int other = v + 1;
  int c = clamp(v);
  pc_label(c < 0, 5, "A");
  return c + other;
}

struct item {
  int kind, size;
};

// What is in memory.
int stored(struct item *p, int n)
{
  p->kind = 3;
  p->size = n;
  switch (p->kind) {
  case 1:
    pc_label(1, 6, "A");
    return 1;
  default:
    return 0;
  }
}
