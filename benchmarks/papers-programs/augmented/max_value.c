/* The place of the greatest of four numbers, and whether it stands alone. */
int max_value(int a, int b, int c, int d)
{
    int max = a, place = 1, alone = 1;

    if (b > max) {
        max = b;
        place = 2;
    } else if (b == max)
        alone = 0;
    if (c > max) {
        max = c;
        place = 3;
        alone = 1;
    } else if (c == max)
        alone = 0;
    if (d > max) {
        place = 4;
        alone = 1;
    } else if (d == max)
        alone = 0;
    return place * 10 + alone;
}
