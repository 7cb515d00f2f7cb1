// criteria: dc,cc,mcc,gacc,cacc
int f(int a, int b, int c)
{
  if (a ? b > 1 : !c)
    return 1;
  return a > b ? a : b;
}
int nested(int a, int *p)
{
  return a + (p ? (*p > 3 ? 1 : 2) : 0);
}
int constant(int a)
{
  do { a++; } while (0);
  while (1) { if (a > 9) return a; a++; }
}
