"""Stresses callees that write, recurse, are called once, are unknown, or do not come back."""

from laboratory.features import feature


@feature
def function_pointers(p):
    p.once(f"static int plus(int v, int w) {{ {p.pick('', 'g0 = v;', 'if (v > 9) g1++;')} return v + w; }}")
    p.once(f"static int less(int v, int w) {{ {p.pick('', 'maybe(v);', 'g1 = 3;')} return v - w; }}")
    p.once("static int (*const ops[2])(int, int) = { plus, less };")
    p.locals.append(f"int (*fp)(int, int) = {p.pick('plus', 'less')};")
    p.conditions += [lambda: "fp == plus"]
    p.calls += [lambda: f"fp({p.e(1)}, {p.e(0)})", lambda: f"ops[x & 1]({p.e(0)}, 2)"]
    p.statements += [lambda: f"fp = {p.pick('plus', 'less', 'x > 3 ? plus : less', 'ops[y & 1]')};"]


@feature
def external(p):
    """Functions that nobody knows, and that may not return."""
    p.locals.append("int lent = 5;")
    p.reads += ["lent"]
    p.writes += ["lent"]
    p.calls += [lambda: f"ext({p.e(1)})"]
    p.statements += [lambda: f"maybe({p.e(1)});", lambda: f"give(&{p.pick('lent', 'x', 'lent')}, {p.e(1)});"]
    p.statements += [lambda: f"ext({p.e(0)});"]


@feature
def callees(p):
    """Callees that write globals and through pointers, or do not return."""
    p.once("static int sg;")
    p.once("static long sh = 3;")
    tail = p.pick("return v + *w;", "return sg;", "return (v & 3) == 2;", "return 0;")
    first = p.pick("if (v > 5) { *w = v; return 1; }", "sg++;", "*w += 1;", "g0 = v; sg = 2;", "if (v == 3) maybe(v);")
    p.once(f"static int help(int v, int *w) {{ {first} {tail} }}")
    p.once(f"static void stop(int v) {{ if (v {p.pick('== 7', '> 100', '< 0')}) {p.pick('maybe(77)', 'exit(3)', 'abort()')}; sh{p.pick('++', ' = v', ' ^= 1')}; }}" if p.whole
              else f"static void stop(int v) {{ if (v {p.pick('== 7', '> 100')}) maybe(v); sh{p.pick('++', ' = v', ' ^= 1')}; }}")
    p.once(f"static int get(void) {{ return sg {p.pick('+ 1', '& 3', '> 2')}; }}")
    p.locals.append("int w0 = 2;")
    p.reads += ["w0", "sg", "sh"]
    p.writes += ["w0", "sg", "sh"]
    p.calls += [lambda: f"help({p.e(1)}, &{p.pick('w0', 'x', 'g0', 'sg')})", lambda: "get()"]
    p.statements += [lambda: f"stop({p.e(1)});", lambda: f"help({p.e(0)}, &w0);"]


@feature
def recursion(p):
    p.once(f"static int down(int n) {{ if (n <= 0) return {p.pick('1', 'g0')}; {p.pick('', 'g0 += n;', 'g1--;')} return n * down(n - 1); }}")
    p.once("static int odd(unsigned n); static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }")
    p.once("static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }")
    p.calls += [lambda: f"down({p.e(1)} & 3)", lambda: f"even({p.e(0)} & 7)"]


@feature
def called_once(p):
    """Functions that are called from one place only."""
    for _ in range(2):
        name = p.fresh("once")
        inner = p.pick("v++;", "if (v > 2) g0 = v;", "int i; for (i = 0; i < 3; i++) v += i;", "while (v > 9) v /= 2;", "maybe(v);")
        p.once(f"{p.pick('static ', '') if p.whole else 'static '}int {name}(int v) {{ {inner} return v{p.pick(' > 3', '', ' & 1')}; }}")
        p.reads.append(f"r{name}")
        if p.chance(0.5):
            p.locals.append(f"int r{name} = {name}(x);")
            continue
        p.locals.append(f"int r{name} = 0;")
        call = [f"r{name} = {name}(x);"]
        p.statements.append(lambda call=call: call.pop() if call else f"{p.assignment()};")


@feature
def jumps(p):
    """setjmp and longjmp."""
    p.once("static jmp_buf env; static int armed;")
    p.once("static void leap(int v) { if (armed && (v & 3) == 1) { armed = 0; longjmp(env, 1 + (v & 1)); } }")
    p.once("static int leaps(int v) { int r = 1; if (v > 3) leap(v); r += v; if (r > 2) leap(r); return r; }")
    p.once("static int land(int v) { volatile int k = 0; if (setjmp(env)) k = 5; else { armed = 1; k = leaps(v); } armed = 0; return k; }")
    p.calls += [lambda: f"land({p.e(1)})", lambda: f"leaps({p.e(1)})"]
    p.statements += [lambda: f"leap({p.e(0)});"]


@feature
def variadic(p):
    p.once("static int sum(int n, ...) { va_list l; int s = 0; va_start(l, n); while (n-- > 0) s += va_arg(l, int); va_end(l); return s; }")
    p.calls += [lambda: f"sum(2, (int)({p.e(1)}), x)", lambda: "sum(1, x)", lambda: "sum(0)"]


@feature
def computed(p):
    """Computed goto."""
    first, second = p.fresh("t"), p.fresh("t")
    p.locals.append(f"static void *const to[2] = {{ &&{first}, &&{second} }};")
    p.locals.append(f"goto *to[a & 1]; {first}: x++; {second}: y ^= 1;")
