// arg: 0..6
// arg: 0..4
/* Pointers that look as if they pointed into one small object, and do not; indices that are not used. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <setjmp.h>

static char small[2], large[8] = "abcdefg";
static int few[2], many[8] = { 0, 1, 2, 3, 4, 5, 6, 7 };
static struct { char head[2]; char tail[6]; } record;
static union { char *c; unsigned long n; } mixed;
static char *kept, **way = &kept;
static jmp_buf back;
static int seen;

static int at(char *s, int i) { int c = s[i]; if (i > 1) seen++; return c; }
static int from(int *p, int i) { int n = p[i]; if (i > 1) seen++; if (i < 0) seen++; return n; }
static int never(char *s, int i) { if (i > 6 && s[i]) return 1; if (i > 3) seen++; return 0; }
static int either(char *s, int i, int c) { int n = c ? s[i] : 0; if (i > 1) seen++; return n; }
static int second(char *s, int i, int c) { if (c && s[i]) seen++; if (i > 1) seen++; return seen; }
static int back_from(char *s, int i) { int c = s[i]; if (i < 0) seen++; return c; }
static int stop(int i) { if (i > 5) exit(i > 3); return i; }
static int before(char *s, int i) { int n = s[i & 1] + stop(i); return n; }
static int unsequenced(int *p, int i) { int n = stop(i) + (i < 6 ? p[i % 2] : 0); if (i > 1) seen++; return n; }
static int changed(char *s, int i) { int c = s[i++]; if (i > 1) seen++; return c; }
static int wide(char *s, unsigned char i) { int c = s[i]; if (i > 1) seen++; return c; }
static int moved(char *s, int i) { char *p = s; int c; p = p + 4; c = p[i - 4]; if (i < 4) seen++; return c; }
static int through(char *s, int i) { char **p = &s; int c; *p = large; c = s[i]; if (i > 1) seen++; return c; }
static int joined(int c, int i) { char *p = small; int n; if (c > 1) p = large; n = p[i]; if (i > 1) seen++; return n; }
static int loaded(int i) { char *p = *way; int c = p[i]; if (i > 1) seen++; return c; }
static int cast(int i) { char *p; int c; mixed.c = large; p = (char *)mixed.n; c = p[i]; if (i > 1) seen++; return c; }
static int bytes(int i) { char *p = (char *)few; int c = p[i]; if (i > 1) seen++; return c; }
static int member(int i) { char *p = record.head; int c; p = (char *)&record + 1; c = p[i]; if (i > 4) seen++; return c; }
static int grown(int i) { char *p = malloc(2), *q; int c; if (!p) return 0; q = realloc(p, 8); if (!q) return 0;
    memset(q, 1, 8); c = q[i]; if (i > 1) seen++; free(q); return c; }
static int copied(int i) { char *p = small, *q = large; int c; memcpy(&p, &q, sizeof p); c = p[i]; if (i > 1) seen++; return c; }
static int called(char *s, int i) { int c = s[i]; if (i > 1) seen++; return c; }
static int depth(char *s, int i, int n) { int c = s[i]; if (i > 1) seen++; return n > 0 ? depth(large, i + 1, n - 1) : c; }
static int variable(int n, int i) { char list[n + 7]; char *p = small; int c; memset(list, 1, n + 7); if (n) p = list; c = p[i]; if (i > 1) seen++; return c; }
static int old_style(s, i) char *s; int i; { int c = s[i]; if (i > 1) seen++; return c; }
static int jumps(int i)
{
    char *volatile p = small;
    int c;
    if (setjmp(back) == 0) {
        p = large;
        longjmp(back, 1);
    }
    c = p[i];
    if (i > 1)
        seen++;
    return c;
}

int main(int argc, char **argv)
{
    int i = argc > 1 ? atoi(argv[1]) : 0, c = argc > 2 ? atoi(argv[2]) : 0;
    int (*call)(char *, int) = called;
    kept = large;
    at(small, c % 2);
    at(large, i);
    from(few, c % 2);
    from(many + 4, i - 4);
    never(small, i);
    either(small, c > 1 ? i % 2 : i, c > 1);
    second(small, c > 1 ? i % 2 : i, c > 1);
    back_from(large + 3, i - 3);
    changed(small, i % 2);
    wide(large, i);
    moved(large, i);
    through(small, i);
    joined(c, c > 1 ? i : i % 2);
    loaded(i);
    cast(i);
    bytes(i);
    member(i);
    grown(i);
    copied(i);
    called(small, c % 2);
    call(large, i);
    depth(small, c % 2, i);
    variable(c, c ? i : 0);
    old_style(large, i);
    jumps(i);
    unsequenced(few, i);
    before(small, i);
    return seen > 100;
}
