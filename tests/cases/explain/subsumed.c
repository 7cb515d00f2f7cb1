// clean: --criteria none
// explain: 1 3 5 6
void pc_label(int, ...);

int weaker(int x)
{
  pc_label(x > 3, 1, "A");
  pc_label(x > 5, 2, "A");
  return x;
}

// The branch to the second label says what the first needs.
int later(int x, int y)
{
  pc_label(x > 0, 3, "B");
  y *= 2;
  if (x > 4 && y) {
    pc_label(y == 8, 4, "B");
  }
  return x;
}

// From one label to the next, over several functions' worth of lines.
int chain(int x)
{
  int twice = 2 * x;
  pc_label(x != 0, 5, "C");
  pc_label(x == 3 || x == 4, 6, "C");
  if (x == 3)
    pc_label(twice == 6 && x > 0, 7, "C");
  return twice;
}
