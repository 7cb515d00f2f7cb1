// criteria: dcc,gacc,cacc,gicc
int triangle(int x, int y, int z)
{
  int type = 0;
  if (x == y && y == z) {
    type = type + 1;
  }
  if (x == y || y == z || x == z) {
    type = type + 1;
  }
  return type;
}
