// stdin: 4 of ab1!\n
/* A state machine with an enumeration: each state is one that is known. */
#include <stdio.h>

enum state { START, WORD, NUMBER, DONE };

static enum state step(enum state state, int c)
{
    switch (state) {
    case START:
        return c == '1' ? NUMBER : c == 'a' || c == 'b' ? WORD : START;
    case WORD:
        return c == 'a' || c == 'b' ? WORD : DONE;
    case NUMBER:
        return c == '1' ? NUMBER : DONE;
    case DONE:
        return DONE;
    default:
        return 9;
    }
}

static int name(enum state state)
{
    if (state > DONE)
        return -1;
    return "swnd"[state];
}

int main(void)
{
    enum state state = START;
    for (int i = 0; i < 4; i++) {
        int c = getchar();
        if (c == EOF)
            break;
        state = step(state, c);
    }
    return name(state);
}
