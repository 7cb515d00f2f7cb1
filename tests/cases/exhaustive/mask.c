/* An address and a netmask of so many bits. */
int f(unsigned char host, unsigned char bits)
{
    unsigned char mask, net;

    if (bits > 8)
        return -1;
    mask = bits ? 0xff << (8 - bits) : 0;
    net = host & mask;
    if (net > host)
        return -2;
    if (bits == 8 && net != host)
        return -3;
    if ((host & ~mask) == 0)
        return net == 0 ? 1 : 2;
    if ((host | mask) == 0xff)
        return 3;
    return 0;
}
