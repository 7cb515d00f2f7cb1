"""Stresses attributes and alignments on every kind of declarator, and the sizes and offsets that follow from them."""

from laboratory.features import feature

MEMBERS = ["char", "short", "int", "long", "double", "long double", "unsigned char", "_Bool", "void *", "__int128", "float", "int[3]", "char[5]"]
SIZES = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 28, 32, 40, 48, 64, 80, 96]


def aligned(p):
    return f"__attribute__(({p.pick('aligned', '__aligned__')}({p.pick(1, 2, 4, 8, 16, 32)})))"


def declared(kind, name):
    at = kind.find("[")
    return f"{kind} {name}" if at < 0 else f"{kind[:at]} {name}{kind[at:]}"


def member(p, name, depth):
    """One member declaration, and the paths of what it declares."""
    kind = p.pick(*MEMBERS)
    match p.random.randrange(9):
        case 0:
            return f"{declared(kind, name)} {p.pick(aligned(p), '__attribute__((packed))')};", [name]
        case 1:
            return f"{p.pick(aligned(p), '_Alignas(16)')} {declared(kind, name)};", [name]
        case 2:
            return f"int {name} {aligned(p)}, {name}z;", [name, name + "z"]
        case 3:
            return f"short {name}, {name}z {aligned(p)}, {name}y;", [name, name + "z", name + "y"]
        case 4:
            return f"unsigned {name}f : {p.pick(1, 3, 9, 31)}, {name}g : {p.pick(2, 17)}; {declared(kind, name)};", [name]
        case 5 if depth:
            text, paths = members(p, name, depth - 1)
            return f"{p.pick('struct', 'union')} {{ {text} }}{p.pick('', ' ' + aligned(p), ' __attribute__((packed))')};", paths
        case 6 if depth:
            text, paths = members(p, name, depth - 1)
            return f"struct {p.pick('', '__attribute__((packed)) ')}{{ {text} }} {name};", [name] + [f"{name}.{path}" for path in paths]
        case 7:
            text, _ = members(p, name + "t", 0)
            return f"struct {p.fresh('inner')} {{ {text} }}; {declared(kind, name)};", [name]
    return f"{declared(kind, name)};", [name]


def members(p, stem, depth):
    made = [member(p, f"{stem}{letter}", depth) for letter in "abcd"[: p.pick(2, 3, 3, 4)]]
    return " ".join(text for text, _ in made), [path for _, paths in made for path in paths]


def ask(p, *numbers):
    """Makes these constants, as gcc and clang have them, decide something."""
    for text in numbers:
        p.reads.append(f"(int){text}")
        p.conditions.append(lambda text=text: f"(int){text} {p.pick('==', '<', '>', '<=', '!=', '>')} {p.pick(*SIZES)}")
        p.conditions.append(lambda text=text: f"(x & 31) == (int){text}")


@feature
def records(p):
    """Records with attributes anywhere: on the record, its members, their types."""
    name = p.fresh("R")
    text, paths = members(p, "m", 2)
    pack = p.pick(None, None, "1", "2", "4", "8")
    after = p.pick("", "", aligned(p), "__attribute__((packed))", "__attribute__((packed, aligned(4)))")
    if pack:
        p.top.append(f"#pragma pack(push, {pack})")
    p.top.append(f"struct {name} {{ {text} }} {after};")
    if pack:
        p.top.append("#pragma pack(pop)")
    p.top.append(f"static struct {name} {name}o;")
    chosen = p.random.sample(paths, min(2, len(paths)))
    ask(p, f"sizeof(struct {name})", f"_Alignof(struct {name})", *(f"offsetof(struct {name}, {path})" for path in chosen))


@feature
def packs(p):
    """#pragma pack with names, pushed and popped in any order."""
    first, second = p.fresh("pk"), p.fresh("pk")
    lines = [f"#pragma pack(push, {first}, {p.pick(1, 2, 4)})"]
    records = []

    def record():
        name = p.fresh("K")
        records.append(name)
        lines.append(f"struct {name} {{ char a; {p.pick('int', 'long', 'double')} b; short c; }};")

    record()
    lines.append(p.pick(f"#pragma pack(push, {second})", f"#pragma pack(push, {second}, 2)", "#pragma pack(push)", "#pragma pack(push, 8)"))
    record()
    lines.append(p.pick("#pragma pack(1)", "#pragma pack(2)", "#pragma pack()"))
    record()
    lines.append(p.pick(f"#pragma pack(pop, {first})", "#pragma pack(pop)"))
    if lines[-1] == "#pragma pack(pop)":
        record()
        lines.append("#pragma pack(pop)")
    record()
    p.top += lines
    for name in p.random.sample(records, min(3, len(records))):
        ask(p, f"sizeof(struct {name})", f"offsetof(struct {name}, b)")


