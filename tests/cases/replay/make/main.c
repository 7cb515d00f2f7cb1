#include "part.h"
#include <stdlib.h>

int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    part(atoi(argv[1]));
    return 0;
}
