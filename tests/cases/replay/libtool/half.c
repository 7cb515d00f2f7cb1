int half(int x)
{
    if (x % 2 == 0)
        return x / 2;
    return -1;
}
