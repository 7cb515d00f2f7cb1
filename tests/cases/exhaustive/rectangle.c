/* Where a point lies: nibbles as coordinates, a struct for the window. */
struct window { int left, top, right, bottom; };
enum { LEFT = 1, RIGHT = 2, ABOVE = 4, BELOW = 8 };

int f(unsigned char at, unsigned char size)
{
    struct window w = { 4, 4, 4 + (size & 7), 4 + (size >> 5) };
    int x = at & 15, y = at >> 4, code = 0;

    if (x < w.left)
        code |= LEFT;
    else if (x > w.right)
        code |= RIGHT;
    if (y < w.top)
        code |= ABOVE;
    else if (y > w.bottom)
        code |= BELOW;
    if ((code & (LEFT | RIGHT)) == (LEFT | RIGHT))
        return -1;
    if (w.right < w.left || w.bottom > 11)
        return -2;
    if (!code && (x == w.left || x == w.right || y == w.top || y == w.bottom))
        return 16;
    return code;
}
