/* Functions that may come back twice. */
#include "world/world.h"
#include <setjmp.h>

/* SetjmpReturnsOnce: a local that changed has any value when setjmp comes back */
static jmp_buf environment;

void setjmp_comes_back_feasible(void)
{
    // run: setjmp_comes_back_feasible()
    int returned = 0;
    (void)setjmp(environment);
    returned = returned + 1;
    pc_label(returned == 2);
    if (returned == 1)
        longjmp(environment, 1);
}
