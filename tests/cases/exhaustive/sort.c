/* Four nibbles sorted in place. */
int f(unsigned char a, unsigned char b)
{
    int t[4] = { a & 15, a >> 4, b & 15, b >> 4 };
    int swaps = 0;

    for (int i = 1; i < 4; i++)
        for (int j = i; j > 0 && t[j - 1] > t[j]; j--) {
            int v = t[j];
            t[j] = t[j - 1];
            t[j - 1] = v;
            swaps++;
        }
    if (t[0] > t[3])
        return -1;
    if (swaps > 6)
        return -2;
    return swaps;
}
