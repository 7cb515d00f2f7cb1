/* The first of two files; tests/cases/cache/changes.txt says what is changed in them, one thing at a time. */
#include "types.h"

void pc_label(int, ...);
int helper(int);
int outside(int);
extern int seen;

static int counter;
static int level;
static const int table[4] = {1, 2, 3, 4};
static const int limit = 10;
static const char *const names[2] = {"one", "two"};

int back(int x)
{
  level = x;
  return 0;
}

static int inner(int x) { return x > 3 ? 1 : 0; }

static int outer(int x) { return inner(x) + 1; }

static int once(int x)
{
  pc_label(1, 21, "O");
  return x + 1;
}

/* What helper() writes matters here: a call through back(), or the address of the counter. */
int keeps_counter(void)
{
  counter = 5;
  helper(1);
  if (counter == 5)
    return 1;
  return 0;
}

/* What may be called from outside matters here. */
int keeps_level(void)
{
  level = 5;
  outside(1);
  if (level == 5)
    return 1;
  return 0;
}

/* Whether helper() returns matters here. */
int passes_helper(int x)
{
  pc_label(x > 1, 1, "A");
  helper(x);
  pc_label(x > 0, 2, "A");
  return x;
}

int reads_table(int i)
{
  if (i >= 0 && i < 4 && table[i] > 4)
    return 1;
  return 0;
}

int reads_limit(int x)
{
  if (x > limit && x < 9)
    return 1;
  return 0;
}

int reads_names(int x)
{
  if (names[x & 1] == 0)
    return 1;
  return 0;
}

int looks_into(int x)
{
  if (inner(x) == 2)
    return 1;
  return 0;
}

int looks_deeper(int x)
{
  if (outer(x) == 4)
    return 1;
  return 0;
}

int has_layout(struct pair *p, struct pair *q)
{
  p->first = 1;
  q->second = 2;
  if (sizeof(struct pair) > 8)
    return 1;
  return 0;
}

/* Two locals that live at the same time are apart. */
int has_scopes(int x)
{
  int *p = 0;
  int *q = 0;
  { int first = x; p = &first; helper(*p);
  /* scopes */ int second = x; q = &second; helper(*q); }
  if (p == q)
    return 1;
  return 0;
}

/* A file that defines it has an address for it that is not null. */
int has_address(void)
{
  if (&seen == 0)
    return 1;
  return 0;
}

/* Where once() is called once, its entry belongs here. */
int calls_once(int x)
{
  pc_label(1, 22, "O");
  return once(x);
}

int long_labels(int x, int y)
{
  if (x * y == 391 && x > 1 && y > 1 && x < 300 && y < 300)
    return x;
  return y;
}
