// arg: none -1..4
// arg: none -2..12
// arg: none x
/* Members of a global structure and of the elements of an array have ranges of their own. */
#include <stdlib.h>

struct item { int key; short weight; char used; };
static struct item items[4];
static struct { int count; int total; unsigned char mode; } all = {0, 0, 3};

static int put(int at, int key)
{
    if (at < 0 || at >= 4)
        return 0;
    items[at].key = key;
    items[at].weight = key > 5 ? 2 : 1;
    items[at].used = 1;
    if (all.count < 4)
        all.count++;
    return 1;
}

static int weigh(int at)
{
    if (items[at].used > 1 || items[at].used < 0)
        return -1;
    if (items[at].weight > 2 || items[at].weight < 0)
        return -2;
    if (all.mode != 3 || all.count > 4 || all.count < 0)
        return -3;
    return items[at].key > 5 ? items[at].weight : 0;
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 9;
    int at = atoi(argv[1]) & 3;
    put(at, atoi(argv[2]));
    return weigh(at) + weigh((at + 1) & 3);
}
