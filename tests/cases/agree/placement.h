/* Included by placement.c: functions of headers are labelled too. */
#define FROM_HEADER(x) ((x) > 2 && \
    (x) < 5 ? 1 \
            : -1)
static inline int from_header(int a, int b) {
    if (a > 2 && FROM_HEADER(a) > 0) return b & 3;
    return a < 0 || b > 50 ? -1 : 0;
}
