// clean: --criteria none
// explain: 2 4 6 7 9
void pc_label(int, ...);

// The same predicate, and nothing in between changes it.
int same(int x, int y)
{
  pc_label(x == y, 1, "A");
  y = y;
  pc_label(x - y == 0, 2, "A");
  return x;
}

// Both directions need what was assigned.
int assigned(int x)
{
  int flag = x > 7;
  int unused = x * 3;
  pc_label(x > 7, 3, "B");
  if (unused)
    unused = 0;
  pc_label(flag == 1, 4, "B");
  return unused;
}

// Always true and reached together.
int together(int x)
{
  pc_label(x == x, 5, "C");
  x = 2;
  pc_label(x > 1, 6, "C");
  return x;
}

// Before a branch, and one label in each of its parts.
int branches(int x)
{
  pc_label(1, 7, "D");
  if (x) {
    pc_label(1, 8, "D");
    x = 0;
    pc_label(1, 9, "D");
  } else {
    pc_label(1, 10, "D");
  }
  return x;
}
