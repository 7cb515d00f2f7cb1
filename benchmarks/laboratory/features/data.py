"""Stresses objects of every shape: arrays, records, unions, bit-fields, literals, tables, wide and floating numbers."""

from laboratory.features import feature


@feature
def array(p):
    p.locals.append("int arr[6] = { 1, a, b, 4 };")
    p.reads += ["arr[x & 3]", "arr[1]", "arr[y & 3]", "arr[0]"]
    p.writes += ["arr[x & 3]", "arr[1]", "arr[a & 3]"]
    p.statements += [lambda: f"memset(arr, {p.pick(0, 1, 255)}, {p.pick(4, 8, 12, 'sizeof arr')});"]
    p.statements += [lambda: f"memmove(arr + {p.pick(0, 1)}, arr + {p.pick(1, 2)}, 8);"]


@feature
def matrix(p):
    p.locals.append("short m[2][3] = { { 0 }, { 1, 2 } };")
    p.reads += ["m[x & 1][y & 1]", "m[1][2]", "m[0][a & 1]"]
    p.writes += ["m[x & 1][y & 1]", "m[1][b & 1]", "m[0][1]"]


@feature
def union(p):
    p.once("union U { unsigned w; short h[2]; unsigned char c[4]; signed char sc; };")
    p.locals.append(f"union U u = {{ {p.pick('a', 'b', '3')} }};")
    p.reads += ["u.w", "u.h[0]", "u.c[1]", "u.h[x & 1]", "u.sc", "u.c[y & 3]"]
    p.writes += ["u.w", "u.h[1]", "u.c[3]", "u.h[x & 1]", "u.sc", "u.c[y & 3]"]


@feature
def bits(p):
    p.once("struct B { unsigned lo : 3; signed hi : 5; unsigned w : 9; _Bool k : 1; int wide : 17; unsigned char z : 4; };")
    p.locals.append("struct B bf = { 1, -1, 5, 0, 9, 2 };")
    for field in ["lo", "hi", "w", "k", "wide", "z"]:
        p.reads.append(f"bf.{field}")
        p.writes.append(f"bf.{field}")


@feature
def struct(p):
    """Structures by value, nested, copied."""
    p.once("struct In { short a, b; }; struct Out { struct In in; int t[2]; };")
    p.once(f"static struct In mk(int v) {{ struct In r = {{ v, {p.pick('v + 1', '3', '-v')} }}; return r; }}")
    p.once("static int total(struct Out o) { o.t[0] += o.in.a; return o.t[0] + o.in.b; }")
    p.locals += ["struct Out o = { { a, b }, { 1, 2 } }, o2 = o;", "struct Out *op = &o;"]
    p.reads += ["o.in.a", "o2.in.b", "op->t[0]", "o.t[x & 1]", "op->in.b"]
    p.writes += ["o.in.a", "o2.in.b", "op->t[0]", "o.t[x & 1]", "op->in.b"]
    whole = ["o2 = o;", "o = o2;", "o.in = mk(x);", "op = &o2;", "op = x > 3 ? &o : &o2;", "op->in = mk(y);"]
    whole += ["o2 = (struct Out){ { x, 2 }, { 1 } };", "memcpy(&o.in, &o2.in, sizeof o.in);", "*op = o2;"]
    p.statements += [lambda: p.random.choice(whole)] * 2
    p.calls += [lambda: "total(o)", lambda: "mk(y).b"]


@feature
def tables(p):
    p.once("static const short tab[8] = { 5, -3, 0, 200, 7, 1, 1, -128 };")
    p.once("enum E { A, B = 2, C }; static const enum E kinds[4] = { A, B, C, B };")
    p.locals.append("enum E en = (enum E)(a & 3);")
    p.reads += ["tab[x & 7]", "tab[a & 3]", "kinds[y & 3]", "en"]
    p.writes += ["en"]
    p.conditions += [lambda: f"en == {p.pick('A', 'B', 'C')}", lambda: "tab[x & 7] > tab[y & 7]"]


