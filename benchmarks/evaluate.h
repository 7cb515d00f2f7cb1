/* A pc_label that evaluates its condition and notes the hit. Give it to the compiler with
   -include, and link hits.c. It declares nothing that a program could declare otherwise. */
extern unsigned char tamis_hits[];
#define pc_label(condition, ...) \
    ((void)((condition) ? (tamis_hits[TAMIS_ID(__VA_ARGS__, 0, 0)] = 1) : 0))
#define TAMIS_ID(...) TAMIS_FIRST(__VA_ARGS__)
#define TAMIS_FIRST(id, ...) (id)
