/* One scan line of a polygon of N edges: the spans that are drawn, clipped to the picture. */
#ifndef N
#define N 3
#endif
#define WIDTH 100

struct edge {
    signed char x, y1, y2;
};

struct polygon {
    struct edge edges[N];
    signed char line;
};

static void sort(int *values, int count)
{
    int i, j;

    for (i = 1; i < count; i++) {
        int value = values[i];
        for (j = i; j > 0 && values[j - 1] > value; j--)
            values[j] = values[j - 1];
        values[j] = value;
    }
}

/* The number of pixels. */
int gd(struct polygon polygon)
{
    int crossings[N];
    int count = 0, pixels = 0, i;

    for (i = 0; i < N; i++) {
        int low = polygon.edges[i].y1, high = polygon.edges[i].y2;
        if (low > high) {
            low = polygon.edges[i].y2;
            high = polygon.edges[i].y1;
        }
        if (low == high)
            continue;
        if (polygon.line >= low && polygon.line < high)
            crossings[count++] = polygon.edges[i].x;
    }
    sort(crossings, count);
    for (i = 0; i + 1 < count; i += 2) {
        int from = crossings[i], to = crossings[i + 1];
        if (to < 0 || from >= WIDTH)
            continue;
        if (from < 0)
            from = 0;
        if (to >= WIDTH)
            to = WIDTH - 1;
        pixels += to - from + 1;
    }
    return pixels;
}
