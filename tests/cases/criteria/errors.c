// criteria: rte
struct s { int x; struct s *next; };
int table[8];
int f(struct s *p, int i, int j, unsigned n)
{
  int m[3][4];
  m[i][j] = table[i] / j;
  p->next->x = 1 << n;
  int *end = &table[i];
  return -i + (p ? p->x : 0) + *end;
}
