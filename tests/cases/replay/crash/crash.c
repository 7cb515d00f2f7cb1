#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int is(const char *word, const char *other)
{
    if (strcmp(word, other) == 0)
        return 1;
    return 0;
}

int main(int argc, char **argv)
{
    volatile int *nowhere = 0;
    const char *how = argc > 1 ? argv[1] : "";

    if (is(how, "segv"))
        *nowhere = 1;
    if (is(how, "abort"))
        abort();
    if (is(how, "_exit"))
        _exit(3);
    if (is(how, "exit"))
        exit(4);
    if (is(how, "kill"))
        raise(SIGKILL);
    if (is(how, "hang"))
        for (;;)
            pause();
    if (is(how, "fork")) {
        pid_t child = fork();
        if (child == 0)
            _exit(5);
        if (child > 0)
            waitpid(child, NULL, 0);
    }
    if (is(how, "again") && argc > 2)
        execv(argv[0], argv + 1);
    return 0;
}
