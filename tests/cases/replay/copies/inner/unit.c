/* The same header by another name. */
#include "../both.h"

int inner(int x)
{
    return sign(x);
}
