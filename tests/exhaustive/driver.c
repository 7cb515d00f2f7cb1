/* Calls f with every input and writes, for each label, the set of inputs that cover it: a row of
   bits per id. ANNOTATED is the file with f, LABELS the highest id + 1, THIRD whether f has a
   third parameter, a _Bool. No header: ANNOTATED has its own, already preprocessed. */
long write(int, const void *, unsigned long);

enum { INPUTS = 256 * 256 * (THIRD + 1) };

static unsigned long sets[LABELS][INPUTS / 64];
static unsigned input;

#define pc_label(condition, id, tag) ((condition) ? cover(id) : (void)0)

static inline void cover(unsigned id)
{
    sets[id][input / 64] |= 1ul << input % 64;
}

#include ANNOTATED

int main(void)
{
    for (; input < INPUTS; input++)
#if THIRD
        f(input, input >> 8, input >> 16);
#else
        f(input, input >> 8);
#endif
    return write(1, sets, sizeof sets) != sizeof sets;
}
