/* What a label is to a test generator that only knows branches.

   TAMIS_DIRECT   P':  if (condition) {}
   TAMIS_TIGHT    P*:  if (nondet) { assert(condition); exit; }
   TAMIS_IDL1     P* in which a label is gone that an earlier execution has covered

   One of these is defined above. labels.c defines the functions for plain compilers; with -DTAMIS_KLEE, -DTAMIS_CBMC or
   -DTAMIS_LIBFUZZER, given to all files, for those. No header is included here: the text that follows is preprocessed already. */
#ifndef TAMIS_LABELS_H
#define TAMIS_LABELS_H

/* The condition of the label has held. */
void tamis_covered(unsigned long id);
/* Whether it has, in this execution or an earlier one. */
int tamis_is_covered(unsigned long id);
/* A choice that the generator makes. */
int tamis_nondet(void);
/* Executions in which the condition is false are none. */
void tamis_assume(int condition);
/* Ends the execution, as a success. */
void tamis_stop(void);
/* Gives the choices: a byte for each, 0 and '0' for no; after the last, no. */
void tamis_choices(const unsigned char *bytes, unsigned long count);

#ifdef TAMIS_CBMC
/* A goal must stand where the label is. */
#define TAMIS_COVERED(id) __CPROVER_cover(1)
#else
#define TAMIS_COVERED(id) tamis_covered(id)
#endif

#if defined TAMIS_DIRECT
#define TAMIS_LABEL(condition, id) ((condition) ? TAMIS_COVERED(id) : (void)0)
#elif defined TAMIS_TIGHT
#define TAMIS_LABEL(condition, id) (tamis_nondet() ? (tamis_assume((condition) ? 1 : 0), TAMIS_COVERED(id), tamis_stop()) : (void)0)
#elif defined TAMIS_IDL1
#define TAMIS_LABEL(condition, id) \
    (!tamis_is_covered(id) && tamis_nondet() ? (tamis_assume((condition) ? 1 : 0), TAMIS_COVERED(id), tamis_stop()) : (void)0)
#else
#error "one of TAMIS_DIRECT, TAMIS_TIGHT, TAMIS_IDL1 must be defined"
#endif

/* Where the program declares pc_label, its labels stay calls, of the function in labels.c. */
#ifndef TAMIS_CALLS
#define pc_label(condition, ...) TAMIS_LABEL(condition, TAMIS_ID(__VA_ARGS__, 0, 0))
#define TAMIS_ID(...) TAMIS_FIRST(__VA_ARGS__)
#define TAMIS_FIRST(id, ...) (id)
#endif

/* For a harness that calls the program many times. */
#ifdef TAMIS_HARNESS
#include <setjmp.h>
extern jmp_buf tamis_landing;
#define TAMIS_RUN(bytes, count, call) \
    do { \
        tamis_choices(bytes, count); \
        if (setjmp(tamis_landing) == 0) { \
            call; \
        } \
    } while (0)
#endif

#endif
