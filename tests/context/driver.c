/* Runs the program once for each line of a file, in a process of its own each, and writes for each label the set of runs
   that cover it: a row of bits per id. A line is x and the standard input as hexadecimal digits, then the arguments; a
   minus sign alone stands for a run with argc 0. LABELS is the highest id + 1. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int program_main(int argc, char **argv, char **envp);

static unsigned long run, words;
static unsigned long *sets;
static char before[LABELS];

/* What is covered before main is covered in every run. */
void cover(unsigned id)
{
    if (!sets)
        before[id] = 1;
    else
        sets[id * words + run / 64] |= 1ul << run % 64;
}

static void feed(const char *hex)
{
    int ends[2];
    if (pipe(ends))
        _exit(99);
    for (; hex[0] && hex[1]; hex += 2) {
        char digits[3] = {hex[0], hex[1], 0}, byte = strtol(digits, 0, 16);
        if (write(ends[1], &byte, 1) != 1)
            _exit(99);
    }
    close(ends[1]);
    dup2(ends[0], 0);
    close(ends[0]);
}

static void child(char *line)
{
    static char name[] = "program";
    char *args[16] = {name};
    int count = 1;
    feed(strtok(line, " \n") + 1);
    for (char *word; (word = strtok(0, " \n"));)
        args[count++] = word;
    if (count == 2 && !strcmp(args[1], "-")) {
        count = 0;
        args[0] = args[1] = 0;
    }
    if (!freopen("/dev/null", "w", stdout))
        _exit(99);
    alarm(5);
    exit(program_main(count, args, environ));
}

int main(int argc, char **argv)
{
    /* All lines are read before the first process, which would move the place in the file when it ends. */
    static char lines[1 << 20];
    FILE *inputs = fopen(argv[1], "r");
    unsigned long length = inputs ? fread(lines, 1, sizeof lines - 1, inputs) : 0, runs = 0;
    if (length == 0 || length == sizeof lines - 1 || fclose(inputs))
        return 99;
    for (unsigned long i = 0; i < length; i++)
        runs += lines[i] == '\n';
    words = runs / 64 + 1;
    unsigned long size = LABELS * words * sizeof *sets;
    sets = mmap(0, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (sets == MAP_FAILED)
        return 99;
    for (unsigned id = 0; id < LABELS; id++)
        for (run = 0; before[id] && run < runs; run++)
            cover(id);
    run = 0;
    char *line = lines;
    for (; run < runs; run++) {
        char *end = strchr(line, '\n');
        *end = 0;
        int status;
        pid_t pid = fork();
        if (pid == 0)
            child(line);
        if (pid < 0 || waitpid(pid, &status, 0) != pid || !WIFEXITED(status)
            || WEXITSTATUS(status) == 99) {
            fprintf(stderr, "run %lu ended badly: %s\n", run, line);
            return 1;
        }
        line = end + 1;
    }
    return fwrite(sets, 1, size, stdout) != size;
}
