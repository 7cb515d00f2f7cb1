/* The longest run of equal bits in sixteen. */
int f(unsigned char a, unsigned char b)
{
    unsigned bits = a << 8 | b;
    int longest = 0, run = 0, last = -1;

    for (int i = 15; i >= 0; i--) {
        int bit = bits >> i & 1;
        if (bit == last) {
            run++;
        } else {
            run = 1;
            last = bit;
        }
        if (run > longest)
            longest = run;
    }
    if (longest < 1 || longest > 16)
        return -1;
    if (longest == 16 && a != b)
        return -2;
    return longest;
}
