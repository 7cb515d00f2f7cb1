// --criteria cc,stmt
#include <stdio.h>
#include <stdlib.h>

struct node { int v; struct node *next; };
static struct node two = {2, 0}, one = {1, &two};
static struct node *first(void) { return &one; }
static int (*op(int which))(int) { return which ? abs : 0; }

static int length(const struct node *p) {
  int n = 0;
  while (p && p->v) { n++; p = p->next; }
  return n;
}

int main(void) {
  struct node *p;
  int total = 0;
  for (p = first(); p != NULL && p->next != NULL && p->next->v > p->v; p = p->next)
    total += p->v;
  if ((p = first()->next) && p->v == 2 && op(1) && op(1)(-3) == 3) total *= 10;
  const char *s = first()->v > 0 ? "yes" : "no";
  char text[] = "abc", *q = text;
  while (*q++ != 'c' && *q) *q ^= 0;
  printf("%d %d %s %ld\n", total, length(first()), s, (long)(q - text));
  return 0;
}
