#include <assert.h>
#include <stdlib.h>

static int area(int w, int h)
{
    assert(w >= 0);
    if (w > 1000) /* LCOV_EXCL_BR_LINE: tests need no such screens */
        w = 1000;
    /* LCOV_EXCL_START */
    if (h > 1000)
        h = 1000;
    /* LCOV_EXCL_STOP */
    if (h == 0)
        abort(); // LCOV_EXCL_LINE
    return w * h;
}

int main(int argc, char **argv)
{
    return area(argc, argc + 1) > 1;
}
