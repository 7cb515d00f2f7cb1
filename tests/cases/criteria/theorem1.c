// criteria: ic,dc,cc,dcc,mcc
// Theorem 1 of the label paper: IC, DC, CC, DCC and MCC as labels.
int f(int x, int y, int a, int b)
{
  if (x == y && a < b)
    return 1;
  return 0;
}
