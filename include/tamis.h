/* What a program may tell tamis. Plain C: to a compiler all of it does nothing. */
#ifndef TAMIS_H
#define TAMIS_H

#ifdef __cplusplus
#define TAMIS_BOOL bool
#else
#define TAMIS_BOOL _Bool
#endif

/* A precondition: `tamis generate` makes no inputs for which it does not hold, and counts none. The condition is evaluated,
   so it should have no effects. Verdicts of `tamis clean` do not rest on it. */
static __inline__ __attribute__((unused)) void tamis_assume(TAMIS_BOOL holds)
{
    (void)holds;
}

#endif
