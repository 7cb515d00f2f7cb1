/* Four labels on one path, each true or not whatever the others are. */
void pc_label(int condition, ...);

int independent(unsigned char a, unsigned char b, unsigned char c, unsigned char d)
{
    int sum = a;
    pc_label(a > 10, 1);
    sum += b;
    pc_label(b > 20, 2);
    sum += c;
    pc_label(c > 30, 3);
    sum += d;
    pc_label(d > 40, 4);
    return sum;
}
