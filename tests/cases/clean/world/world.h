/* What a case may use and tamis knows nothing of. */
int input(void);      /* any value; returns */
void unknown(void);   /* does anything it can reach, and may not return */
int given(void *);    /* the same, with a pointer */
