// stdin: 4 of ab1+c
/* A state machine whose tables nobody writes, though they are not const. */
#include <stdio.h>

static int next_state[3][3] = {{1, 2, 0}, {1, 2, 1}, {2, 2, 0}};
static char accepts[3] = {0, 1, 1};
static const char *names[3] = {"start", "word", "number"};

static int class_of(int c)
{
    if (c == 'a' || c == 'b')
        return 0;
    if (c == '1')
        return 1;
    return 2;
}

static int step(int state, int c)
{
    int next = next_state[state][class_of(c)];
    if (next < 0 || next > 2)
        return 0;
    return next;
}

int main(void)
{
    int c, state = 0;
    while ((c = getchar()) != EOF)
        state = step(state, c);
    if (names[state] == 0)
        return 5;
    if (accepts[state] < 0 || accepts[state] > 1)
        return 6;
    return accepts[state];
}
