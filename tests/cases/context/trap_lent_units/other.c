static void step(int *p)
{
    *p += 2;
    if (*p < 2)
        *p = 0;
}

void raise_by(int *p, int by)
{
    *p += by;
    if (*p < 0)
        *p = 0;
}

int taken(int *p)
{
    *p = 3;
    return *p;
}

static void other(int *p)
{
    if (*p == 3)
        *p = 7;
    taken(p);
    if (*p == 3)
        *p = 7;
}

void (*hook)(int *) = other;

int through(int *p)
{
    step(p);
    if (*p == 1)
        return 1;
    return *p;
}
