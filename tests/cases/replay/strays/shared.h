int other(int);

static int shared(int x)
{
  pc_label(x == 1, 1, "OWN");
  return x;
}
