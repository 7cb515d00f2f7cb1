// criteria: limit
int f(int a, int b, unsigned u, double d, int *p)
{
  if (a < b && u >= 10)
    return 1;
  return d < 1.0 || p == 0 || u > 0 || 3 == a;
}
