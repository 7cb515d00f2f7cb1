// criteria: cc,mcc,gacc,wm mutators: ror,cor
struct s { int x; struct s *next; };
int pure(struct s *p)
{
  if (p && p->x > 3)
    return 1;
  while (p && p->next)
    p = p->next;
  return 0;
}
int division(int a, int b)
{
  if (b != 0 && a / b == 2 || a > 7)
    return 1;
  return 0;
}
