/* Undefined behaviour that some inputs meet: a division, a shift, an array, an overflow. */
static const int table[4] = { 1, 2, 3, 4 };

int share(int total, int parts, unsigned index)
{
    int sum = total / parts;

    if (index > 9)
        return sum + 1;
    return sum * table[index];
}
