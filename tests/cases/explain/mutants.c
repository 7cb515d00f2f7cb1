// clean: --criteria wm --mutators aor,ror,abs
// explain: 1 23
int half(int a, int b)
{
  if (a > b && b > 3)
    return (a + b) / 2;
  return a;
}
