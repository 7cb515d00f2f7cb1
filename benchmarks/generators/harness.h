/* Inputs from bytes, the same for every peer: CBMC chooses the bytes, libFuzzer and AFL++ mutate them.

   A program defines `harness`, which takes what it needs and calls one function. Bytes after the end are zero. */

#ifndef BYTES
#define BYTES 32
#endif

struct bytes {
    const unsigned char *data;
    unsigned long size, used;
};

static unsigned char byte(struct bytes *in) { return in->used < in->size ? in->data[in->used++] : 0; }

static int word(struct bytes *in)
{
    unsigned value = byte(in);
    value |= (unsigned)byte(in) << 8;
    value |= (unsigned)byte(in) << 16;
    value |= (unsigned)byte(in) << 24;
    return (int)value;
}

/* A string of up to size - 1 characters. */
static void string(struct bytes *in, char *to, unsigned long size)
{
    unsigned long i;
    for (i = 0; i + 1 < size; i++)
        to[i] = (char)byte(in);
    to[size - 1] = '\0';
}

static void harness(struct bytes *in);

#if defined PEER_CBMC
int main(void)
{
    /* Not initialised: any bytes. */
    unsigned char data[BYTES];
    struct bytes in = { data, BYTES, 0 };
    harness(&in);
    return 0;
}
#else
int LLVMFuzzerTestOneInput(const unsigned char *data, unsigned long size)
{
    struct bytes in = { data, size, 0 };
    harness(&in);
    return 0;
}
#endif
