/* The other file. */
#include <stdlib.h>

int back(int);

int *where;

int helper(int x)
{
  if (where)
    *where = x;
  return x;
}
