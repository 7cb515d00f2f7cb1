extern int state;
int look(void);

static int first(void)
{
    int before = look();
    state = 3;
    return before + look();
}

static int second(void)
{
    return state == 1 ? 5 : 6;
}

static int third(void)
{
    state = 4;
    return look();
}

int (*const actions[3])(void) = { first, second, third };

int hidden(void)
{
    if (state == 2)
        return first();
    return 0;
}

int act(int n)
{
    if (state != 1)
        return 0;
    if (n == 0)
        state = 3;
    return 1;
}
