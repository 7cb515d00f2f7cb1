/* Steps until one, with a limit. */
/* Missed: the loop is cut; that n does not wrap to 0 needs all the values that it has for each start. */
int f(unsigned char start, unsigned char limit)
{
    unsigned n = start;
    int steps = 0;

    if (n == 0)
        return -1;
    do {
        if (n == 1)
            break;
        n = n % 2 ? 3 * n + 1 : n / 2;
        steps++;
    } while (steps < limit);
    if (n == 0)
        return -2;
    return n == 1 ? steps : -3;
}
