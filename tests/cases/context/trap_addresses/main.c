// arg: 0..4
// arg: 0..4
/* The address of an element beside a call that changes its index, or the pointer. */
#include <stdlib.h>

static int list[8], other[8], seen, index_of;
static int *way = list;

static int move(int *i) { *i = *i + 1; return 7; }
static int turn(void) { way = other; return 5; }
static int step(void) { index_of++; return 3; }
static int plain(int n) { return n; }

static void locals(int i)
{
    int *p = &i;
    list[i] = move(p);
    if (list[i] == 7)
        seen++;
    if (list[i - 1] == 7)
        seen++;
}

static int give(int *k, int n) { *k = n; return n; }

static void assigned(int i, int n)
{
    int k = i;
    list[k] = give(&k, n) + plain(1);
    if (list[i] == n + 1)
        seen++;
    if (list[n] == n + 1)
        seen++;
}

static void pointer(int i)
{
    way[i] = turn();
    if (list[i] == 5)
        seen++;
    if (other[i] == 5)
        seen++;
    way = list;
}

static void global(void)
{
    list[index_of] = step();
    if (list[0] == 3)
        seen++;
    if (list[1] == 3)
        seen++;
    index_of = 0;
}

static void twice(int i, int n)
{
    int k = i;
    list[k] = plain(n);
    k = n;
    list[k] = plain(i) + 10;
    if (list[i] == n)
        seen++;
    if (list[n] == i + 10)
        seen++;
}

static void in_turn(int i, int n)
{
    int k = i;
    list[k] = other[k] = plain(n);
    list[k] = n > 2 && plain(n);
    if (list[k] > 0)
        seen++;
    k = 0;
    list[k] += plain(1);
    if (list[k] > 2)
        seen++;
    if (list[i] == n)
        seen++;
}

static void loop(int n)
{
    int i, *p = list;
    for (i = 0; i < n; i++)
        *p++ = plain(i);
    if (list[0] != 0)
        seen++;
    if (n > 1 && list[1] == 1)
        seen++;
}

int main(int argc, char **argv)
{
    int a = argc > 1 ? atoi(argv[1]) : 0, b = argc > 2 ? atoi(argv[2]) : 0;
    locals(a + 1);
    assigned(a, b);
    pointer(a);
    global();
    twice(a, b);
    in_turn(a, b);
    loop(b);
    return seen > 100;
}
