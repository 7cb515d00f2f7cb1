// arg: none -1 0..2
// links: -pthread
/* Another thread writes what this one waits for. */
#include <pthread.h>
#include <stdlib.h>

static int level;
int goal;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg)
{
    int n = *(int *)arg;
    pthread_mutex_lock(&lock);
    level = n + 1;
    goal = 4;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0;
    pthread_t other;
    level = 0;
    if (pthread_create(&other, 0, work, &n))
        return 0;
    pthread_join(other, 0);
    if (level == 0)
        return 9;
    if (level > 2 && goal == 4)
        return 1;
    return level < 0;
}
