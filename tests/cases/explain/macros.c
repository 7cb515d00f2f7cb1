// clean: --criteria cc --steps 1
// explain: 3 6 7 9 11
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define IS_SET(p, bit) ((p) && (p)->flags & (bit))

#define NULL ((void *)0)

struct emitter { int flags, whitespace; };

int above(int x)
{
  int most = MAX(x, 10);      /* at least 10 */
  if (most < 5) // never
    return 1;
  return 0;
}

int set(struct emitter *emitter)
{
  if (IS_SET(emitter, 4))
    return 2;
  if (emitter == NULL || emitter->whitespace > 3)
    return 1;
  return 0;
}
