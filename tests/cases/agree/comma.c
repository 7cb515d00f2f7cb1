// Comma expressions everywhere.
#include <stdio.h>

static int count;
static int bump(int by) { return count += by; }

int main(void) {
    int a, b, c;
    a = (b = 2, c = b + 1, b * c);
    for (a = 0, b = 9; a < b; a++, b--) c += (a & 1) ? bump(1), a : (bump(2), b);
    if (c++, bump(-1), c > 20 && (a--, a > 2)) c = (0, c);
    while (bump(-1), count > 3) if (count & 1) b++, c--; else b--, c++;
    switch (a++, a) { case 5: c = 1, b = 2; break; default: b = 1, c = (a, b); }
    int array[] = {(a, 1), (bump(1), count), 3};
    array[(b++, b % 3)] = (c--, c);
    return printf("%d %d %d %d %d\n", a, b, c, count, array[0] + array[1] + array[2]), (a, b) & 7;
}
