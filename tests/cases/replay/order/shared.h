static int level(int x, int y)
{
    int n = 0;
    if (x > 0) {
        n = 1;
        if (y > 0)
            n = 2;
    }
    return n;
}
