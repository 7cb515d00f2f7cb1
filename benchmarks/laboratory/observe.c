/* Checks verdicts while a program runs: per run, per activation of a function, per visit.

   LAB_RELATIONS names a file: `labels N`, `functions N`, `label ID FUNCTION` each, and the claims, one per line:
       KIND LABEL X Y OWNER SPAN
   sorted by OWNER. KIND is i (infeasible), d (duplicate of X), p (covered exactly when X or Y is), s (X subsumes it), g (LABEL and X are in
   one group: visited equally often). OWNER is the function whose activations the claim is checked in, 0 for none. SPAN is 0 if
   the claim counts callees in, 1 if it is about the activation alone, 2 if moreover the n-th visit of one label must
   agree with the n-th visit of the other. The latter is promised only where loops are not looked at as a whole, which is
   sure of a function that was left other than by its return.

   LAB_OUT gets `seen ID` (looked at), `hit ID`, `wrong CLAIM LEVEL` (r, a, g or v: run, activation, group, visit), `ran N`
   (activations), and `cut` if the time was up.

   An activation ends when its function returns, or when control comes back to a frame around it.

   Programs may have an allocator, streams, an `open` and an `exit` of their own: this file uses none of them. */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define DEEPEST 400
/* A loop without end that is ended by a signal is left in the middle; its labels were visited more often than this. */
#define SPUN 4096

struct claim {
    char kind;
    unsigned label, x, y, owner;
    int span, wrong, in_visit;
};

struct activation {
    char *frame;
    unsigned function; /* 0 until a label was seen */
    uint64_t *history; /* by label: the first 64 visits, latest in the highest used bit */
    unsigned *visits;
    unsigned char *held;
    /* The same, callees included. */
    unsigned *all_visits;
    unsigned char *all_held;
};

static unsigned labels, functions, claims;
static unsigned *function_of;
static struct claim *claim;
static unsigned *first;     /* by owner */
static unsigned char *left; /* by function: control went out of it other than by its return */
static struct activation stack[DEEPEST];
static int depth, over;
static unsigned char *hit, *seen;
static unsigned long activations;

