#include "max.h"
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int list[16];
    int count = argc - 1;
    if (count < 1 || count > 16)
        return 2;
    for (int i = 0; i < count; i++)
        list[i] = atoi(argv[i + 1]);
    printf("%d\n", max(list, count));
    return 0;
}
