// criteria: dc
int f(int x)
{
  switch (x) {
  case 1: return 1;
  case 2: return 2;
  case 5 ... 9: return 3;
  default: return 4;
  }
}
int g(unsigned char c)
{
  switch (c) {
  case 'a': return 1;
  }
  return 0;
}
