"""Stresses which function a name means: asm names, redefine_extname, aliases, weak and wrapped ones, names of the library, asm that calls."""

from laboratory.features import feature

EFFECTS = ["g0 = v;", "g1++;", "if (v > 2) g0 = -v;", "g0 += 3; g1 = 7;"]


def harmless(p, name):
    return f"int {name}(int v) {{ return v {p.pick('+ 1', '& 3', '^ 1')}; }}\n"


def harmful(p, name):
    """Writes a global or does not come back."""
    stop = "" if p.whole else "if (v == 3) maybe(77); if ((v & 15) == 5) exit(0); "
    return f"int {name}(int v) {{ {stop}{p.pick(*EFFECTS)} return v; }}\n"


def unit(p, text):
    head = "extern int g0; extern unsigned char g1; void maybe(int); void exit(int);\n"
    p.units[f"{p.fresh('unit')}.c"] = head + text


def use(p, name):
    p.calls += [lambda: f"{name}({p.e(0)})"] * 2
    asked = p.pick("x", "a", "g0", "g1")
    test = f"{asked} {p.pick('<', '>', '==')} {p.pick(0, 1, 7)}"
    p.statements += [lambda: f"g0 = 1; g1 = 2; x = {name}((int)a); if (g0 == {p.pick(1, 4)}) {p.assignment()};",
                     lambda: f"if ({test}) {p.assignment()}; {name}((int)b); if ({test}) {p.assignment()};",
                     lambda: f"pc_label({test}); {name}(x); pc_label({test});"]


@feature
def asm_names(p):
    """A declaration with another name for the assembler; the C name is that of a harmless function."""
    name, other = p.fresh("an"), p.fresh("other")
    unit(p, harmless(p, name) + harmful(p, other))
    p.top.append(p.pick(f'int {name}(int) __asm__("{other}");', f'extern int {name}(int v) __asm("{other}");', f'int {name}(int v) __asm__("other" "{other[5:]}");'))
    use(p, name)


@feature
def redefined(p):
    """#pragma redefine_extname."""
    name, other = p.fresh("rn"), p.fresh("other")
    unit(p, harmless(p, name) + harmful(p, other))
    p.top += [f"#pragma redefine_extname {name} {other}", f"int {name}(int);"]
    use(p, name)


@feature
def aliases(p):
    """Aliases, weak definitions that another unit replaces, weak references."""
    name, real = p.fresh("al"), p.fresh("real")
    match p.random.randrange(3):
        case 0:
            unit(p, harmful(p, real) + f'extern int {name}(int v) __attribute__((alias("{real}")));\n')
            p.top.append(f"int {name}(int);")
        case 1:
            unit(p, harmful(p, name))
            p.top.append(f"__attribute__((weak)) {harmless(p, name)}")
        case _:
            p.top.append(f'static {harmful(p, real)}static int {name}(int v) __attribute__((alias("{real}")));')
    use(p, name)


@feature
def own_library(p):
    """Functions of the program with names that the library has, and other meanings."""
    known = [("quick_exit", "int", ""), ("alloca", "int", "int "), ("close", "long", "int "), ("log", "int", "int "), ("index", "int", "int "), ("open", "int", "int "), ("y1", "int", "int ")]
    name, params, result = p.random.choice([one for one in known if one[0] not in p.made])
    p.made.add(name)
    value = "return v + 1;" if result else ""
    stop = "" if p.whole or not result else "if (v == 3) maybe(77); "
    user = p.fresh("user")
    unit(p, f"{result or 'void '}{name}({params} v) {{ {stop}{p.pick(*EFFECTS)} {value} }}\n"
            f"int {user}(int v) {{ int r = 1; g0 = 1; {'r = ' if result else ''}{name}(v); if (g0 == 1) r = 2; if (g0 == v) r += 3; if (v < 0) g1 = 3; return r; }}\n")
    p.flags.append(f"-fno-builtin-{name}" if p.chance(0.5) else "-fno-builtin")
    p.top.append(f"int {user}(int);")
    use(p, user)


@feature
def asm_calls(p):
    """Inline asm that calls a function by its name."""
    name = p.fresh("bump")
    p.top.append(f"int {name}(void); __attribute__((used)) int {name}(void) {{ g0 = 5; return 0; }}")
    registers = ", ".join(f'"{r}"' for r in "rax rbx rcx rdx rsi rdi r8 r9 r10 r11 memory cc".split())
    p.statements += [lambda: f"g0 = {p.pick(1, 2)}; __asm__ volatile (\"mov %%rsp, %%rbx; sub $256, %%rsp; and $-16, %%rsp; call {name}@PLT; mov %%rbx, %%rsp\" ::: {registers}); if (g0 == {p.pick(1, 2, 5)}) {p.assignment()};"] * 2


@feature
def wrapped(p):
    """--wrap: calls of a name go to another function."""
    name = p.fresh("wr")
    unit(p, harmless(p, name) + harmful(p, f"__wrap_{name}"))
    p.flags.append(f"-Wl,--wrap={name}")
    p.top.append(f"int {name}(int);")
    use(p, name)


@feature
def label_addresses(p):
    """Addresses of labels as values: compared, stored, jumped to."""
    one, two, three = p.fresh("la"), p.fresh("la"), p.fresh("la")
    p.locals.append(f"void *la = {p.pick(f'&&{one}', f'&&{two}')}; if (a & 1) la = &&{p.pick(two, three)}; if (b != 77) goto *la; {one}: {two}: x++; {three}: y ^= 1;")
    p.conditions += [lambda: f"la {p.pick('==', '!=')} &&{p.pick(one, two, three)}", lambda: f"&&{p.pick(one, two)} {p.pick('==', '!=')} &&{p.pick(two, three)}", lambda: f"(long)la {p.pick('==', '!=')} (long)&&{p.pick(one, two, three)}"]
