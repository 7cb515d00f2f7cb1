// criteria: ic,dc,cc,dcc,mcc
// Theorem 1 of "Efficient Leveraging of Symbolic Execution to Advanced Coverage Criteria" (2014): IC, DC, CC, DCC and MCC as labels.
int f(int x, int y, int a, int b)
{
  if (x == y && a < b)
    return 1;
  return 0;
}
