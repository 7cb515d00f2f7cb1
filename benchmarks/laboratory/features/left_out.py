"""Stresses functions that are left out: labels of the user's that stand there keep their ids, which made labels must not have."""

from laboratory.features import feature


def mark(p):
    return f'pc_label({p.pick("v > 3", "1", "v < 0", "v != 2")}, {p.random.randint(1, 60)}, "{p.pick("HAND", "CC", "U")}");'


@feature
def hand_placed(p):
    """Labels with ids, in the function itself."""
    p.once("static int hand;")
    p.statements += [lambda: f'pc_label({p.c(1)}, {p.random.randint(1, 40)}, "HAND");'] * 3
    p.reads.append("hand")


@feature
def nested(p):
    """A nested function, with labels inside and around."""
    p.compilers = ["gcc"]
    name = p.fresh("nest")
    p.once(f"static int {name}(int v) {{ int k = v; {mark(p)} int inner(int w) {{ {mark(p)} k += w; if (w > 2) k++; return k; }} if (v > 1) k = inner(v & 7); {mark(p)} return k; }}")
    p.calls += [lambda: f"{name}({p.e(0)})"] * 2


@feature
def asm_goto(p):
    """asm goto, with labels of the user's."""
    name = p.fresh("ag")
    p.once(f'static int {name}(int v) {{ {mark(p)} __asm__ goto ("cmpl $3, %0\\n\\tjg %l[big]" : : "r"(v) : "cc" : big); {mark(p)} return 1; big: {mark(p)} return v; }}')
    p.calls += [lambda: f"{name}({p.e(0)})"] * 2


@feature
def odd_types(p):
    """Vectors, complex numbers, decimal floats: functions with labels of the user's that tamis may leave out."""
    name = p.fresh("odd")
    body = p.pick("typedef int v4 __attribute__((vector_size(16))); v4 q = { v, 1, 2, 3 }; q += q; r = q[0] > 3;", "_Complex double z = v; z *= z; r = __real__ z > 3;", "__float128 q = v; q += 0.5; r = q > 3;",
                  "unsigned __int128 q = v; q <<= 70; r = (int)(q >> 70) & 7;", "struct { int n; int tail[]; } *q = 0; r = (int)sizeof *q;")
    p.once(f"static int {name}(int v) {{ int r = 0; {mark(p)} {body} if (r) {{ {mark(p)} r = 2; }} return r; }}")
    p.calls += [lambda: f"{name}({p.e(0)})"] * 2
