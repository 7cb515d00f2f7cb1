// criteria: dc,cc,mcc,gacc,wm mutators: ror,cor
int next(void);
int word(void)
{
  int c, n = 0;
  while ((c = next()) != -1 && c > ' ')
    n++;
  return n;
}
int counts(int x)
{
  if (x > 0 && x++ < 5)
    return x;
  if (next())
    return 1;
  return 0;
}
