// arg: none -1..6
// arg: none -2..12
/* Tables that main sets up before anything reads them, and a level that is only moved within bounds. */
#include <stdlib.h>

struct settings {
    int low, high;
    int level;
};

static struct settings set;
static const char *title;
static unsigned used;

static void set_up(void)
{
    set.low = 2;
    set.high = 8;
    set.level = 4;
    title = "levels";
    used = 1;
}

static void move(int by)
{
    if (used == 0)
        return;
    if (set.low != 2 || set.high <= set.low)
        return;
    set.level += by;
    if (set.level < set.low)
        set.level = set.low;
    if (set.level > set.high)
        set.level = set.high;
}

static int rate(void)
{
    if (!title)
        return -1;
    if (set.level < 2)
        return 0;
    return set.level > 8 ? 2 : 1;
}

int main(int argc, char **argv)
{
    if (title || used)
        return 5;
    set_up();
    if (argc > 2) {
        int times = atoi(argv[1]), by = atoi(argv[2]);
        for (int i = 0; i < times; i++) {
            move(by);
            if (rate() < 0)
                return 4;
        }
    }
    if (set.level < 0)
        return 3;
    return rate();
}
