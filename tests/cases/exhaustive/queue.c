/* A ring of four places: puts and takes as the bits of a byte say. */
struct ring { unsigned char slot[4]; unsigned head, count; };

static _Bool put(struct ring *r, unsigned char v)
{
    if (r->count == 4)
        return 0;
    r->slot[(r->head + r->count) % 4] = v;
    r->count++;
    return 1;
}

static int take(struct ring *r)
{
    int v;

    if (r->count == 0)
        return -1;
    v = r->slot[r->head];
    r->head = (r->head + 1) % 4;
    r->count--;
    return v;
}

int f(unsigned char script, unsigned char value)
{
    struct ring r = { { 0 }, 0, 0 };
    int lost = 0, last = 0;

    for (int i = 0; i < 8; i++) {
        if (script >> i & 1) {
            if (!put(&r, value + i))
                lost++;
        } else {
            last = take(&r);
        }
    }
    if (r.count > 4)
        return -2;
    return lost > 4 ? -3 : last;
}
