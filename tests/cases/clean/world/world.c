/* One possible world for the cases. A case has lines `// run: …`: each sets what is below, then
   calls the function, in a process of its own. Lines `// world: …` are put after this text. */
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "world.h"

static int next;                   /* what input gives, then one more each time */
static void (*doing)(void);        /* what unknown does */
static int (*taking)(void *);      /* what given does */

int input(void) { return next++; }
void unknown(void) { if (doing) doing(); }
int given(void *p) { return taking ? taking(p) : 0; }

static void leaves(void) { exit(0); }
static int zeroes(void *p) { *(int *)p = 0; return 0; }
static int nines(void *p) { *(int *)p = 9; return 1; }

static int *kept;
static int keeps(void *p) { kept = p; return 0; }
static void writes_kept(void) { *kept = 3; }
