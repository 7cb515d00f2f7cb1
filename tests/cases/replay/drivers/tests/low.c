#include "unit.h"

int main(void)
{
    return clamp(-1, 0, 9) != 0;
}
