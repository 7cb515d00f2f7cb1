#include "both.h"
int main(int argc, char **argv)
{
    (void)argv;
    return sign(argc - 2) + 1;
}
