/* Part of every measured object, so that any linker makes a program of them: what is shared by the objects of a program or
   library is weak. Each label has two bytes, set when its place is reached with its predicate false, and true. They live in a file that the environment names, shared by all processes of a test, so
   that nothing is lost by a crash, by _exit or by a fork. Compile with -DTAMIS_LABELS=(the highest id + 1). */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HEADER = 64 };
#define SIZE (HEADER + 2UL * TAMIS_LABELS)
#define SHARED __attribute__((weak, visibility("hidden")))

/* For labels that are reached before the file is there, and for runs that no test suite started. */
static unsigned char early[SIZE] __attribute__((aligned(64)));
SHARED unsigned char *tamis_replay_map = early + HEADER;

/* Two counters at the start of the file: processes that began, processes that ended by exit. */
SHARED unsigned *tamis_replay_counters = NULL;

/* Whether the first of the objects has begun, and has ended. */
SHARED int tamis_replay_begun = 0;
SHARED int tamis_replay_ended = 0;

extern int pthread_atfork(void (*)(void), void (*)(void), void (*)(void)) __attribute__((weak));

static void begins(void)
{
    if (tamis_replay_counters)
        __atomic_fetch_add(&tamis_replay_counters[0], 1, __ATOMIC_RELAXED);
}

__attribute__((constructor(101))) static void tamis_replay_begin(void)
{
    int before = errno, file;
    const char *name = getenv("TAMIS_REPLAY_MAP");
    struct stat found;
    unsigned char *map, *before_map = tamis_replay_map;

    if (!name || tamis_replay_begun)
        return;
    tamis_replay_begun = 1;
    file = open(name, O_RDWR | O_CLOEXEC);
    if (file >= 0 && fstat(file, &found) == 0 && (unsigned long)found.st_size >= SIZE) {
        map = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (map != MAP_FAILED) {
            for (unsigned long i = HEADER; i < SIZE; i++)
                if (before_map[i - HEADER])
                    map[i] = 1;
            tamis_replay_counters = (unsigned *)map;
            tamis_replay_map = map + HEADER;
            begins();
            if (pthread_atfork)
                pthread_atfork(NULL, NULL, begins);
        }
    }
    if (file >= 0)
        close(file);
    errno = before;
}

__attribute__((destructor(101))) static void tamis_replay_end(void)
{
    if (tamis_replay_counters && !tamis_replay_ended) {
        tamis_replay_ended = 1;
        __atomic_fetch_add(&tamis_replay_counters[1], 1, __ATOMIC_RELAXED);
    }
}
