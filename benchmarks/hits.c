/* Says at exit which labels were reached: compile with -DTAMIS_LABELS=(the highest id + 1).
   A line `ID FALSE TRUE` each, how often its condition was false and true, goes to the file
   that TAMIS_HITS names, if any. */
#include <stdio.h>
#include <stdlib.h>

unsigned long tamis_hits[TAMIS_LABELS][2];

__attribute__((destructor)) static void tell(void)
{
    const char *name = getenv("TAMIS_HITS");
    FILE *file = name ? fopen(name, "w") : NULL;

    if (!file)
        return;
    for (unsigned long id = 0; id < TAMIS_LABELS; id++) {
        const unsigned long *hits = tamis_hits[id];
        if (hits[0] || hits[1])
            fprintf(file, "%lu %lu %lu\n", id, hits[0], hits[1]);
    }
    fclose(file);
}
