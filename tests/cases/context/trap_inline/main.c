// arg: 0..6
// flags: --whole-program
/* C leaves open which definition a call runs, the inline one here or the external one of the other file. */
#include <stdlib.h>

extern int written;
inline __attribute__((noinline)) int chosen(void) { return 4; }
extern inline __attribute__((gnu_inline, noinline)) int never_emitted(void) { return 2; }

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0;
    written = n;
    if (chosen() == n)
        return 1;
    if (written == n)
        return 2;
    if (never_emitted() == n)
        return 3;
    return 0;
}
