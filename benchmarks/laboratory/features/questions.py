"""Stresses questions that the compiler answers: compatible types, _Generic, chosen expressions, sizes of expressions."""

from laboratory.features import feature

TYPES = ["int", "const int", "volatile int", "int *", "const int *", "int *const", "int[]", "int[5]", "int[4]", "const int[5]", "enum Qe", "unsigned", "enum Qe *", "unsigned *",
         "char", "signed char", "unsigned char", "long", "long long", "struct Qs", "const struct Qs", "struct Qs *", "int(int)", "int(const int)", "int()", "int(*)(int)",
         "int(*)(const int)", "void *", "const void *", "int(*)[5]", "int(*)[]", "int **", "const int **", "double", "float", "__typeof__(q5)", "__typeof__(&q5)", "__typeof__(qc + 0)", "__typeof__(qc)"]
ASSOCIATED = ["int", "unsigned", "char", "signed char", "long", "int *", "const int *", "unsigned *", "enum Qe *", "struct Qs", "void *", "const void *", "int(*)[5]", "int(*)(int)", "double", "char *",
              "const char *", "_Bool", "short", "int(*)(const int)", "volatile int *", "enum Qe", "int[5]", "const int", "char[2]", "const struct Qs", "int *const", "unsigned char"]
# An enumeration is compatible with unsigned, a parameter's qualifier does not count: two such would be refused.
CLASHES = [{"enum Qe *", "unsigned *"}, {"enum Qe", "unsigned"}, {"int(*)(int)", "int(*)(const int)"}]
ASKED = ["q5", "&q5", "qc", "&qc", "qe", "&qe", "qs", "qf", "&qf", "'a'", '"s"', "(char)1", "1 ? &qc : (void *)0", "1 ? q5 : &qc", "(const int)3", "q5 + 0", "x ? &qe : (void *)0", "qv", "&qv", "1 ? (const void *)0 : q5",
         "(short)1", "+(short)1", "qb.f", "qb.f + 0", "qb.w + 0", "!x", "x == 1", "(unsigned char)1 + 0", "x ? 1 : 2u", "(_Bool)1", "(x, q5)", "*&qc", "&*q5", "qkp", "qp",
         "qb.h = 1", "(x, qb.e)", "__builtin_choose_expr(1, qb.f, 1L)", "_Generic(0, default: qb.h)", "x ? __extension__ (void *)0 : q5"]


def declare(p):
    p.once("enum Qe { QA, QB = 3 };")
    p.once("struct Qs { int f; const int k; };")
    p.once("static int q5[5]; static const int qc = 4; static enum Qe qe; static struct Qs qs; static int qf(int v) { return v; } static volatile int qv; static struct { unsigned f : 3; unsigned long w : 40; _Bool e : 1; unsigned char h : 8; } qb; static const int *qkp; static int *const qp = q5;")


@feature
def compatible(p):
    """__builtin_types_compatible_p of any two types."""
    declare(p)
    for _ in range(4):
        text = f"__builtin_types_compatible_p({p.pick(*TYPES)}, {p.pick(*TYPES)})"
        p.conditions += [lambda text=text: f"{text} == {p.pick(0, 1)}", lambda text=text: f"({text} ? a : b) > 2"]
        p.reads.append(text)


@feature
def generic(p):
    """_Generic over qualifiers, enumerations, arrays, functions."""
    declare(p)
    for _ in range(6):
        kinds = p.random.sample(ASSOCIATED, 8)
        kinds = [kind for kind in kinds if not any({kind, other} in CLASHES for other in kinds[: kinds.index(kind)])]
        associations = ", ".join(f"{kind}: {value}" for value, kind in enumerate(kinds, 1))
        text = f"_Generic({p.pick(*ASKED)}, {associations}, default: 0)"
        p.conditions += [lambda text=text: f"{text} == {p.pick(0, 1, 2, 3, 4)}", lambda text=text: f"{text} > {p.pick(0, 1)}"]
        p.reads.append(text)


@feature
def chosen(p):
    """__builtin_choose_expr, __builtin_constant_p of literals, sizes of expressions, statement expressions."""
    declare(p)
    texts = [f"(int)sizeof({p.pick(*ASKED[:2], 'x ? q5 : 0', 'qb.f + 1', 'qb.w + 1', '(char)1 + 0', 'x == 1', '1.0f + 1', '(short)1 + 0')})", f"__builtin_choose_expr({p.pick(0, 1)}, x, 3)",
             f"__builtin_choose_expr(sizeof(long) == {p.pick(4, 8)}, 1, y)", f"__builtin_constant_p({p.pick(1, '1 + 2')})", f"(int)sizeof(__typeof__({p.pick('x', 'q5', '(char)1', '&q5')}))",
             f"(int)sizeof \"{p.pick('', 'ab', 'a' + chr(92) + '0b')}\"", "(int)sizeof(int[(int)sizeof(short)])", "(int)__alignof__(q5)"]
    for text in p.random.sample(texts, 4):
        p.reads.append(text)
        p.conditions.append(lambda text=text: f"{text} {p.pick('==', '<', '>')} {p.pick(0, 1, 2, 3, 4, 8, 20)}")
