"""Stresses pointers that move, overlap, come from the caller or look at bytes."""

from laboratory.features import feature


@feature
def pointers(p):
    """Local pointers that move among objects."""
    p.locals += ["int box[6] = { a, 2, b };", "int z = 1;", f"int *one = {p.pick('&x', '&z', 'box', '&g0')};"]
    p.locals += [f"int *two = {p.pick('box', 'box + 1')};", "int **three = &one;"]
    p.reads += ["*one", "*two", "two[1]", "**three", "two[a & 1]", "z", "box[2]"]
    p.writes += ["*one", "*two", "two[1]", "**three", "two[a & 1]", "z", "box[2]", "x"]
    targets = ["&x", "&z", "box", "&g0", "box + (x & 3)", "two", "two + 1"]
    p.statements += [lambda: f"one = {p.pick(*targets)};"] * 2
    p.statements += [lambda: f"two = box + ({p.e(1)} & 3);", lambda: f"three = {p.pick('&one', '&two')};"]
    p.conditions += [lambda: f"one {p.pick('==', '!=')} {p.pick('two', '&x', '&z', 'box + 1')}"]
    p.conditions += [lambda: f"two - box {p.pick('<', '>', '==')} {p.pick(0, 1, 2)}", lambda: "two > box"]


@feature
def arguments(p):
    """Pointers from the caller, which may overlap."""
    p.parameters += [("ints", "p"), ("ints", "q")]
    p.reads += ["*p", "p[1]", "*q", "q[x & 1]", "p[y & 3]"]
    p.writes += ["*p", "p[1]", "*q", "q[x & 1]", "p[y & 3]"]
    p.conditions += [lambda: f"p {p.pick('==', '!=')} q", lambda: f"p + 1 == q"]
    p.locals.append("int *const base = p;")
    p.statements += [lambda: p.pick("p = q;", "q = base + (x & 3);", "p = base;", "memmove(p, q, 8);", "memset(q, 0, 4);")]
    p.parameters += [("ints", "r")] if p.chance(0.3) else []


@feature
def char_alias(p):
    """Objects looked at byte by byte."""
    p.locals += ["int obj = a;", "unsigned char *by = (unsigned char *)&obj;"]
    p.reads += ["obj", "by[x & 3]", "by[0]", "((signed char *)&obj)[1]", "((unsigned char *)&x)[1]"]
    p.writes += ["obj", "by[x & 3]", "by[0]", "((unsigned char *)&obj)[3]", "((unsigned char *)&x)[0]"]
    p.statements += [lambda: p.pick("memcpy(&obj, &x, 2);", "memcpy(by + 1, &y, 1);", "by = (unsigned char *)&x;", "by = (unsigned char *)&obj;")]


@feature
def reached(p):
    """Static objects that a pointer may reach, and others that none does."""
    p.once("static int pool[4]; static int hidden; static struct { int a; short b[2]; } rec;")
    p.once(f"int *gp = {p.pick('&pool[1]', '&rec.a', '&g0')};")
    p.pointers.add("gp")
    p.once("static void touch(int v) { hidden = v; pool[v & 3]++; }")
    p.reads += ["*gp", "pool[1]", "pool[x & 3]", "hidden", "rec.a", "rec.b[y & 1]"]
    p.writes += ["*gp", "pool[1]", "pool[x & 3]", "hidden", "rec.a", "rec.b[y & 1]"]
    p.statements += [lambda: f"gp = {p.pick('&pool[1]', '&rec.a', '&g0', 'pool + (x & 3)')};", lambda: f"touch({p.e(1)});"]
    p.conditions += [lambda: f"gp == {p.pick('pool', '&rec.a', '&g0')}"]
