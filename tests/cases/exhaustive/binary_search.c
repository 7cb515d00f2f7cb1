/* Where a key is in a sorted table. */
/* Missed: what one trip of the loop says about labels of another, or after it. */
static const unsigned char table[] = { 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233 };

int f(unsigned char key, unsigned char limit)
{
    int low = 0, high = sizeof table - 1;

    if (limit <= high)
        high = limit;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        if (table[middle] == key)
            return middle;
        if (table[middle] < key)
            low = middle + 1;
        else
            high = middle - 1;
    }
    if (low > 11)
        return -100;
    return -low - 1;
}
