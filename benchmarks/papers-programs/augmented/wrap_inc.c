/* A counter of 0 to 10 that begins again. */
int wrap_inc(int n)
{
    n = n >= 10 ? 0 : n + 1;
    return n;
}
