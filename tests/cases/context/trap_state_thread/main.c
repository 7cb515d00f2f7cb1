// arg: none 0..2
// links: -pthread
/* Another thread writes while this one waits for it, deep in a call. */
#include <pthread.h>
#include <stdlib.h>

static int state;
static int own;

static void step(void)
{
    if (state == 1)
        own = 2;
    if (state == 5)
        own = 3;
    state = 5;
}

static void *work(void *unused)
{
    step();
    return unused;
}

static void wait_for(pthread_t thread)
{
    if (own == 1)
        pthread_join(thread, 0);
}

static int check(void)
{
    if (own == 1)
        return 1;
    if (own == 2)
        return 2;
    return 3;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0;
    pthread_t thread;
    int result = check();
    for (int i = 0; i < n; i++) {
        own = 1;
        if (i == 0)
            state = 1;
        if (pthread_create(&thread, 0, work, 0))
            return 9;
        if (n == 2) {
            pthread_join(thread, 0);
            own = 1;
            pthread_create(&thread, 0, work, 0);
        }
        pthread_join(thread, 0);
        result += check();
    }
    own = 1;
    if (n == 0) {
        state = 1;
        if (pthread_create(&thread, 0, work, 0))
            return 9;
        pthread_join(thread, 0);
    }
    result += check();
    (void)wait_for;
    if (state == 5)
        result++;
    return result;
}
