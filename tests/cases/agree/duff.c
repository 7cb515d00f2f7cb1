// Duff's device, cases inside loops and conditions.
#include <stdio.h>

static void copy(char *to, const char *from, int count) {
    int n = (count + 3) / 4;
    switch (count % 4) {
    case 0: do { *to++ = *from++;
    case 3:      *to++ = *from++;
    case 2:      *to++ = *from++;
    case 1:      *to++ = *from++;
            } while (--n > 0);
    }
}

static int inside(int k) {
    int i = 0, n = 0;
    switch (k)
        while (i < 3) {
    case 1: n++;
            if (n > 2) {
    case 2:     n += 10;
            } else {
    case 3:     n += 100;
            }
            i++;
        }
    return n * 10 + i;
}

int main(void) {
    char out[16] = {0};
    for (int n = 1; n < 10; n++) { copy(out, "abcdefghij", n); printf("%s ", out); }
    for (int k = 0; k < 5; k++) printf("%d ", inside(k));
    return puts("") < 0;
}
