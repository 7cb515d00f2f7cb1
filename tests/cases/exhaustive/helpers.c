/* Smallest and largest of a pair, and what lies between. */
struct range { int low, high; };

static int smaller(int a, int b) { return a < b ? a : b; }
static int larger(int a, int b) { return a > b ? a : b; }
static struct range range(int a, int b)
{
    struct range r = { smaller(a, b), larger(a, b) };
    return r;
}
static int holds(const struct range *r, int v) { return r->low <= v && v < r->high; }

int f(signed char a, unsigned char b)
{
    struct range r = range(a, b);

    if (r.low > r.high)
        return -1;
    if (r.high < 0)
        return -2;
    if (holds(&r, a) && holds(&r, b))
        return 2;
    return holds(&r, 0);
}
