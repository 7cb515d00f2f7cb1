/* A structure by pointer and by value, with an array, a union, bit-fields and a nested one. */
typedef struct {
    unsigned kind : 3;
    int depth : 5;
    short limits[2];
    union {
        int number;
        unsigned char bytes[4];
    } as;
} shape;

struct box {
    shape inner;
    long weight;
};

int classify(struct box *box, shape other)
{
    if (!box)
        return 0;
    if (box->inner.kind == 5 && box->inner.depth < 0)
        return 1;
    if (box->inner.limits[0] > box->inner.limits[1])
        box->weight = box->inner.limits[0] - box->inner.limits[1];
    if (box->weight > 100000)
        return 2;
    if (other.kind == box->inner.kind && other.as.bytes[1] == 7)
        return 3;
    box->inner.depth = 1;
    return 4;
}
