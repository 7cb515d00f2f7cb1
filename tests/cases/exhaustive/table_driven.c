/* A small automaton over the bits of a byte, by table: multiples of three end in state 0. */
static const unsigned char next[3][2] = { { 0, 1 }, { 2, 0 }, { 1, 2 } };

int f(unsigned char value, unsigned char start)
{
    unsigned state = start % 3;

    for (int i = 7; i >= 0; i--)
        state = next[state][value >> i & 1];
    if (state > 2)
        return -1;
    if (start % 3 == 0 && state != value % 3)
        return -2;
    return state;
}
