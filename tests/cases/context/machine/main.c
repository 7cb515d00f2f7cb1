// stdin: 4 of abr
/* One job runs at a time; who takes the next has put the last one away. */
#include <stdio.h>

struct job {
    int left;
};

static struct job jobs[3] = { { 1 }, { 2 }, { 3 } };
static struct job *current;
static int waiting = 3;
static int finished;

static struct job *pick(void)
{
    if (current)
        return current;
    if (waiting < 0 || waiting > 3)
        return 0;
    if (waiting == 0)
        return 0;
    waiting--;
    return &jobs[waiting];
}

static void put_away(void)
{
    if (current) {
        finished++;
        current = 0;
    }
}

static void turn(void)
{
    current = pick();
    if (!current)
        return;
    if (finished < 0)
        return;
    put_away();
}

static void rest(void)
{
    current = pick();
    if (current) {
        if (waiting < 3)
            waiting++;
        current = 0;
    }
}

int main(void)
{
    int c;
    while ((c = getchar()) != EOF) {
        if (current)
            return 2;
        if (c == 'r')
            rest();
        else
            turn();
    }
    return finished > 3;
}