static void *room(size_t size)
{
    return mmap(0, size + 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

static void leave(void)
{
    for (;;)
        syscall(SYS_exit_group, 0);
}

static void wrong(struct claim *c, const char *level)
{
    if (!c->wrong)
        c->wrong = level[0];
}

static void check_held(struct claim *c, const unsigned char *held, const char *level)
{
    switch (c->kind) {
    case 'd': if (held[c->label] != held[c->x]) wrong(c, level); break;
    case 'p': if (held[c->label] != (held[c->x] | held[c->y])) wrong(c, level); break;
    case 's': if (held[c->x] && !held[c->label]) wrong(c, level); break;
    case 'i': if (held[c->label]) wrong(c, level); break;
    }
}

static void check_visits(struct claim *c, const struct activation *a)
{
    unsigned least = a->visits[c->label] < a->visits[c->x] ? a->visits[c->label] : a->visits[c->x];
    uint64_t common = least >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << least) - 1;
    uint64_t label = a->history[c->label] & common, x = a->history[c->x] & common;

    if (c->kind == 'd' ? label != x : (x & ~label) != 0)
        c->in_visit = 1;
}

static void check(struct claim *c, const struct activation *a)
{
    const unsigned *visits = c->span ? a->visits : a->all_visits;

    check_held(c, c->span ? a->held : a->all_held, "activation");
    if (c->kind == 'g' && visits[c->label] != visits[c->x] && visits[c->x] < SPUN)
        wrong(c, "group");
    if (c->span == 2)
        check_visits(c, a);
}

static void pop(int returned)
{
    struct activation *a = &stack[--depth];

    left[a->function] |= !returned;
    activations++;
    if (a->function)
        for (unsigned i = first[a->function]; i < first[a->function + 1]; i++)
            if (!claim[i].wrong)
                check(&claim[i], a);
    if (depth) {
        struct activation *around = &stack[depth - 1];
        for (unsigned i = 0; i < labels; i++) {
            around->all_visits[i] += a->all_visits[i];
            around->all_held[i] |= a->all_held[i];
        }
    }
}

/* Control is where no function of the program is active. */
void lab_leave_all(void)
{
    while (depth)
        pop(0);
}

/* A line of the report; with no line left, what was kept goes to the file. */
static void put(int out, const char *format, unsigned long number, int level)
{
    static char kept[4096];
    static size_t used;

    if (format)
        used += snprintf(kept + used, 64, format, number, level);
    if (!format || used > sizeof kept - 64) {
        syscall(SYS_write, out, kept, used);
        used = 0;
    }
}

static void tell(int cut)
{
    const char *name = getenv("LAB_OUT");
    int out = name ? (int)syscall(SYS_open, name, O_WRONLY | O_CREAT | O_TRUNC, 0644) : -1;

    over = 1;
    if (out < 0)
        return;
    for (unsigned i = 0; i < labels; i++) {
        if (seen[i])
            put(out, "seen %lu\n", i, 0);
        if (hit[i])
            put(out, "hit %lu\n", i, 0);
    }
    for (unsigned i = 0; i < claims; i++) {
        if (!cut || claim[i].kind == 'i')
            check_held(&claim[i], hit, "run");
        if (claim[i].in_visit && left[claim[i].owner])
            wrong(&claim[i], "visit");
        if (claim[i].wrong)
            put(out, "wrong %lu %c\n", i, claim[i].wrong);
    }
    put(out, "ran %lu\n", activations, 0);
    if (cut)
        put(out, "cut\n", 0, 0);
    put(out, 0, 0, 0);
}

static void finish(void)
{
    if (!over) {
        lab_leave_all();
        tell(0);
    }
}

/* abort() ends a run like exit() does. The end of the time says nothing about the activations that go on. */
static void on_signal(int number)
{
    if (number == SIGALRM)
        tell(1);
    else
        finish();
    leave();
}

static void read_line(char *line)
{
    struct claim c = { .kind = *line };
    unsigned long number[6];
    char *at = strchr(line, ' ');

    for (int i = 0; i < 6; i++)
        number[i] = *at == '\n' ? 0 : strtoul(at, &at, 10);
    if (!strncmp(line, "labels ", 7))
        labels = number[0], function_of = room(labels * sizeof *function_of);
    else if (!strncmp(line, "functions ", 10))
        functions = number[0], first = room((functions + 2) * sizeof *first), left = room(functions + 1);
    else if (!strncmp(line, "label ", 6))
        function_of[number[0]] = number[1];
    else {
        c.label = number[0], c.x = number[1], c.y = number[2], c.owner = number[3], c.span = number[4];
        claim[claims++] = c;
        first[c.owner + 1] = claims;
    }
}

__attribute__((constructor)) static void start(void)
{
    const char *name = getenv("LAB_RELATIONS");
    int file = name ? (int)syscall(SYS_open, name, O_RDONLY) : -1;
    off_t size = file >= 0 ? lseek(file, 0, SEEK_END) : 0;
    char *text = size ? room(size) : 0;

    if (text)
        syscall(SYS_pread64, file, text, size, 0);
    claim = room(size * sizeof *claim / 8);
    for (char *line = text; line && *line; line = strchr(line, '\n') + 1)
        read_line(line);
    for (unsigned i = 1; i < functions + 2 && first; i++)
        if (first[i] < first[i - 1])
            first[i] = first[i - 1];
    left = left ? left : room(1);
    hit = room(labels + 1);
    seen = room(labels + 1);
    signal(SIGABRT, on_signal);
    signal(SIGALRM, on_signal);
    atexit(finish);
    alarm(4);
}

static void enter(char *frame)
{
    struct activation *a;

    while (depth && stack[depth - 1].frame <= frame)
        pop(0);
    if (depth == DEEPEST) {
        tell(1);
        leave();
    }
    a = &stack[depth++];
    if (!a->history) {
        a->history = room(labels * sizeof *a->history);
        a->visits = room(labels * sizeof *a->visits);
        a->held = room(labels);
        a->all_visits = room(labels * sizeof *a->all_visits);
        a->all_held = room(labels);
    }
    memset(a->history, 0, labels * sizeof *a->history);
    memset(a->visits, 0, labels * sizeof *a->visits);
    memset(a->held, 0, labels);
    memset(a->all_visits, 0, labels * sizeof *a->all_visits);
    memset(a->all_held, 0, labels);
    a->frame = frame;
    a->function = 0;
}

#pragma GCC diagnostic ignored "-Wframe-address"
void __cyg_profile_func_enter(void *function, void *site)
{
    (void)function, (void)site;
    if (!over)
        enter(__builtin_frame_address(1));
}

void __cyg_profile_func_exit(void *function, void *site)
{
    char *frame = __builtin_frame_address(1);

    (void)function, (void)site;
    while (!over && depth && stack[depth - 1].frame <= frame)
        pop(stack[depth - 1].frame == frame);
}

void lab_label(unsigned id, int holds, void *where)
{
    struct activation *a;

    if (over || id >= labels)
        return;
    seen[id] = 1;
    hit[id] |= holds;
    while (depth && stack[depth - 1].frame < (char *)where)
        pop(0);
    if (!depth || stack[depth - 1].frame != where)
        return;
    a = &stack[depth - 1];
    a->function = function_of[id];
    if (a->visits[id] < 64)
        a->history[id] |= (uint64_t)holds << a->visits[id];
    a->visits[id]++;
    a->held[id] |= holds;
    a->all_visits[id]++;
    a->all_held[id] |= holds;
}
