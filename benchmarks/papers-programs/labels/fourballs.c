/* Four balls, one of another weight: which one, and is it heavier? Weighings of pairs only. */
int fourballs(short a, short b, short c, short d)
{
    int ball, more;

    if (a == b) {
        if (a == c) {
            ball = 4;
            more = d - a;
        } else {
            ball = 3;
            more = c - a;
        }
    } else if (a == c) {
        ball = 2;
        more = b - a;
    } else {
        ball = 1;
        more = a - b;
    }
    if (more > 0)
        return ball;
    return -ball;
}
