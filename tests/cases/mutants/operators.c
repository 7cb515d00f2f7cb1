#define MAX(a, b) ((a) > (b) ? (a) : (b))

int abs(int);

int f(int a, int b, const char *p, unsigned u)
{
    int r = (a) + (b);
    r += a * b;
    r++;
    if (a - b * r > 3 && (p[a] == 'x' || *(p + b) != 'y'))
        r = MAX(a, b);
    u <<= 2;
    return r & u |
           (a ^
            -b);
}