@feature
def typedefs(p):
    """Typedefs with alignment, in each position, and what is made of them."""
    t, name = p.fresh("T"), p.fresh("A")
    base = p.pick("int", "char", "long", "short", "struct { int q; }", "enum { " + p.fresh("E") + " }")
    p.top.append(p.pick(f"typedef {base} {t} {aligned(p)};", f"typedef {base} {aligned(p)} {t};", f"typedef {aligned(p)} {base} {t};",
                        f"typedef {base} {t} {aligned(p)}, {t}n;", f"typedef {base} {t}n, {t} {aligned(p)};"))
    p.top.append(f"struct {name} {{ char c; {t} d; char e; {p.pick('', t + ' *f;', 'short g;')} }};")
    p.top.append(f"static {t} {t}v; static struct {name} {name}v;")
    ask(p, f"sizeof(struct {name})", f"offsetof(struct {name}, d)", f"_Alignof({t})", f"__alignof__({t}v)", f"__alignof__({name}v.d)", f"sizeof({t})", f"offsetof(struct {name}, e)")


@feature
def declarators(p):
    """An attribute on one of several declarators."""
    n = p.fresh("v")
    p.top.append(p.pick(f"static int {n}a {aligned(p)}, {n}b, {n}c[3];", f"static int {n}a, {n}b {aligned(p)}, {n}c[3];",
                        f"static {aligned(p)} int {n}a, {n}b, {n}c[3];", f"static int {n}a __attribute__((mode(QI))), {n}b, {n}c[3];",
                        f"static int {n}a, {n}b __attribute__((mode(DI))), {n}c[3];", f"static _Alignas(16) int {n}a, {n}b, {n}c[3];",
                        f"static int *{aligned(p)} {n}a, {n}b, {n}c[3];"))
    q = p.fresh("M")
    one = p.pick(aligned(p), aligned(p), "__attribute__((packed))", "__attribute__((mode(HI)))")
    p.top.append(f"struct {q} {{ char c; {p.pick(f'int d {one}, e;', f'int d, e {one}, f;', f'{one} int d, e;')} char g; }};")
    ask(p, f"__alignof__({n}b)", f"sizeof({n}b)", f"__alignof__({n}c)")
    if p.chance(0.5):  # alone, since a record that is left out takes the function with it
        ask(p, f"sizeof(struct {q})", f"offsetof(struct {q}, e)", f"offsetof(struct {q}, g)")
    p.writes += [f"{n}b", f"{n}c[1]"]
    p.reads += [f"{n}b", f"{n}c[1]"]


@feature
def modes(p):
    """mode and packed on enumerations."""
    e = p.fresh("En")
    p.top.append(f"enum {p.pick('', '__attribute__((packed)) ')}{e} {{ {e}a, {e}b = {p.pick(3, 200, 70000)} }} {p.pick('', '__attribute__((packed))')};")
    p.top.append(f"typedef enum {e} {e}t __attribute__((mode({p.pick('QI', 'HI', 'SI', 'DI')})));" if p.chance(0.5) else f"typedef enum {e} {e}t;")
    p.top.append(f"struct {e}r {{ char c; enum {e} d; {e}t f; char g; }};")
    ask(p, f"sizeof(enum {e})", f"sizeof({e}t)", f"sizeof(struct {e}r)", f"offsetof(struct {e}r, g)")


@feature
def noreturn(p):
    """noreturn on one of several declarators, on a parameter, on a pointer, on a member, on a type."""
    die, live, n = p.fresh("die"), p.fresh("live"), "__attribute__((noreturn))"
    end = "exit(v & 1);" if p.whole else p.pick("exit(1);", "abort();", "for (;;) maybe(v);")
    both = p.pick(f"static void {die}(int v) {n}, {live}(int v);", f"static void {live}(int v), {die}(int v) {n};",
                  f"static void {live}(int v); static void {n} {die}(int v);", f"static _Noreturn void {die}(int v); static void {live}(int v);")
    p.top.append(both)
    p.top.append(f"static void {die}(int v) {{ {end} for (;;) ; }}")
    p.top.append(f"static void {live}(int v) {{ {p.pick('g0 = v;', 'g1++;', 'if (v > 3) g0++;')} }}")
    where = p.random.randrange(5)
    seldom = "v == -77" if p.whole else "v == 3"
    if where == 0:
        p.top.append(f"static void set{die}(void (*h)(int) {n}, int v) {{ if ({seldom}) h(v); g1 = v; }}")
        call = f"set{die}({die}, (int)a);"
    elif where == 1:
        p.top.append(f"struct ops{die} {{ void (*stop)(int) {n}; void (*go)(int); }}; static struct ops{die} ops{die}v = {{ {die}, {live} }};")
        call = p.pick(f"ops{die}v.go((int)b);", f"if (a == -77) ops{die}v.stop(1);")
    elif where == 2:
        p.top.append(f"static void (*p{die})(int) {n} = {die}, (*p{live})(int) = {live};")
        call = p.pick(f"p{live}(x);", f"if (a == -77) p{die}(1);")
    elif where == 3:
        p.top.append(f"typedef void f{die}(int) {n}; typedef void f{live}(int); static f{live} *volatile q{live} = {live};")
        call = f"q{live}(x);"
    else:
        p.top.append(f"static void with{die}(int v, void h(int) {n}) {{ if ({seldom}) h(v); g1 = v; }} static int use{die}(void (*h)(int) {n}) {{ return h != 0; }}")
        call = f"with{die}((int)b, {die}); x += use{die}({die});"
    p.statements += [lambda: call, lambda: f"{live}({p.e(0)});", lambda: f"if ({p.pick('a == 3', 'b > 5') if not p.whole else 'g0 == -77'}) {die}(1);"]
    p.locals.append(f"{live}(x); {call}" if p.chance(0.5) else ";")
