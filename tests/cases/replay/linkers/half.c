int half(int x)
{
    if (x % 2)
        return 0;
    return x / 2;
}