@feature
def statics(p):
    p.locals += ["static int st; st = b & 3;", "static unsigned char times;"]
    p.reads += ["st", "times"]
    p.writes += ["st", "times"]


@feature
def volatile(p):
    p.once("static volatile int vol; static volatile unsigned char port[2];")
    p.calls += [lambda: "vol", lambda: "port[x & 1]"]
    p.writes += ["vol", "port[1]"]
    p.statements += [lambda: f"vol = {p.e(1)};"]


@feature
def vla(p):
    p.locals += ["int len = (a & 3) + 2;", "int vla[len];", "int k; for (k = 0; k < len; k++) vla[k] = k;"]
    p.reads += ["vla[0]", "vla[x & 1]", "len", "(int)(sizeof vla / sizeof *vla)"]
    p.writes += ["vla[0]", "vla[x & 1]", "vla[len - 1]"]


@feature
def literals(p):
    """Compound literals."""
    p.once("struct P { int x; signed char y; };")
    p.locals += ["struct P *lit = &(struct P){ a, b };", "int *nums = (int[]){ 3, a, 5, b };"]
    p.reads += ["lit->x", "lit->y", "nums[x & 3]", "nums[1]"]
    p.writes += ["lit->x", "lit->y", "nums[x & 3]", "nums[1]"]
    p.calls += [lambda: "((struct P){ x, y }).y"]
    p.statements += [lambda: f"*lit = (struct P){{ .y = {p.e(1)} }};"]


@feature
def floats(p):
    p.locals += ["double d = a;", "float fl = 0.5f;", "int small = 0;"]
    p.reads += ["small", "(d > 3)", "(fl == 0.5f)"]
    p.conditions += [lambda: f"d {p.pick('<', '>', '==', '!=')} {p.pick('fl', '0.0', '1e10', 'x', 'd')}"]
    p.conditions += [lambda: f"fl {p.pick('<', '>=', '!=')} {p.pick('d', '0.5f', 'y', 'fl')}"]
    arithmetic = ["d = x;", "d += fl;", "d = d * 2 - y;", "fl = y;", "fl = -fl;", "d = d / 0.0;", "fl = (float)d;", "d = x ? d : fl;", "fl++;"]
    p.statements += [lambda: p.random.choice(arithmetic)] * 2
    p.statements += [lambda: "small = d > -100 && d < 100 ? (int)d : 3;", lambda: "small = fl >= 0 && fl < 9 ? (unsigned char)fl : 1;"]


@feature
def wide(p):
    p.locals += ["__int128 big = b;", "unsigned long ul = a;", "long sl = b;"]
    p.reads += ["big", "ul", "sl", "(long)(big >> 3)", "(int)ul"]
    p.writes += ["big", "ul", "sl"]


@feature
def list(p):
    """A short chain of nodes."""
    p.once("struct N { struct N *next; int v; };")
    p.locals += ["struct N n2 = { 0, b }, n1 = { &n2, a }, *head = &n1, *at = head;"]
    p.reads += ["head->v", "n1.v", "n2.v", "at->v"]
    p.writes += ["head->v", "n1.v", "n2.v", "at->v"]
    p.conditions += [lambda: "at->next == 0", lambda: "at == head", lambda: "head->next && head->next->v > 2"]
    p.statements += [lambda: "if (at->next) at = at->next;", lambda: "at = head;", lambda: "head = &n2;", lambda: "head = &n1;"]
    p.statements += [lambda: "for (at = head; at->next; at = at->next) x += at->v;"]


@feature
def atomics(p):
    # clang 14 refuses values of compound assignments to atomic objects.
    p.compilers = ["gcc"]
    p.once("static _Atomic int at0; static int plain;")
    p.calls += [lambda: "at0", lambda: "__atomic_fetch_add(&plain, 1, 5)", lambda: "__sync_bool_compare_and_swap(&plain, 0, 3)"]
    p.reads += ["plain"]
    p.writes += ["plain", "at0"]
