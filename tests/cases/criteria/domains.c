// criteria: idp,fc,stmt,bbc
struct s { int x; };
#pragma tamis partition(month, 1, 12)
int f(int x, unsigned u, char *p, double d, struct s s, int month)
{
  if (x)
    x = 1;
  x = 2;
  return x;
}
