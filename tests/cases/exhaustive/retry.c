/* A request that is tried again with a longer wait. */
int f(unsigned char fails, unsigned char limit)
{
    int tries = 0, wait = 1;

retry:
    tries++;
    if (fails >= tries) {
        if (tries > (limit & 15))
            goto give_up;
        if (wait < 1000)
            wait *= 2;
        goto retry;
    }
    if (tries == 0)
        return -1;
    return wait;
give_up:
    if (tries > 16)
        return -2;
    return -wait;
}
