// arg: 0..6
// flags: --whole-program
// C leaves open which definition a call runs, the inline one here or the external one of the other file.
#include <stdlib.h>

extern int written;
inline __attribute__((noinline)) int chosen(int x) {
    if (x == 4)
        return 4;
    return 1;
}
extern inline __attribute__((gnu_inline, noinline)) int never_emitted(int x) {
    return x == 4 ? 2 : 3;
}

int main(int argc, char **argv) {
    int n = atoi(argv[1]), result = 0;
    written = 0;
    int t = chosen(n);
    if (t == 77)
        result++;
    if (written == 1)
        result++;
    if (never_emitted(n) == 78)
        result++;
    return result;
}
