// arg: none -a -b x
// arg: none -b
/* An object that the library has too: the library writes the program's. */
#include <unistd.h>

int optind = 1;
int own = 1;

int main(int argc, char **argv)
{
    int r = 0;
    while (getopt(argc, argv, "ab") != -1)
        r++;
    if (optind > 1)
        r += 4;
    if (own > 1)
        r += 8;
    return r;
}
