// arg: 0..3
/* A variable that goes on to the element it selects: `i = next[i]` says nothing of the `next[i]` that follows. The same with
   variables of types that have no intervals. */
#include <stdlib.h>

static int next[4] = { 2, 3, 1, 0 };
static struct {
    unsigned char to, weight;
} node[4] = { { 1, 5 }, { 2, 6 }, { 3, 7 }, { 0, 8 } };

static int same(int from, int to)
{
    if (from == to)
        return 1;
    if (to == 1)
        return 2;
    return 0;
}

static int far(int to)
{
    if (to > 2)
        return 1;
    if (to == 2)
        return 2;
    return 0;
}

static int steps(int from)
{
    double d = from;
    __int128 wide = from;
    int result = 0, two;
    if (next[(int)d] == 2) {
        d = d + 1;
        result += same(2, next[(int)d & 3]);
    }
    if (node[wide].to == 3) {
        wide = 0;
        result += far(node[wide].to);
    }
    wide = from;
    two = next[wide] == 2;
    wide = 1;
    if (two)
        result += same(2, next[wide]);
    return result;
}

int main(int argc, char **argv)
{
    int i = atoi(argv[1]) & 3, k, result = 0;
    if (argc > 2)
        next[0] = 3;
    k = i;
    i = next[i];
    if (i == 2)
        result += same(2, next[i]);
    k = node[k].to;
    if (k == 1) {
        k = node[k].to;
        while (k > 2)
            k--;
        if (k == 2)
            result += 4;
        result += far(node[k].to);
    }
    i = next[next[i]];
    if (i == 3)
        result += far(next[i]);
    return result + steps(atoi(argv[1]) & 3);
}
