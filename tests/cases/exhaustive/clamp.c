/* Scale and clamp a sample to the range of a byte. */
static int clamp(int v, int low, int high)
{
    if (v < low)
        return low;
    if (v > high)
        return high;
    return v;
}

int f(unsigned char sample, signed char gain)
{
    int v = clamp(sample * (64 + gain / 2) / 64, 0, 255);

    if (v < 0 || v > 255)
        return -1;
    if (gain == 0 && v != sample)
        return -2;
    return v;
}
