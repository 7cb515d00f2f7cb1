"""Stresses what globals hold at entries and after calls: set up by one function, read in another, with resets, callbacks, recursion and indices."""

from laboratory.features import feature

CELLS = ["st_mode", "st_ready", "st_left", "st_tab[1]", "st_rec.a", "st_rec.b", "st_both.half[0]", "st_at"]


def declare(p):
    p.once("static int st_mode; static _Bool st_ready; static unsigned char st_left = 3; static short st_tab[4] = { 1, 2, 0, 3 };")
    p.once("static struct st_record { int a; short b; } st_rec = { 1, -1 }, st_kept;")
    p.once("static union { unsigned whole; unsigned short half[2]; signed char part[4]; } st_both;")
    p.once("static unsigned char st_next[4] = { 2, 3, 1, 0 }; static int st_at;")


def written(p, value="v"):
    """A write of a state."""
    return p.pick(
        f"st_mode = {p.pick(0, 1, 2, f'{value} & 3')};", "st_mode++;", "st_mode = -st_mode;", f"st_ready = {p.pick(0, 1, value)};", "st_left--;", f"st_left = {p.pick(0, 3, 200)};",
        f"st_tab[{p.pick(0, 1, 3, f'{value} & 3')}] = {p.pick(0, 5, value)};", f"st_rec.a = {p.pick(0, 4, value)};", "st_rec.b++;", "st_kept = st_rec;", "st_rec = st_kept;",
        "st_rec = (struct st_record){ 2 };", "memset(&st_rec, 0, sizeof st_rec);", f"memset(st_tab, {p.pick(0, 1)}, {p.pick(2, 4, 'sizeof st_tab')});", "memset(&st_both, -1, 2);",
        f"st_both.whole = {p.pick(0, 1, 70000)};", f"st_both.part[{p.pick(1, 2, f'{value} & 3')}] = {p.pick(0, 7, -1)};", "st_both.half[1] = 9;",
        "st_at = st_next[st_at & 3];", f"st_next[{p.pick(0, 1, 'st_at & 3')}] = {p.pick(1, 3, 'st_at & 3')};", f"st_at = {p.pick(0, 2, f'{value} & 3')};",
    )


def asked(p):
    """A condition about a state."""
    return f"{p.pick(*CELLS, 'st_both.part[1]', 'st_both.whole', 'st_next[st_at & 3]', 'st_tab[st_at & 3]')} {p.pick('==', '!=', '<', '>')} {p.pick(0, 0, 1, 2, 3, 5)}"


def some(p, call=None):
    """Statements of a state function, with a call among them."""
    lines = [p.pick(written(p), written(p), f"if ({asked(p)}) {{ {written(p)} }}", f"if ({asked(p)}) g1++;") for _ in range(p.pick(1, 2, 3))]
    if call:
        lines.insert(p.random.randrange(len(lines) + 1), call)
    return " ".join(lines)


def use(p):
    p.reads += ["st_mode", "st_left", "st_at"]
    p.writes += ["st_mode", "st_at"] if p.chance(0.5) else []
    p.conditions += [lambda: asked(p)] * 3


@feature
def states(p):
    """Functions that hand states on by calls, alone and beside others, through bodies too long to look into."""
    declare(p)
    loop = "for (int i = 0; i < (v & 3); i++) g1 ^= i;"
    long = lambda: p.pick("", "", loop, "switch (v & 7) { case 0: g0 = 1; break; case 1: g0 = 2; break; case 3: g0 = 4; break; default: g0 = 9; } " * 3)
    p.once(f"static void st_set(int v) {{ {long()} {some(p)} }}")
    p.once(f"static void st_reset(int v) {{ (void)v; st_mode = 0; st_ready = 0; {p.pick('st_left = 3;', '')} {p.pick('st_at = 0;', '')} {p.pick('memset(&st_rec, 0, sizeof st_rec);', '')} }}")
    p.once(f"static int st_get(int v) {{ {long()} {some(p, p.pick(None, 'st_set(v);'))} if ({asked(p)}) return {p.pick('st_mode', 1)}; return v {p.pick('> 3', '& 1', '+ st_left')}; }}")
    p.once(f"static int st_check(int v) {{ if ({asked(p)}) {{ {p.pick('st_reset(v);', 'st_set(v);', written(p))} }} if ({asked(p)}) g0 = 2; {p.pick(written(p), '', 'maybe(v);')} return {asked(p)}; }}")
    use(p)
    call = lambda: p.pick(f"st_get({p.e(0)})", f"st_check({p.e(0)})")
    p.calls += [call, lambda: f"({call()} + {call()})", lambda: f"({call()} {p.pick('&&', '||')} {call()})", lambda: f"({asked(p)} {p.pick('&&', '||')} {call()})", lambda: f"(st_mode + {call()})"]
    p.statements += [lambda: f"st_reset({p.e(0)});", lambda: f"st_set({p.e(0)});", lambda: f"if ({call()}) st_reset(x);", lambda: f"st_reset(x); if ({asked(p)}) {p.assignment()};",
                     lambda: f"st_set(x); if ({asked(p)}) {p.assignment()};", lambda: f"while (fuel-- > 0 && {call()}) st_set(x);"]
    if p.chance(0.7):
        p.locals.append("st_reset(x);")


