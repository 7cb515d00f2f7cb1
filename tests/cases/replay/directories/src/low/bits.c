int odd(int x)
{
    return x & 1 ? 1 : 0;
}
