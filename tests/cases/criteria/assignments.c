// criteria: wm mutators: aoiu,aodu,sdl,lhs
int total, table[4];
volatile int port;
int next(void);

int step(int x, int y, int *out)
{
  int late, sum = x;
  sum = sum + y;
  total = total + sum;
  table[x & 3] = y;
  if (x > 2)
    sum = -y;
  for (; x < 3; x++)
    y = x;
  // No value yet.
  late = sum;
  late += y;
  // Any value, somebody's memory, several effects, a call.
  port = x;
  *out = y;
  sum = total = late;
  sum = next();
  return sum - late;
}
