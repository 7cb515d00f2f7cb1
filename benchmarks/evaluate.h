/* A pc_label that evaluates its condition and counts how often it was false and true. Give it to
   the compiler with -include, and link hits.c. It declares nothing that a program could declare
   otherwise. */
extern unsigned long tamis_hits[][2];
#define pc_label(condition, ...) ((void)tamis_hits[TAMIS_ID(__VA_ARGS__, 0, 0)][(condition) ? 1 : 0]++)
#define TAMIS_ID(...) TAMIS_FIRST(__VA_ARGS__)
#define TAMIS_FIRST(id, ...) (id)
