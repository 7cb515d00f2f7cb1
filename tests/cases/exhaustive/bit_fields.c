/* A pixel of 5, 6 and 5 bits, made from two bytes. */
struct pixel {
    unsigned red : 5, green : 6, blue : 5;
};

int f(unsigned char a, unsigned char b)
{
    struct pixel p = { a, b, a >> 3 };
    unsigned grey;

    if (p.red > 31 || p.green > 63)
        return -1;
    p.blue += b;
    grey = (p.red * 2 + p.green + p.blue * 2) / 3;
    if (grey >= 64)
        return -2;
    if (p.red == p.blue && p.green / 2 == p.red)
        return 256 + grey;
    return grey;
}
