static void harness(struct bytes *in)
{
    int a = word(in), b = word(in), c = word(in);
    triangle(a, b, c);
}
