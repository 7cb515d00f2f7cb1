/* Preconditions: one in the code, others by `--assume`. Without them each of these calls could read outside of an object.
   options: --assume=last=a&&n>=1&&n<=LENGTH --assume=area=s!=0&&s->kind!=OTHER&&s->w<=limit */
#include "../../../include/tamis.h"
#include <stddef.h>
#define LENGTH 8

int count(const char *p, size_t n, int c)
{
    tamis_assume(p != NULL && n == 4);
    int found = 0;
    for (int i = 0; i < 4; i++)
        if (p[i] == c)
            found++;
    return found == 3 ? -1 : found;
}

int last(const int *a, int n)
{
    return a[n - 1] == 77;
}

enum kind { ROUND, SQUARE, OTHER };
struct shape {
    enum kind kind;
    unsigned w, h;
};
unsigned limit = 100;

unsigned area(const struct shape *s)
{
    if (s->kind == ROUND)
        return 3 * s->w * s->w;
    if (s->w > 90)
        return 0;
    return s->w * s->h;
}
