// arg: none 0..5
// arg: none x
/* A function that calls itself is entered in the states of its inner calls too. */
#include <stdlib.h>

static int depth;
static int mark;

static int odd(int n);

static int even(int n)
{
    int before = mark;
    if (mark == 2)
        depth += 10;
    if (n == 0) {
        mark = 5;
        return 1;
    }
    mark = 1;
    depth++;
    int result = odd(n - 1);
    if (mark == 1)
        return 7;
    if (mark == 5 && before == 0)
        depth--;
    return result;
}

static int odd(int n)
{
    if (mark == 0)
        depth += 100;
    if (n == 0) {
        mark = 6;
        return 0;
    }
    mark = 2;
    int result = even(n - 1);
    if (mark == 2)
        return 8;
    if (mark == 5)
        depth += 3;
    if (mark == 6)
        depth += 4;
    return result;
}

static void walk(int n)
{
    if (mark == 5 || mark == 6)
        depth = 0;
    if (n > 0) {
        mark = n;
        walk(n - 2);
        if (mark == n)
            depth++;
        if (mark < 0)
            depth--;
    } else
        mark = -1;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0;
    even(n);
    if (mark == 0)
        return 1;
    if (argc > 2)
        odd(n);
    walk(n);
    return mark == -1;
}
