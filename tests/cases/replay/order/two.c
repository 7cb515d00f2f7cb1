#include "shared.h"

int main(int argc, char **argv)
{
    return level(argc, -argv[0][0]);
}
