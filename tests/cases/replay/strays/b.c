#include "shared.h"

int other(int x)
{
  return shared(x - 1);
}