@feature
def state_recursion(p):
    """Recursion and callbacks between states: a function that is entered again while it works."""
    declare(p)
    p.once("static void st_down(int v);")
    p.once(f"static void st_up(int v) {{ {some(p, 'if (v > 0) st_down(v - 1);')} if ({asked(p)}) {written(p)} }}")
    p.once(f"static void st_down(int v) {{ if (v > 6) return; {some(p, 'if (v > 0) st_up(v - 1);')} }}")
    p.once(f"static int st_order(const void *v0, const void *w) {{ int v = *(const int *)v0; {some(p)} return v - *(const int *)w; }}")
    p.once(f"static void st_sort(int v) {{ int t[3] = {{ v, 2, 1 }}; {some(p, 'qsort(t, 3, sizeof *t, st_order);')} if ({asked(p)}) g1++; }}")
    p.once(f"static void st_each(void (*f)(int), int v) {{ {some(p, 'f(v);')} if ({asked(p)}) g0 = 3; }}")
    p.once(f"static void st_visit(int v) {{ {some(p)} }}")
    p.once(f"static int st_depth; static void st_nest(int v) {{ st_depth++; if (st_depth {p.pick('> 2', '== 1')}) {written(p)} if ((v & 3) && st_depth < 4) {p.pick('st_nest', 'st_each(st_nest, v - 1); if (0) st_nest')}(v - 1); st_depth--; if (st_depth == 0) {written(p)} }}")
    use(p)
    p.reads.append("st_depth")
    p.statements += [lambda: f"st_up({p.e(0)} & 3);", lambda: f"st_down({p.e(0)} & 3);", lambda: f"st_sort({p.e(0)});", lambda: f"st_each({p.pick('st_visit', 'st_up', 'st_nest')}, {p.e(0)} & 3);",
                     lambda: f"st_nest({p.e(0)} & 3);", lambda: f"{written(p, 'x')} if ({asked(p)}) {p.assignment()};"]


@feature
def state_jumps(p):
    """States that a jump leaves half written, a program that ends in between and looks at its states once more, a function before main."""
    declare(p)
    p.once("static jmp_buf st_env; static int st_armed;")
    p.once(f"static void st_leap(int v) {{ {some(p)} if (st_armed && (v & 3) == {p.pick(0, 1, 3)}) {{ st_armed = 0; {written(p)} longjmp(st_env, 1); }} {some(p)} }}")
    p.once(f"static void st_way(int v) {{ {some(p, 'st_leap(v);')} if ({asked(p)}) g1++; }}")
    p.once(f"static int st_land(int v) {{ st_armed = 1; {written(p)} if (setjmp(st_env)) {{ if ({asked(p)}) g0 = 1; }} else st_way(v); st_armed = 0; return {asked(p)}; }}")
    p.once(f"static int st_after(int v) {{ int r = st_land(v); if ({asked(p)}) r++; {written(p)} return r; }}")
    if p.chance(0.4):
        p.once(f"__attribute__((constructor, no_instrument_function)) static void st_early(void) {{ int v = 2; (void)v; {written(p)} {written(p)} }}")
    if p.whole:
        p.once(f"static void st_late(void) {{ int v = 1; (void)v; if ({asked(p)}) g1++; {some(p)} }}")
        p.once("static void st_hook(void) { static int hooked; if (!hooked++) atexit(st_late); }")
        p.locals.append("st_hook();")
    use(p)
    p.calls += [lambda: f"st_land({p.e(0)})", lambda: f"st_after({p.e(0)})"]
    p.statements += [lambda: f"st_after({p.e(0)}); if ({asked(p)}) {p.assignment()};", lambda: f"st_leap({p.e(0)});"]


