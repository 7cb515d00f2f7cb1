#include "shared.h"

static void done(int *p)
{
  (void)p;
}

/* Left out: the ids of its labels are not to be given to others. */
int lost(int x)
{
  __attribute__((cleanup(done))) int z = x;
  pc_label(x > 100, 2, "OWN");
  pc_label(x < 0, 0x3);
  pc_label(x == 7);
  pc_label(x == 8, x);
  return z != 0;
}

int kept(int x)
{
  pc_label(x > 5, 2, "OWN");
  if(x > 3)return(1);
  return shared(x);
}

int main(int argc, char **argv)
{
  (void)argv;
  return lost(argc) + kept(argc) + other(argc) == 99;
}
