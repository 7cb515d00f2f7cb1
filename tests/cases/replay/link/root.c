#include <math.h>
#include <stdlib.h>

int helper(int x);

int main(int argc, char **argv)
{
    double x = argc > 1 ? atof(argv[1]) : 0;

    if (sqrt(x) > 2)
        return helper(1);
    return 0;
}
