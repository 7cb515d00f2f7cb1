/* The middle one of three numbers, and how it was found. */
int find_middle(int a, int b, int c)
{
    int middle;

    if (a < b) {
        if (b < c)
            middle = b;
        else if (a < c)
            middle = c;
        else
            middle = a;
    } else if (a < c) {
        middle = a;
    } else if (b < c) {
        middle = c;
    } else
        middle = b;
    return middle;
}
