/* The first two digits of a number whose product is another one. */
/* Missed: the outer loop is cut, and what holds of j in its earlier trips is not found. */
int f(unsigned char wanted, unsigned char base)
{
    int i, j = 0, found = 0;

    base = base % 10 + 2;
    for (i = 1; i < base; i++) {
        for (j = i; j < base; j++) {
            if (i * j < wanted)
                continue;
            if (i * j == wanted)
                found = 1;
            break;
        }
        if (found)
            break;
    }
    if (found && i * j != wanted)
        return -1;
    if (!found)
        return 0;
    return i * 16 + j;
}
