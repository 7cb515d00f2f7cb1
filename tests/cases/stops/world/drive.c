/* Calls f with all small arguments, each in a process of its own, and prints the labels that it covers, a line for each. */
#include <setjmp.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#define LABELS 4096
#define VALUES 5

void f(int x, int y, int n);
jmp_buf back;
static unsigned char *hits;

void covered(int label) { hits[label] = 1; }

static void child(int x, int y, int n) {
    /* What runs on for ever ends here, by processor time and not by the clock. */
    struct itimerval limit = {{0, 0}, {0, 30000}};
    setitimer(ITIMER_VIRTUAL, &limit, 0);
    if (!setjmp(back))
        f(x, y, n);
    _exit(0);
}

int main(void) {
    static const int values[VALUES] = {-1, 0, 2, 3, 7};
    hits = mmap(0, LABELS, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i < VALUES * VALUES * VALUES; i++) {
        memset(hits, 0, LABELS);
        fflush(stdout);
        if (!fork())
            child(values[i % VALUES], values[i / VALUES % VALUES], values[i / VALUES / VALUES]);
        wait(0);
        for (int label = 0; label < LABELS; label++)
            if (hits[label])
                printf("%d ", label);
        printf("\n");
    }
    return 0;
}
