/* Which mutants a suite kills. MUTANTS is a file with the original function, `mutant_0`, the mutants after it, and `mutants[]`, all of type
   `function`; ARGUMENTS says how many ints each takes. Each file that is named has the arguments of one test. A mutant is killed when it
   returns something else, faults, or takes too long. */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

typedef int (*function)();
#include MUTANTS

static sigjmp_buf landing;

static void land(int signal)
{
    siglongjmp(landing, signal);
}

static int call(function f, const int *a, int *result)
{
    const struct itimerval soon = { { 0, 0 }, { 0, 20000 } }, never = { { 0, 0 }, { 0, 0 } };
    int signal = sigsetjmp(landing, 1);

    if (signal == 0) {
        setitimer(ITIMER_REAL, &soon, NULL);
#if ARGUMENTS == 1
        *result = f(a[0]);
#elif ARGUMENTS == 2
        *result = f(a[0], a[1]);
#elif ARGUMENTS == 3
        *result = f(a[0], a[1], a[2]);
#elif ARGUMENTS == 4
        *result = f(a[0], a[1], a[2], a[3]);
#else
        *result = f(a[0], a[1], a[2], a[3], a[4]);
#endif
    }
    setitimer(ITIMER_REAL, &never, NULL);
    return signal == 0;
}

int main(int argc, char **argv)
{
    static char killed[sizeof mutants / sizeof *mutants];
    const int signals[] = { SIGALRM, SIGFPE, SIGSEGV, SIGBUS, SIGILL };
    size_t i, test;

    for (i = 0; i < sizeof signals / sizeof *signals; i++)
        signal(signals[i], land);
    for (test = 1; test < (size_t)argc; test++) {
        int arguments[8] = { 0 }, expected, found;
        FILE *file = fopen(argv[test], "rb");
        if (file == NULL || fread(arguments, sizeof(int), ARGUMENTS, file) != ARGUMENTS)
            return 2;
        fclose(file);
        if (!call(mutants[0], arguments, &expected))
            return 3;
        for (i = 1; i < sizeof mutants / sizeof *mutants; i++)
            if (!killed[i])
                killed[i] = !call(mutants[i], arguments, &found) || found != expected;
    }
    for (i = 1; i < sizeof mutants / sizeof *mutants; i++)
        puts(killed[i] ? "killed" : "alive");
    return 0;
}
