/* The rest of the world for the functions of a program: what they call and who calls them. A generated file includes this,
   with CALLS (how often), SEED, FUNCTIONS (how many), call(n) and disturb(), which gives the globals other values. */
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>

void lab_leave_all(void);

static unsigned long state = SEED * 2862933555777941757ul + 3037000493ul;
static jmp_buf home;
static int ints[16];
static char text[24];
static int inside;
/* What an activation that goes on has lent. */
static int *kept;

static unsigned draw(void)
{
    state = state * 6364136223846793005ul + 1442695040888963407ul;
    return (unsigned)(state >> 33);
}

/* Mostly small, often at a boundary of a type. */
static long value(void)
{
    static const long edges[] = { 0, 127, 128, -128, -129, 255, 256, 32767, 32768, -32768, 65535, 65536, 2147483647, 2147483648,
                                  -2147483648, 4294967295, 4294967296, 9223372036854775807, -9223372036854775807 - 1 };
    switch (draw() % 8) {
    case 0: return edges[draw() % (sizeof edges / sizeof *edges)] + (long)(draw() % 3) - 1 * (draw() % 2);
    case 1: return (long)(((unsigned long)draw() << 33) ^ draw());
    case 2: return (long)(draw() % 300) - 150;
    default: return (long)(draw() % 13) - 4;
    }
}

/* The program's ways to end: the linker gives their calls to these (--wrap), and the driver goes on with the next call. */
void __wrap_exit(int v) { (void)v; longjmp(home, 1); }
void __wrap__exit(int v) { (void)v; longjmp(home, 1); }
void __wrap__Exit(int v) { (void)v; longjmp(home, 1); }
void __wrap_quick_exit(int v) { (void)v; longjmp(home, 1); }
void __wrap_abort(void) { longjmp(home, 1); }
void __wrap___assert_fail(const char *a, const char *f, unsigned l, const char *g) { (void)a, (void)f, (void)l, (void)g; longjmp(home, 1); }

/* The program says that it is in a loop without end. */
volatile int spinning;
static volatile int spun;

/* Only what spins at two ticks was left after so many visits (SPUN) that the observer takes its loop for one without end. */
static void on_tick(int number)
{
    static int ticks;

    (void)number;
    ticks = spinning ? ticks + 1 : 0;
    if (ticks == 2) {
        ticks = 0;
        spinning = 0;
        spun++;
        longjmp(home, 1);
    }
}

static void call(unsigned which);
static void disturb(void);

static void fill(void)
{
    for (unsigned i = 0; i < sizeof ints / sizeof *ints; i++)
        ints[i] = (int)value();
    for (unsigned i = 0; i < sizeof text - 1; i++)
        text[i] = "tamis ab\xff\x01\0z"[draw() % 12];
    if (draw() % 4 == 0)
        memcpy(text, "tamis", 6);
}

/* Anything that a function may do that nobody knows. */
static void anything(void)
{
    if (draw() % 3 == 0)
        disturb();
    if (kept && draw() % 2)
        *kept = (int)value();
    if (draw() % 9 == 0)
        ints[draw() % 16] = (int)value();
    if (draw() % 13 == 0 && inside < 3) {
        int *lent = kept;
        inside++;
        call(draw() % FUNCTIONS);
        inside--;
        kept = lent;
    }
}

int ext(int v)
{
    anything();
    return draw() % 3 ? (int)value() : v;
}

void maybe(int v)
{
    (void)v;
    anything();
    if (draw() % 16 == 0)
        longjmp(home, 1);
}

void give(int *p, int v)
{
    (void)v;
    if (draw() % 3 == 0)
        *p = (int)value();
    if (draw() % 3 == 0)
        kept = p;
    anything();
}

int main(void)
{
    struct sigaction action = { .sa_handler = on_tick, .sa_flags = SA_NODEFER | SA_RESTART };
    struct itimerval tick = { { 0, 2000 }, { 0, 2000 } };

    if (SPINS) {
        sigaction(SIGPROF, &action, 0);
        setitimer(ITIMER_PROF, &tick, 0);
    }
    for (volatile unsigned turn = 0; turn < CALLS && spun < 40; turn++) {
        inside = 0;
        kept = 0;
        fill();
        disturb();
        if (!setjmp(home))
            call(turn % FUNCTIONS);
        lab_leave_all();
    }
    return 0;
}
