// arg: none -1..10
// arg: none -1..5
// arg: none x
/* A scheduler: priorities are checked once and handed down. */
#include <stdlib.h>

#define LEVELS 3
int queue[LEVELS];
int running = -1;

int enqueue(int level)
{
    if (level < 0 || level >= LEVELS)
        return 0;
    if (queue[level] < 8)
        queue[level]++;
    return 1;
}

int dequeue(void)
{
    for (int level = LEVELS - 1; level >= 0; level--)
        if (queue[level] > 0) {
            queue[level]--;
            return level;
        }
    return -1;
}

void start(int level)
{
    if (level > LEVELS)
        return;
    running = level;
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 1;
    int n = atoi(argv[1]), p = atoi(argv[2]);
    if (p < 1 || p > 3)
        return 2;
    for (int i = 0; i < n; i++)
        enqueue(p - 1);
    start(dequeue());
    if (running < -1 || running >= LEVELS)
        return 3;
    if (queue[0] < 0 || queue[1] > 8)
        return 4;
    return running + 1;
}
