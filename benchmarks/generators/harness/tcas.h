#undef BYTES
#define BYTES 48
static void harness(struct bytes *in)
{
    struct situation s;
    int *field = (int *)&s;
    unsigned long i;
    for (i = 0; i < sizeof s / sizeof *field; i++)
        field[i] = word(in);
    alt_sep_test(&s);
}
