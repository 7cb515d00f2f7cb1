// arg: none -1..3
/* Scalars that are written in part, as another type, all at once, or whose content is volatile. */
#include <stdlib.h>
#include <string.h>

static union {
    int whole;
    unsigned char part[4];
} both;
static struct pair {
    int first, second;
} pair, spare = { 4, 5 };
static unsigned count;
static signed char small;
static volatile int loud;
static long long wide;
static _Bool flag;

static void touch(int n)
{
    if (n == 0)
        both.part[0] = 9;
    if (n == 1)
        pair = spare;
    if (n == 2)
        memset(&pair, 1, sizeof pair);
    if (n == 3)
        both.whole = -1;
    count -= 1;
    small = 200;
    loud = 3;
    wide = (unsigned)n;
    flag = n;
}

static int look(void)
{
    int result = 0;
    if (both.whole == 9)
        result++;
    if (both.whole < 0)
        result++;
    if (both.part[1] == 255)
        result++;
    if (pair.first == 4)
        result++;
    if (pair.second == 0x01010101)
        result++;
    if (count > 100)
        result++;
    if (small < 0)
        result++;
    if (small > 0)
        result--;
    if (loud == 4)
        result++;
    if (wide < 0)
        result--;
    if (wide > 3)
        result++;
    if (flag > 1)
        result--;
    return result;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0;
    both.whole = 0;
    small = 1;
    int result = look();
    if (pair.first != 0)
        return 1;
    touch(n);
    if (count == 0)
        return 2;
    if (small == 1)
        return 3;
    result += look();
    return result;
}
