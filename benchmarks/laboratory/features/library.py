"""Stresses functions of the C library: strings, the heap, callbacks, arithmetic builtins."""

from laboratory.features import feature


@feature
def text(p):
    """Strings and their functions."""
    p.parameters.append(("text", "s"))
    p.once('static const char word[] = "tamis";')
    p.reads += ["s[0]", "s[x & 3]", "word[y & 3]", "(unsigned char)s[1]", '"hello"[a & 3]']
    p.writes += ["s[x & 3]", "s[0]"]
    p.calls += [lambda: "(int)strlen(s)", lambda: "strcmp(s, word)", lambda: "memcmp(s, word, 3)", lambda: "abs(x)"]
    p.conditions += [lambda: "strchr(s, 'a') != 0", lambda: f"*s == {p.constant()}"]
    v = p.fresh("at")
    p.locals.append(f"int {v} = 0;")
    p.reads.append(v)
    p.statements += [lambda: f"for ({v} = 0; {v} < 8 && s[{v}]; {v}++) if (s[{v}] == {p.pick(97, 32, 0)}) x++;"]
    p.statements += [lambda: f"memcpy(s, word, {p.pick(2, 4)});"]


@feature
def heap(p):
    p.locals += ["int *cell = malloc(2 * sizeof(int));", "if (!cell) return 0;", "cell[0] = a; cell[1] = 2;"]
    p.reads += ["cell[0]", "cell[1]"]
    p.writes += ["cell[0]", "cell[x & 1]"]
    p.statements += [lambda: "cell = realloc(cell, 8); if (!cell) return 1;", lambda: "x = cell[0] + cell[1];"]


@feature
def sort(p):
    """A library function that calls back."""
    p.once(f"static int seen; static int cmp(const void *v, const void *w) {{ {p.pick('seen++;', 'seen = 1;', '')} int l = *(const int *)v, r = *(const int *)w; return (l > r) - (l < r); }}")
    p.locals.append("int keys[4] = { a, 3, b, -1 };")
    p.reads += ["keys[0]", "keys[x & 3]", "seen"]
    p.writes += ["keys[1]", "seen"]
    p.statements += [lambda: "qsort(keys, 4, sizeof *keys, cmp);", lambda: "seen = 0;"]


@feature
def builtins(p):
    p.calls += [lambda: f"__builtin_popcount({p.e(1)})", lambda: f"__builtin_clz(({p.e(1)}) | 1)", lambda: f"__builtin_ctz(({p.e(0)}) | 8)"]
    p.calls += [lambda: f"__builtin_bswap32({p.e(1)})", lambda: f"__builtin_expect({p.c(0)}, 1)"]
    p.locals.append("int over = 0;")
    p.reads.append("over")
    p.writes.append("over")
    p.calls += [lambda: f"__builtin_add_overflow({p.e(0)}, x, &over)", lambda: f"__builtin_mul_overflow({p.e(0)}, (long)y, &over)"]
