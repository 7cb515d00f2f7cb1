int seen(int);
extern int level;

int odd(int n)
{
    int nested(int k) { return k + n; }
    level = 7;
    return seen(9) + nested(2);
}
