"""Functions of one shape and any size, as generated parsers and message decoders have them.

`SHAPES` has for each shape the smallest size that is measured and a function from a size to C text with one function `f`. None may grow
faster than size to the power of `MOST`. `SMALL` is a size for trying things out.
"""

SMALL = 8
MOST = 1.3

HEAD = "struct node { int x, y; struct node *n; };\nextern int use(int);\n"


def repeated(signature, line, before="", after="return 0;"):
    """A function whose body is a line for each number."""

    def text(size):
        lines = "\n".join("    " + line(i) for i in range(size))
        return f"{HEAD}int f({signature})\n{{\n    {before}\n{lines}\n    {after}\n}}\n"

    return text


def list_walk(i):
    return f"if (p && p->x > {i}) {{ p->y = {i} + k; p = p->n; }}"


def writes_parameters(i):
    return f"if (a > b + {i}) {{ a = a - {i + 1}; }} else {{ b = b + a; }}"


def same_parameters(i):
    return f"if (a - b > {i}) r += {i};"


def products(i):
    return f"if (a > {i} * b) r += {i};"


def two_conditions(i):
    return f"if (a > {i} && b < {i + 3}) r += {i};"


def loops(i):
    return f"for (int i{i} = 0; i{i} < n; i{i}++) {{ if (i{i} < 0) r++; r += i{i}; }}"


def switch(size):
    cases = "\n".join(f"    case {i}: r = a + {i}; break;" for i in range(size))
    return f"{HEAD}int f(int a, int k)\n{{\n    int r = 0;\n    switch (k) {{\n{cases}\n    default: r = -1;\n    }}\n    return r;\n}}\n"


def else_if(size):
    links = "\n".join(f"    {'else ' if i else ''}if (a == {3 * i} && b > {i}) r = {i};" for i in range(size))
    return f"{HEAD}int f(int a, int b)\n{{\n    int r = 0;\n{links}\n    return r;\n}}\n"


def nested(size):
    """Ifs in ifs, twenty deep each, one such nest after the other."""
    lines, depth = [], 20
    for start in range(0, size, depth):
        here = range(start, min(start + depth, size))
        lines += ["    " + " ".join(f"if (a[{i % 7}] > {i}) {{ r += b;" for i in here) + " }" * len(here)]
    body = "\n".join(lines)
    return f"{HEAD}int f(int *a, int b)\n{{\n    int r = 0;\n{body}\n    return r;\n}}\n"


def memory(i):
    return f"m[{i}] = m[{i // 2}] + {i}; if (m[{i}] > k) m[k & 7] = {i};"


def sums(i):
    return f"s = s + a * {i + 2} - b; if (s == a) t += s;"


def decoder(i):
    return f"if (at + 2 <= end) {{ v = d[at] << 8 | d[at + 1]; at += 2; if (v > {i + 60}) out->x = v; }}"


def machine(i):
    return f"state = next[state & 7][d[{i}] & 3]; if (state == {i % 5}) r += {i};"


def locals_by_address(size):
    names = "\n".join(f"    int v{i} = a + {i}; read_into(&v{i}); if (v{i} > b) r++;" for i in range(size))
    return f"{HEAD}extern void read_into(int *);\nint f(int a, int b)\n{{\n    int r = 0;\n{names}\n    return r;\n}}\n"


SHAPES = {
    "list walk": (20, repeated("struct node *p, int k", list_walk)),
    "ifs that write parameters": (40, repeated("int a, int b", writes_parameters, after="return a;")),
    "ifs over the same parameters": (160, repeated("int a, int b", same_parameters, "int r = 0;", "return r;")),
    "ifs with two conditions": (80, repeated("int a, int b", two_conditions, "int r = 0;", "return r;")),
    "switch": (160, switch),
    "sequential loops": (20, repeated("int n", loops, "int r = 0;", "return r;")),
    "products of parameters": (10, repeated("int a, int b", products, "int r = 0;", "return r;")),
    "else-if chain": (80, else_if),
    "nested ifs": (80, nested),
    "writes and reads of memory": (40, repeated("int *m, int k", memory)),
    "sums": (80, repeated("int a, int b", sums, "int s = 0, t = 0;", "return t;")),
    "message decoder": (
        40,
        repeated("const unsigned char *d, unsigned at, unsigned end, struct node *out", decoder, "int v = 0;", "return v;"),
    ),
    "state machine": (40, repeated("const unsigned char *d, int state, unsigned char (*next)[4]", machine, "int r = 0;", "return r;")),
    "locals with addresses": (40, locals_by_address),
}
