/* A label in a loop of one to four iterations, and one that cannot be covered. */
void pc_label(int condition, ...);

int loop(unsigned char count, unsigned char bits)
{
    int i, sum = 0;
    for (i = 0; i <= (count & 3); i++) {
        pc_label((bits >> i & 1) != 0, 1);
        sum += bits >> i & 1;
    }
    pc_label(sum > 4, 2);
    return sum;
}
