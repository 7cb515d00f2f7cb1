// --whole-program
/* What the library calls by name is not entered from one place, and the library comes back only if it does. */
#include <stdlib.h>
#include <string.h>

char pool[64];

// {1} {2} {3} {4}
void *malloc(size_t n) {
    pc_label(1, 1);
    if (n > sizeof pool) exit(1);
    return pool;
}

int main(int argc, char **argv) {
    pc_label(1, 2);
    char *copy = strdup(argv[0]);
    pc_label(1, 3);
    char *room = malloc(argc);
    pc_label(copy != room, 4);
    return 0;
}
