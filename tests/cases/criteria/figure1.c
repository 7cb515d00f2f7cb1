// criteria: dc,cc,mcc,wm mutators: all
// Figure 1 of "Time to Clean Your Test Objectives" (2018).
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
