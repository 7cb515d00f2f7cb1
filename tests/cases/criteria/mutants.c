// criteria: wm mutators: all
int arithmetic(int a, unsigned u, double d, char c, long l)
{
  return (a - 1) * 4 + u / 3 + c;
}
double floats(double d, int i)
{
  return d * i;
}
int *pointers(int *p, int *q, int i)
{
  if (p < q)
    return p + i;
  return &p[i];
}
unsigned bits(unsigned x, int n)
{
  return (x << n) | (x & 15);
}
int compound(int x)
{
  x += 3;
  x++;
  return x;
}
struct b { unsigned f : 3; int g : 5; };
int bitfield(struct b *s)
{
  return s->f + s->g;
}
