#include <stdlib.h>

int main(int argc, char **argv)
{
    int x = argc > 1 ? atoi(argv[1]) : 0;

    if (x < 0)
        x = -x;
    return x > 100;
}
