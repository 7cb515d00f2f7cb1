/* A byte with its parity in the high bit, received with an error mask. */
static int parity(unsigned char v)
{
    v ^= v >> 4;
    v ^= v >> 2;
    v ^= v >> 1;
    return v & 1;
}

int f(unsigned char data, unsigned char error)
{
    unsigned char sent = (data & 0x7f) | parity(data & 0x7f) << 7;
    unsigned char received = sent ^ error;

    if (parity(sent))
        return -1;
    if (parity(received) == 0) {
        if (error == 0)
            return 0;
        if ((error & (error - 1)) == 0)
            return -2;
        return 2;
    }
    return received == sent ? -3 : 1;
}
