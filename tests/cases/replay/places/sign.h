static inline int sign(int x)
{
    if (x < 0)
        return -1;
    return 1;
}
