// criteria: wm mutators: aor,ror,cor
// Theorem 2 of "Efficient Leveraging of Symbolic Execution to Advanced Coverage Criteria" (2014): a mutated expression, condition, and left-hand side.
void pc_label(int, ...);
void expression(int *lhs, int a, int b)
{
  *lhs = a + b;
}
int condition(int a, int b)
{
  if (a < b)
    return 1;
  return 0;
}
// lhs := expr becomes lhs' := expr
void left_hand_side(int *p, int *q, int e)
{
  pc_label(p != q && (*p != e || *q != e), 1, "WM LHS");
  *p = e;
}
