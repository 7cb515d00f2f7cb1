// criteria: dc,cc decisions: all
int f(int a, int b)
{
  int ok = a && b;
  int neg = !a;
  int less = a < b;
  return ok + neg + less;
}
