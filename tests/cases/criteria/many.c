// criteria: mcc
int f(int a, int b, int c, int d, int e, int g, int h)
{
  return a && b && c && d && e && g && h && a && b && c && d && e && g ? 1 : 0;
}
int chain(int *p)
{
  if (p && *p && p[1] && p[2])
    return 1;
  return 0;
}
