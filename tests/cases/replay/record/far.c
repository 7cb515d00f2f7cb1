#include <math.h>

int square(int side);

int main(void)
{
    return square(-1) == -1 && sqrt(4.0) > 1.0 ? 0 : 1;
}
