// clean: --criteria cc
// explain: 3 6 7
// What the predicate reads through is not null in a state that covers the label, unless the label says that it is.
int through(int x, const int *p)
{
  if (x == 7 && *p == 9)
    return 1;
  return 0;
}

int guarded(const int *p, const int *q)
{
  if (!p || *q == 2)
    return 1;
  return *p == 3;
}
