/* The kind of a triangle by its sides. */
enum kind { SCALENE = 1, ISOSCELES, EQUILATERAL, NONE };

int trityp(short i, short j, short k)
{
    int equal = 0;

    if (i <= 0 || j <= 0 || k <= 0)
        return NONE;
    if (i == j)
        equal += 1;
    if (i == k)
        equal += 2;
    if (j == k)
        equal += 3;
    if (equal == 0) {
        if (i + j <= k || j + k <= i || i + k <= j)
            return NONE;
        return SCALENE;
    }
    if (equal > 3)
        return EQUILATERAL;
    if (equal == 1 && i + j > k)
        return ISOSCELES;
    if (equal == 2 && i + k > j)
        return ISOSCELES;
    if (equal == 3 && j + k > i)
        return ISOSCELES;
    return NONE;
}
