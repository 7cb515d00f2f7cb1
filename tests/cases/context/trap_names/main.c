// arg: none -1 0..3
/* Functions that are called by other names: aliases, assembler names, weak definitions. */
#include <stdlib.h>

static int plain(int x) { return x == 5 ? 1 : 0; }
static int second(int x) __attribute__((alias("plain"), used));

static int labelled(int x) __asm__("label_of_it");
__attribute__((used)) static int labelled(int x) { return x == 6 ? 1 : 0; }
int by_label(int x) __asm__("label_of_it");

__attribute__((weak)) int weak_one(int x) { return x == 8 ? 1 : 2; }
int weak_user(int x);

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0;
    int r = plain(1) + labelled(2) + weak_one(3);
    if (n == 1)
        r += second(5);
    if (n == 2)
        r += by_label(6);
    if (r == 1)
        return 3;
    return r + weak_user(8);
}
