"""Stresses builtins and operators whose operands have effects that happen, or do not."""

from laboratory.features import feature


@feature
def builtin_effects(p):
    """Effects in operands of builtins."""
    p.once("static int eff; static char etext[64] __attribute__((aligned(16)));")
    p.reads += ["eff"]
    p.conditions += [lambda: f"eff {p.pick('==', '>', '<')} {p.pick(0, 1, 2)}"]
    step = lambda: p.pick("eff++", "++eff", "eff += 2", "(eff = x, 1)", "eff--")
    p.calls += [lambda: f"(int)__builtin_expect({p.c(0)}, {step()})", lambda: f"(int)__builtin_expect(({step()}), 1)"]
    p.calls += [lambda: f"(*(char *)__builtin_assume_aligned(etext, 16, ({step()}, 0)))"]
    p.calls += [lambda: f"((int)__builtin_object_size(etext + (eff++ & 1), 0) > 0)", lambda: f"__builtin_constant_p({step()})", lambda: "(__builtin_prefetch(etext + (eff++ & 7)), eff)"]
    p.calls += [lambda: f"__builtin_choose_expr({p.pick(0, 1)}, {step()}, x)", lambda: f"__builtin_types_compatible_p(__typeof__({step()}), int)"]
    p.calls += [lambda: f"(int)__builtin_expect_with_probability({p.c(0)}, 1, 0.5)", lambda: "((int)(__builtin_offsetof(struct { int a; char c[9]; }, c[2])))"]
    p.locals.append("eff = 0;")
    p.statements += [lambda: f"x = {p.random.choice(p.calls)()}; if (eff == {p.pick(0, 1)}) {p.assignment()};"] * 2


@feature
def operand_effects(p):
    """Operands of sizeof, typeof, _Generic and _Alignof: evaluated if the type is variably modified."""
    p.once("static int op_count;")
    p.locals.append("op_count = 0;")
    p.reads.append("op_count")
    p.conditions += [lambda: f"op_count {p.pick('==', '>', '<')} {p.pick(0, 1, 2)}"]
    p.calls += [lambda: "(int)sizeof(int[(op_count++ & 3) + 1])", lambda: "(int)sizeof(op_count++)", lambda: "(int)sizeof(char[2][(op_count++ & 1) + 2])", lambda: "(int)_Alignof(int)"]
    p.calls += [lambda: "_Generic(op_count++, int: 3, default: 4)", lambda: "(int)sizeof(__typeof__(op_count++))", lambda: "(int)sizeof(*(int(*)[(op_count++ & 3) + 1])0)"]
    p.statements += [lambda: "{ __typeof__(int[(op_count++ & 3) + 1]) vm; vm[0] = x; x = vm[0]; }", lambda: "{ __typeof__(op_count++) tm = 3; x += tm; }",
                     lambda: "{ typedef int vt[(op_count++ & 3) + 1]; vt vm; vm[0] = 1; x += (int)sizeof(vt); }", lambda: "{ char (*vp)[(op_count++ & 3) + 1] = 0; x += (int)sizeof *vp; }"]
    p.statements += [lambda: f"x = {p.random.choice(p.calls)()}; if (op_count == {p.pick(0, 1)}) {p.assignment()};"] * 2
    if p.chance(0.3):
        p.once("static int rows(int n, int m[n][(op_count++ & 1) + 2]) { return n + (int)sizeof *m; }")
        p.locals.append("int grid[3][3] = { { 1 } }; (void)grid;")
