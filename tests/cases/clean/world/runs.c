/* Goes after the runs: does each in a process of its own and tells which labels it covered, a line
   each. RUNS is the list of runs. */
#include <stdio.h>
#include <sys/mman.h>

static void in_a_process(void (*run)(void))
{
    if (fork()) {
        wait(NULL);
        return;
    }
    alarm(1);
    for (int fd = 0; fd < 3; fd++)
        close(fd);
    run();
    _exit(0);
}

int main(void)
{
    static void (*const runs[])(void) = { RUNS };

    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        memset(hits, 0, LABELS);
        in_a_process(runs[i]);
        for (int label = 0; label < LABELS; label++)
            putchar(hits[label] ? '1' : '0');
        putchar('\n');
        fflush(stdout);
    }
    return 0;
}

__attribute__((constructor)) static void share(void)
{
    hits = mmap(NULL, LABELS, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}
