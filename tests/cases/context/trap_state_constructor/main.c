// arg: none 0..2
/* Before main, and after it, other functions run. */
#include <stdlib.h>

static int state = 1;
static int other = 1;
int left;

static void deep(void)
{
    other = 4;
}

__attribute__((constructor)) static void before(void)
{
    if (state == 1)
        state = 2;
    deep();
}

__attribute__((destructor)) static void behind(void)
{
    if (left == 3)
        left = 4;
    if (left == 0)
        left = 5;
}

static int look(void)
{
    if (state == 1)
        return 1;
    if (state == 2)
        return 2;
    return 3;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0;
    int result = look();
    if (other == 4)
        result++;
    if (other == 1)
        result += 2;
    if (n == 1)
        left = 3;
    return result;
}
