#include "unit.h"

int main(void)
{
    return clamp(10, 0, 9) != 9;
}
