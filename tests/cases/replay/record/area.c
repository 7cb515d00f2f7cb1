#include <stdio.h>
#include <stdlib.h>

int square(int side);

int main(int argc, char **argv)
{
    int area = argc > 1 ? square(atoi(argv[1])) : 0;
    printf("%d\n", area);
    return 0;
}
