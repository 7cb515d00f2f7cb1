"""Stresses what the library does on its own: calls the program's allocator, the functions of its streams, its handlers."""

from laboratory.features import feature
from laboratory.features.stops import around


@feature
def own_allocator(p):
    """malloc, free and others of the program, which count, or end the program; strdup and getline call them."""
    if "own_allocator" in p.made:
        return use_heap(p)
    p.made.add("own_allocator")
    p.first.append("#define _GNU_SOURCE")
    p.sanitizers = "undefined"
    # Without these clang makes calloc of malloc and memset, which then calls itself, and takes what malloc returns for nobody else's.
    p.flags += [f"-fno-builtin-{name}" for name in ("malloc", "free", "calloc", "realloc")]
    stop = p.pick("", "if (am_armed && n == 3) { am_armed = 0; %s; }" % ("exit(0)" if p.whole else p.pick("exit(0)", "abort()", "maybe(77)")))
    p.top.append("static char am_room[1 << 20] __attribute__((aligned(16))); static unsigned long am_at; static int am_count, am_freed, am_armed;")
    # Nothing is given out twice: libc keeps what it allocated for its streams.
    p.top.append(f"void *malloc(size_t n) {{ char *r = am_room + am_at; am_count++; {stop} if (n > 9999 || am_at + n + 32 > sizeof am_room) return 0; am_at += (n + 31) & ~15ul; *(size_t *)r = n; return r + 16; }}")
    p.top.append(f"void free(void *q) {{ {p.pick('am_freed++;', 'if (q) am_freed++;')} {p.pick('', 'if (am_freed > 3) g1 = 9;')} }}")
    p.top.append("void *calloc(size_t n, size_t m) { char *r = malloc(n * m); if (r) memset(r, 0, n * m); return r; }")
    p.top.append("void *realloc(void *q, size_t n) { char *r = malloc(n); size_t k = q ? ((size_t *)q)[-2] : 0; if (r && q) memcpy(r, q, k < n ? k : n); return r; }")
    use_heap(p)


def use_heap(p):
    p.locals.append("am_count = am_freed = 0; am_armed = 1;")
    p.reads += ["am_count", "am_freed"]
    p.conditions += [lambda: f"am_count {p.pick('==', '>', '!=')} {p.pick(0, 1, 2)}", lambda: f"am_freed {p.pick('==', '>')} {p.pick(0, 1)}"]
    name, n = p.fresh("copied"), p.pick("ab", "abc", "xy")
    dup = p.pick(f'char *{name}_s = strdup("{n}");', f'char *{name}_s = strndup("{n}zz", {len(n)});', f"char *{name}_s = malloc(v & 3); if (v > 4 && {name}_s) {name}_s = realloc({name}_s, 3);",
                 f"char *{name}_s = 0; if (asprintf(&{name}_s, \"%c%c\", 'a', 'b') < 0) return 1;")
    p.once(f"static int {name}(int v) {{ {dup} if (!{name}_s) return 0; if (am_count > 1) v++; {p.pick(f'free({name}_s);', '')} return v; }}")
    p.calls += [lambda: f"{name}({p.e(0)})"]
    p.statements += [lambda: around(p, f"{name}({p.pick('a', 'b', 'x')});")] * 2
    p.statements += [lambda: f"am_count = 0; {name}(x); if (am_count == {p.pick(0, 1)}) {p.assignment()};", lambda: f"am_freed = 0; {name}(y); if (am_freed == {p.pick(0, 1)}) {p.assignment()};"]


@feature
def cookie(p):
    """A stream whose writer and reader are functions of the program."""
    p.first.append("#define _GNU_SOURCE")
    stop = "" if p.whole else p.pick("", "if ((g1 & 7) == 3) exit(0);", "if (n > 2 && g1 > 99) exit(0);", "if (*b == 'c' && g0 > 3) abort();", "if (ck_seen == 2) exit(1);")
    p.once("static int ck_seen, ck_closed;")
    p.once(f"static ssize_t ck_write(void *c, const char *b, size_t n) {{ (void)c; (void)b; ck_seen++; {stop} {p.pick('g0 = (int)n;', 'g1++;', '')} return (ssize_t)n; }}")
    p.once(f"static ssize_t ck_read(void *c, char *b, size_t n) {{ (void)c; ck_seen++; {p.pick('g0 = 4;', '')} if (n) *b = 'q'; return ck_seen > 5 ? 0 : n > 0; }}")
    p.once("static int ck_close(void *c) { (void)c; ck_closed++; return 0; }")
    p.once("static FILE *ck_open(void) { static int opened; FILE *f; if (opened++ > 300) return 0; f = fopencookie(0, \"r+\", (cookie_io_functions_t){ ck_read, ck_write, 0, ck_close }); if (f) setvbuf(f, 0, _IONBF, 0); return f; }")
    p.locals += ["ck_seen = ck_closed = 0;", "FILE *ck = ck_open(); if (!ck) return 0;"]
    p.reads += ["ck_seen", "ck_closed"]
    p.conditions += [lambda: f"ck_seen {p.pick('==', '>', '!=')} {p.pick(0, 1, 2)}"]
    act = lambda: p.pick('fputs("ab", ck);', "fputc('c', ck);", 'fprintf(ck, "%d", x);', 'fwrite("abc", 1, 3, ck);', "fflush(ck);", "putc('z', ck);", "fseek(ck, 0, SEEK_CUR);", "fputc('d', ck); x += fgetc(ck) == 'q';")
    p.statements += [lambda: act(), lambda: around(p, act()), lambda: f"g0 = 1; {act()} if (g0 == 1) {p.assignment()};", lambda: f"ck_seen = 0; {act()} if (ck_seen == 0) {p.assignment()};"]


@feature
def handlers(p):
    """Functions of the program that a signal, qsort, bsearch or a printf conversion calls."""
    p.once("#include <signal.h>")
    stop = "" if p.whole else p.pick("", "if (g1 == 3) maybe(77);")
    name = p.fresh("hd")
    p.once(f"static volatile sig_atomic_t {name}_n; static void {name}(int v) {{ (void)v; {name}_n++; g0 = 3; {stop} }}")
    p.once(f"static int {name}c(const void *v, const void *w) {{ {p.pick('g1++;', 'g0 = 1;')} {stop} return *(const int *)v - *(const int *)w; }}")
    p.locals += [f"{name}_n = 0; signal(SIGUSR1, {name});", "int hk[3] = { 3, 1, 2 };"]
    p.statements += [lambda: f"g0 = {p.pick(0, 1)}; raise(SIGUSR1); if (g0 == {p.pick(0, 1, 3)}) {p.assignment()};", lambda: f"g1 = 0; qsort(hk, 3, sizeof *hk, {name}c); if (g1 == 0) {p.assignment()};",
                     lambda: f"g1 = 0; x += bsearch(hk, hk, 3, sizeof *hk, {name}c) != 0; if (g1 == 0) {p.assignment()};", lambda: around(p, "raise(SIGUSR1);")]
