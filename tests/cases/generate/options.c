/* The words of a command line: functions and objects of the C library, an object that no file defines, and a function that
   tests must not take for theirs. */
#include <stddef.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

extern int most;

int program_main(int words)
{
    return words > 2 ? 6 : 7;
}

int main(int argc, char **argv)
{
    int c, verbose = 0;
    const char *name = NULL;

    while ((c = getopt(argc, argv, "vn:")) != -1) {
        if (c == 'v')
            verbose++;
        else if (c == 'n')
            name = optarg;
        else
            return 2;
    }
    if (name != NULL && strcmp(name, "x") == 0)
        return 3;
    if (optind < argc - 1)
        return program_main(argc - optind);
    if (verbose > most)
        return 4;
    if (time(NULL) < 1000)
        return 5;
}
