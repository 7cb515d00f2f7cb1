#include "part.h"

int part(int x)
{
    if (x > LIMIT)
        return 1;
    return 0;
}
