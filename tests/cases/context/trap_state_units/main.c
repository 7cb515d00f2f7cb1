// arg: none 0..3
/* Another file writes the global, through a function of its own and through a table. */
#include <stdlib.h>

int state;
extern int (*const actions[3])(void);
int act(int n);
int hidden(void);

int look(void)
{
    if (state == 1)
        return 1;
    if (state == 2)
        return 2;
    if (state == 3)
        return 3;
    return state == 0 ? 0 : 4;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0;
    int result = look();
    state = 1;
    if (n == 0)
        act(n);
    if (state == 1)
        result++;
    if (n > 0)
        result += actions[n - 1]();
    if (state == 3)
        result += 2;
    result += look();
    state = 2;
    hidden();
    if (state == 2)
        result += 4;
    if (state == 3)
        result += 8;
    return result;
}
