/* Local objects in memory: structures, arrays, unions, bit-fields. */
struct pair {
    char tag;
    int value;
    unsigned low : 3;
    signed high : 5;
};

int fields(int a, short b)
{
    struct pair p = { 1, 2, 3, 4 }, q;
    p.value = a;
    p.low = a;
    p.high = b;
    q = p;
    if (q.value == a && q.low == (a & 7))
        q.tag = p.high;
    return q.tag + (p.high < 0);
}

int bytes(unsigned a, unsigned char i)
{
    union {
        unsigned whole;
        unsigned char part[4];
    } u;
    u.whole = a;
    if (i < 4)
        u.part[i] = 0;
    if (u.whole == a && u.part[3] > 9)
        return 1;
    return u.whole > a ? 2 : 3;
}

int table(unsigned char i, int v)
{
    int t[4] = { 1, 2, 3, 4 };
    t[i & 3] = v;
    if (t[0] + t[1] == 3 && t[3] == v)
        return t[2];
    return t[(i + 1) & 3];
}