@feature
def state_units(p):
    """States with external linkage that two units write."""
    p.once("extern int su_mode; extern short su_tab[4]; extern struct su_pair { int a, b; } su_pair; void su_set(int); int su_get(int); extern int (*su_hook)(int);")
    p.once("int su_own = 2; int su_back(int v) { if (su_mode == 2) su_own = v; return su_own; }")
    cells = ["su_mode", "su_tab[1]", "su_pair.a", "su_pair.b", "su_own"]
    wrote = lambda v: p.pick(f"su_mode = {p.pick(0, 1, 2, f'{v} & 3')};", f"su_tab[{p.pick(1, f'{v} & 3')}] = {p.pick(0, 3)};", f"su_pair.a = {p.pick(0, v)};", "su_pair = (struct su_pair){ 1, 2 };", f"su_own = {p.pick(0, 2, v)};", "su_mode++;")
    question = lambda: f"{p.pick(*cells)} {p.pick('==', '!=', '<', '>')} {p.pick(0, 1, 2, 3)}"
    other = "struct su_pair { int a, b; } su_pair = { 3, 4 }; int su_mode; short su_tab[4] = { 1, 1 }; extern int su_own; int su_back(int); int (*su_hook)(int);\n"
    other += f"void su_set(int v) {{ {wrote('v')} if ({question()}) {{ {wrote('v')} }} {p.pick('su_back(v);', '', 'if (su_hook) su_hook(v);')} }}\n"
    other += f"int su_get(int v) {{ if ({question()}) return {p.pick('su_mode', 7)}; {wrote('v')} return v > 1 && {question()}; }}\n"
    p.units.setdefault("states.c", other)
    p.once(f"static void su_reset(int v) {{ (void)v; su_mode = 0; su_own = 2; {p.pick('su_pair.a = 3;', '')} }}")
    p.reads += ["su_mode", "su_own", "su_pair.a", "su_tab[x & 3]"]
    p.conditions += [lambda: question()] * 3
    p.calls += [lambda: f"su_get({p.e(0)})", lambda: f"(su_get({p.e(0)}) + su_back(1))"]
    p.statements += [lambda: "su_reset(x);", lambda: f"su_set({p.e(0)}); if ({question()}) {p.assignment()};", lambda: f"{wrote('x')} su_set(x);", lambda: f"su_reset(x); su_set({p.e(0)}); if ({question()}) {p.assignment()};",
                     lambda: f"su_hook = {p.pick('su_back', '0')};"]
    if p.chance(0.6):
        p.locals.append("su_reset(x);")


@feature
def indices(p):
    """Variables that walk through arrays of indices: what `a[i]` says is of another element once `i` has changed."""
    if "ix_next" not in p.made:
        p.made.add("ix_next")
        p.top.append(f"static {p.pick('int', 'unsigned char', 'short')} ix_next[4] = {{ {', '.join(str(p.pick(0, 1, 2, 3)) for _ in range(4))} }};")
        p.top.append(f"static struct {{ {p.pick('int', 'signed char')} to, back; }} ix_node[4] = {{ {{ 1, 3 }}, {{ 2, 0 }}, {{ 3, 1 }} }};")
    if p.chance(0.4):
        p.once("static void ix_turn(int v) { ix_next[v & 3] = v & 1; }")
        p.statements.append(lambda: f"ix_turn({p.e(0)});")
    p.once(f"static int ix_seen(int v) {{ if (v == {p.pick(0, 1, 2, 3)}) g1++; if (v > {p.pick(0, 1, 2)}) return 1; return v == {p.pick(1, 2, 3)}; }}")
    p.locals += ["int ix = a & 3;", "unsigned iy = b & 3;", f"{p.pick('double', 'float', '__int128', '_Bool')} iz = {p.pick('b & 3', '1', 'a & 1')};"]
    p.reads += ["ix", "iy", "ix_next[ix & 3]", "ix_node[iy & 3].to"]
    place = lambda i: p.pick(f"ix_next[{i}]", f"ix_node[{i}].to", f"ix_node[{i}].back")
    walk = lambda: p.pick("ix = " + place("ix") + ";", "iy = " + place("iy") + ";", "ix = " + place(place("ix")) + ";", "{ int it = " + place("ix") + "; ix = it; }", "iy = ix = " + place("ix") + ";",
                          "iz = " + place("(int)iz") + ";", f"iz = {p.pick('ix', 'iy')};", "ix = " + place("(int)iz") + ";", "iz = iz > 1 ? 0 : iz + 1;")
    p.statements += [lambda: f"{walk()} if ({p.pick('ix', 'iy')} {p.pick('==', '!=', '>')} {p.pick(0, 1, 2, 3)}) x += ix_seen({place(p.pick('ix', 'iy'))});"] * 3
    p.statements += [lambda: f"{walk()} if (ix == {p.pick(0, 1, 2, 3)}) {{ y = {place('ix')}; while (fuel-- > 0 && y > 2) y--; if (y == {p.pick(0, 1, 2)}) {p.assignment()}; }}",
                     lambda: f"while (fuel-- > 0 && ix != {p.pick(0, 1, 3)}) {{ {walk()} if (ix_seen({place('ix')})) {p.assignment()}; }}"]
    p.statements += [lambda: f"if ({place('(int)iz')} == {p.pick(0, 1, 2, 3)}) {{ {walk()} x += ix_seen({place('(int)iz')}); }}",
                     lambda: f"{{ int known = {place('(int)iz')} {p.pick('==', '>')} {p.pick(1, 2)}; {walk()} if (known) x += ix_seen({place('(int)iz')}); }}"]
    p.conditions += [lambda: f"{place(p.pick('ix', '(int)iz'))} {p.pick('==', '>')} {p.pick(0, 1, 2)}"]
