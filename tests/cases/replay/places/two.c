#include "sign.h"
int other(int x)
{
    return sign(x);
}
