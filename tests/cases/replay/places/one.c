#include "sign.h"
int other(int x);

static int once(int x)
{
    return sign(x);
}

int main(int argc, char **argv)
{
    if (argc > 4)
        return other(argc);
    return once(argc);
}
