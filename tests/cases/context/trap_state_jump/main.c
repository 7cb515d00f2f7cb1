// arg: none 0..4
/* A function that is left by a jump has not returned, and what follows the jump sees what was written before it. */
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf place;
static int state;
static int seen;

static void leaf(int n)
{
    state = n;
    if (n > 1)
        longjmp(place, n);
    state = 10;
}

static void middle(int n)
{
    state = 20;
    leaf(n);
    if (state != 10)
        seen = 1;
    state = 30;
}

static int look(void)
{
    if (state == 30)
        return 1;
    if (state == 2)
        return 2;
    if (state == 3)
        return 3;
    if (state == 10)
        return 4;
    if (state == 0)
        return 5;
    return 6;
}

static int attempt(int n)
{
    if (setjmp(place))
        return look();
    middle(n);
    return look();
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0;
    look();
    state = 0;
    int result = attempt(n);
    if (state == 30)
        result += 10;
    if (state == 2)
        result += 20;
    look();
    return result + seen;
}
