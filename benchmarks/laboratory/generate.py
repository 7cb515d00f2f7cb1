"""Small random C programs without undefined behaviour, in the shapes that Csmith lacks.

A program is made of *shapes*: each brings declarations, what may be read and written, and statements. Two or three are
drawn per program, so that programs stay small. What keeps undefined behaviour out:
  - shift counts and indices are masked, divisors are positive, integer overflow wraps (-fwrapv). A divisor is no sum: with -fwrapv
    gcc makes a + b / (-1 - c) of a - b / (c + 1), which traps for the least b and c = 0;
  - an expression has no effects, except that a statement or a condition may have one assignment or one call;
  - pointers point into objects that live at least as long as they; `*one` is one int, `two[0]` and `two[1]` are ints;
  - loops count, or burn `fuel`; recursion goes down to zero.
Goes out: the text, and for the driver the functions with their parameters and the globals with their types.
"""

import random
import re

SCALARS = ["int", "unsigned", "signed char", "unsigned char", "short", "unsigned short", "long", "unsigned long", "_Bool"]
CONSTANTS = ["0", "1", "2", "3", "5", "7", "10", "-1", "-2", "127", "128", "255", "256", "-128", "1000", "65535", "7u", "-1L", "3ul", "'a'"]
CONSTANTS += ["2147483647", "(-2147483647 - 1)", "4294967295u"]
EXTERNAL = """int ext(int);
void maybe(int);
void give(int *, int);
"""
# The same functions as parts of a whole program.
INTERNAL = """int ext(int v) { static int calls; calls = (calls + 1) & 1023; if ((calls & 7) == 0) g0 = v; return v * 7 + calls; }
void maybe(int v) { if ((v & 4095) == 77) exit(0); if ((v & 7) == 1) g0++; }
void give(int *p, int v) { if (v & 1) *p = v; }
"""


class Program:
    def __init__(self, seed, whole=False):
        self.random = random.Random(seed * 2654435761 + whole)
        self.whole = whole
        self.top = []  # declarations of the file
        self.pointers = set()  # globals that always point to an int
        self.globals = {"g0": "int", "g1": "unsigned char"}
        self.functions = []  # (name, parameter types): what a driver calls
        self.count = 0
        self.depth = 0
        shapes = [getattr(self, name) for name in dir(self) if name.startswith("shape_")]
        self.shapes = self.random.sample(shapes, self.random.choice([1, 2, 2, 3]))
        self.made = set()

    # What is drawn.

    def pick(self, *among):
        return self.random.choice(among)

    def chance(self, probability):
        return self.random.random() < probability

    def fresh(self, stem):
        self.count += 1
        return f"{stem}{self.count}"

    def once(self, text):
        """A declaration of the file; the first one of a name stays."""
        name = re.split("[{=]", text)[0]
        if name not in self.made:
            self.made.add(name)
            self.top.append(text)

    # Expressions.

    def constant(self):
        return self.pick(*CONSTANTS)

    def atom(self):
        if self.chance(0.25):
            return self.constant()
        return self.random.choice(self.favourites if self.chance(0.6) else self.reads)

    def e(self, depth=2):
        if depth == 0 or self.chance(0.4):
            return self.atom()
        operator = self.pick("+", "-", "*", "&", "|", "^", "<<", ">>", "/", "%", "?", "unary", "cast", "compare", "+", "-")
        a, b = self.e(depth - 1), self.e(depth - 1)
        match operator:
            case "<<" | ">>":
                return f"({a} {operator} ({b} & {self.pick(3, 7, 15, 31)}))"
            case "/" | "%":
                return f"({a} {operator} {self.divisor(b)})"
            case "?":
                return f"({self.c(1)} ? {a} : {b})"
            case "unary":
                return f"({self.pick('-', '~', '!', '+')} {a})"
            case "cast":
                return f"(({self.pick(*SCALARS)}){a})"
            case "compare":
                return f"({self.c(1)})"
        return f"({a} {operator} {b})"

    def divisor(self, text):
        return f"(({text} & {self.pick(3, 7, 15)}) | {self.pick(1, 1, 2, 4)})"

    def c(self, depth=2):
        """A condition without effects."""
        if depth and self.chance(0.3):
            return f"({self.c(depth - 1)} {self.pick('&&', '||')} {self.c(depth - 1)})"
        if depth and self.chance(0.08):
            return f"!({self.c(depth - 1)})"
        if self.conditions and self.chance(0.15):
            return self.random.choice(self.conditions)()
        # Simple conditions on few variables have much to do with each other.
        if self.chance(0.5):
            return f"{self.random.choice(self.favourites)} {self.pick('<', '<=', '>', '>=', '==', '!=')} {self.pick(*CONSTANTS[:14])}"
        return f"{self.e(1)} {self.pick('<', '<=', '>', '>=', '==', '!=', '==', '!=')} {self.e(1)}"

    def assignment(self):
        target = self.random.choice(self.writes)
        match self.pick("=", "=", "=", "op", "op", "shift", "divide", "step"):
            case "op":
                return f"{target} {self.pick('+=', '-=', '*=', '&=', '|=', '^=')} {self.e(1)}"
            case "shift":
                return f"{target} {self.pick('<<=', '>>=')} {self.e(1)} & 7"
            case "divide":
                return f"{target} {self.pick('/=', '%=')} {self.divisor(self.e(1))}"
            case "step":
                # *p++ steps the pointer.
                target = f"({target})" if target.startswith("*") else target
                return self.pick(f"{target}++", f"++{target}", f"{target}--", f"--{target}")
        return f"{target} = {self.e()}"

    def test(self):
        """A condition, maybe with one effect."""
        compare = self.pick("<", ">", "==", "!=", "<=", ">=")
        match self.random.randrange(12):
            case 0:
                return f"({self.assignment()}) {compare} {self.constant()}"
            case 1:
                return f"({self.c(0)}) {self.pick('&&', '||')} ({self.assignment()}) {compare} {self.constant()}"
            case 2:
                return f"({self.assignment()}, {self.c(0)})"
            case 3 if self.calls:
                return f"{self.random.choice(self.calls)()} {compare} {self.constant()}"
            case 4 if self.calls:
                return f"({self.c(0)}) {self.pick('&&', '||')} {self.random.choice(self.calls)()} {compare} {self.constant()}"
            case 5:
                return f"({{ int v = {self.e(1)}; v {self.pick('+=', '-=', '^=')} {self.constant()}; v; }}) {compare} {self.constant()}"
        return self.c()

    # Statements.

    def indent(self):
        return "    " * (self.depth + 1)

    def block(self, depth, loop):
        self.depth += 1
        text = "".join(self.statement(depth, loop) for _ in range(self.pick(1, 1, 2, 3)))
        self.depth -= 1
        return text

    def simple(self):
        if self.statements and self.chance(0.45):
            return self.random.choice(self.statements)()
        if self.calls and self.chance(0.15):
            return f"{self.random.choice(self.writes)} = {self.random.choice(self.calls)()};"
        if self.chance(0.08):
            return f"{self.c(0)} {self.pick('&&', '||')} ({self.assignment()});"
        if self.chance(0.06):
            return f"{self.c(0)} ? ({self.assignment()}) : ({self.assignment()});"
        return f"{self.assignment()};"

    def statement(self, depth, loop):
        i = self.indent()
        drawn = self.random.random()
        if drawn < 0.08:
            return f"{i}pc_label({self.c()});\n"
        if drawn < 0.45 or depth == 0:
            return f"{i}{self.simple()}\n"
        if drawn < 0.66:
            text = f"{i}if ({self.test()}) {{\n{self.block(depth - 1, loop)}{i}}}"
            return text + (f" else {{\n{self.block(depth - 1, loop)}{i}}}\n" if self.chance(0.5) else "\n")
        if drawn < 0.81:
            return self.loop(depth, i)
        if drawn < 0.87:
            return self.switch(depth, loop, i)
        if drawn < 0.91 and loop:
            return f"{i}if ({self.test()}) {self.pick('break', 'continue')};\n"
        if drawn < 0.94:
            return f"{i}if ({self.c(1)}) return {self.e(1)};\n"
        return self.jump(depth, loop, i)

    def loop(self, depth, i):
        v, body = self.fresh("i"), None
        kind = self.random.randrange(8)
        if kind < 4:
            self.reads.append(v)
            body = self.block(depth - 1, True)
            more = f" && {self.c(1)}" if self.chance(0.3) else ""
            start, bound = self.pick("0", "1", "(a & 3)"), self.pick("2", "3", "4", "(b & 3)", "(int)(a & 7)")
            kind_of = self.pick("int", "int", "unsigned char", "long", "unsigned")
            up = f"for ({kind_of} {v} = {start}; {v} < {bound}{more}; {v}++)"
            down = f"for (int {v} = {bound}; {v} > 0{more}; {v}{self.pick('--', ' -= 2', ' /= 2')})"
            head = self.pick(up, up, down)
            self.reads.remove(v)
            return f"{i}{head} {{\n{body}{i}}}\n"
        body = self.block(depth - 1, True)
        if kind == 4:
            return f"{i}while (fuel-- > 0 && ({self.test()})) {{\n{body}{i}}}\n"
        if kind == 5:
            return f"{i}do {{\n{body}{i}}} while (({self.test()}) && fuel-- > 0);\n"
        if kind == 6:
            return f"{i}for (;;) {{\n{body}{i}    if ({self.test()} || fuel-- <= 0) break;\n{i}}}\n"
        return f"{i}do {{\n{body}{i}}} while (0);\n"

    def switch(self, depth, loop, i):
        subject = self.pick(f"{self.e(1)} & 3", f"(signed char)({self.e(1)})", self.random.choice(self.reads))
        text = f"{i}switch ({subject}) {{\n"
        for value in self.random.sample([0, 1, 2, 3, -1, "4 ... 9", "-9 ... -2", 255], self.pick(2, 3)):
            text += f"{i}case {value}:\n{self.block(depth - 1, loop)}"
            if self.chance(0.55):
                text += f"{i}    break;\n"
        if self.chance(0.6):
            text += f"{i}default:\n{self.block(depth - 1, loop)}"
        return text + f"{i}}}\n"

    def jump(self, depth, loop, i):
        label = self.fresh("l")
        inside = self.block(depth - 1, loop)
        kind = self.random.randrange(6)
        if kind < 2:
            return f"{i}if ({self.c(1)}) goto {label};\n{inside}{i}{label}: ;\n"
        more = self.block(depth - 1, True)
        if kind == 2:  # into a loop
            return f"{i}if ({self.c(1)}) goto {label};\n{i}while (fuel-- > 0 && ({self.c(1)})) {{\n{inside}{i}{label}: ;\n{more}{i}}}\n"
        if kind == 3:  # out of two loops
            v, w = self.fresh("i"), self.fresh("i")
            head = f"{i}for (int {v} = 0; {v} < 3; {v}++)\n{i}for (int {w} = {v}; {w} < {self.pick('3', '(b & 3)')}; {w}++) {{\n"
            return f"{head}{more}{i}    if ({self.c(1)}) goto {label};\n{i}}}\n{inside}{i}{label}: ;\n"
        if kind == 4:  # Duff's device
            return f"{i}switch ({self.e(1)} & 3) {{\n{i}case 0: do {{\n{inside}{i}case 1: ;\n{more}{i}}} while (fuel-- > 0 && ({self.c(1)}));\n{i}}}\n"
        return f"{i}{label}: ;\n{inside}{i}if (fuel-- > 0 && ({self.c(1)})) goto {label};\n"

    # Functions.

    def function(self, name):
        self.reads = ["a", "b", "a", "b", "x", "y", "x", "y", "g0", "g1"]
        self.writes = ["x", "y", "x", "y", "g0", "g1", "a"]
        self.conditions, self.calls, self.statements = [], [], []
        parameters = [(self.pick(*SCALARS), "a"), (self.pick(*SCALARS), "b")]
        self.locals = [f"int x = {self.pick('a', 'b', '0', 'a + b')};", f"{self.pick(*SCALARS[:8])} y = {self.pick('b', '0', '1')};"]
        self.locals.append(f"int fuel = {self.random.randint(1, 5)};")
        self.parameters = parameters
        for shape in self.shapes:
            shape()
        self.favourites = self.random.sample(self.reads[8:], min(3, len(self.reads) - 8)) + ["x", "a"]
        # From a function that may be left the verdicts are about single visits.
        if self.chance(0.3):
            self.locals.append("maybe((int)a);")
        body = "".join(self.statement(2, False) for _ in range(self.random.randint(3, 6)))
        lines = "".join(f"    {line}\n" for line in self.locals)
        shown = ", ".join(f"{kind} *{n}" if kind in ("ints", "text") else f"{kind} {n}" for kind, n in self.parameters)
        shown = shown.replace("ints *", "int *").replace("text *", "char *")
        self.functions.append((name, [kind for kind, _ in self.parameters]))
        return f"int {name}({shown})\n{{\n{lines}{body}    return x + (int)y + fuel;\n}}\n"

    def text(self):
        bodies = [self.function(f"f{index}") for index in range(self.pick(1, 1, 2))]
        parts = ["#include <stdlib.h>\n#include <string.h>\n#include <stdio.h>\n#include <setjmp.h>\n#include <stdarg.h>\n"]
        if not self.whole:
            parts.append(EXTERNAL)
        parts += [f"{kind} {name};\n" for name, kind in self.globals.items()]
        if self.whole:
            parts.append(INTERNAL)
        parts += [f"{text}\n" for text in self.top] + bodies
        if self.whole:
            parts.append(self.main())
        return "".join(parts)

    def main(self):
        """Calls the functions with what is read from the standard input."""
        text = "int main(void)\n{\n    unsigned char in[40];\n    static int ints[12];\n    static char text[24];\n    unsigned sum = 0;\n"
        text += "    while (fread(in, 1, sizeof in, stdin) == sizeof in) {\n        memcpy(&g0, in, 4);\n        g1 = in[4];\n"
        text += "        memcpy(ints, in + 8, 24);\n        memcpy(text, in + 20, 16);\n"
        for index, (name, kinds) in enumerate(self.functions):
            arguments, at = [], 4 * index
            for kind in kinds:
                arguments.append({"ints": f"ints + (in[{at}] & 3)", "text": f"text + (in[{at}] & 7)"}.get(kind, f"({kind})in[{at + 20}]"))
                at += 1
            text += f"        sum += {name}({', '.join(arguments)});\n"
        return text + '    }\n    printf("%u\\n", sum);\n    return 0;\n}\n'

    # Shapes. Each is asked once per function.

    def shape_array(self):
        self.locals.append("int arr[6] = { 1, a, b, 4 };")
        self.reads += ["arr[x & 3]", "arr[1]", "arr[y & 3]", "arr[0]"]
        self.writes += ["arr[x & 3]", "arr[1]", "arr[a & 3]"]
        self.statements += [lambda: f"memset(arr, {self.pick(0, 1, 255)}, {self.pick(4, 8, 12, 'sizeof arr')});"]
        self.statements += [lambda: f"memmove(arr + {self.pick(0, 1)}, arr + {self.pick(1, 2)}, 8);"]

    def shape_matrix(self):
        self.locals.append("short m[2][3] = { { 0 }, { 1, 2 } };")
        self.reads += ["m[x & 1][y & 1]", "m[1][2]", "m[0][a & 1]"]
        self.writes += ["m[x & 1][y & 1]", "m[1][b & 1]", "m[0][1]"]

    def shape_pointers(self):
        """Local pointers that move among objects."""
        self.locals += ["int box[6] = { a, 2, b };", "int z = 1;", f"int *one = {self.pick('&x', '&z', 'box', '&g0')};"]
        self.locals += [f"int *two = {self.pick('box', 'box + 1')};", "int **three = &one;"]
        self.reads += ["*one", "*two", "two[1]", "**three", "two[a & 1]", "z", "box[2]"]
        self.writes += ["*one", "*two", "two[1]", "**three", "two[a & 1]", "z", "box[2]", "x"]
        targets = ["&x", "&z", "box", "&g0", "box + (x & 3)", "two", "two + 1"]
        self.statements += [lambda: f"one = {self.pick(*targets)};"] * 2
        self.statements += [lambda: f"two = box + ({self.e(1)} & 3);", lambda: f"three = {self.pick('&one', '&two')};"]
        self.conditions += [lambda: f"one {self.pick('==', '!=')} {self.pick('two', '&x', '&z', 'box + 1')}"]
        self.conditions += [lambda: f"two - box {self.pick('<', '>', '==')} {self.pick(0, 1, 2)}", lambda: "two > box"]

    def shape_arguments(self):
        """Pointers from the caller, which may overlap."""
        self.parameters += [("ints", "p"), ("ints", "q")]
        self.reads += ["*p", "p[1]", "*q", "q[x & 1]", "p[y & 3]"]
        self.writes += ["*p", "p[1]", "*q", "q[x & 1]", "p[y & 3]"]
        self.conditions += [lambda: f"p {self.pick('==', '!=')} q", lambda: f"p + 1 == q"]
        self.locals.append("int *const base = p;")
        self.statements += [lambda: self.pick("p = q;", "q = base + (x & 3);", "p = base;", "memmove(p, q, 8);", "memset(q, 0, 4);")]
        self.parameters += [("ints", "r")] if self.chance(0.3) else []

    def shape_text(self):
        """Strings and their functions."""
        self.parameters.append(("text", "s"))
        self.once('static const char word[] = "tamis";')
        self.reads += ["s[0]", "s[x & 3]", "word[y & 3]", "(unsigned char)s[1]", '"hello"[a & 3]']
        self.writes += ["s[x & 3]", "s[0]"]
        self.calls += [lambda: "(int)strlen(s)", lambda: "strcmp(s, word)", lambda: "memcmp(s, word, 3)", lambda: "abs(x)"]
        self.conditions += [lambda: "strchr(s, 'a') != 0", lambda: f"*s == {self.constant()}"]
        v = self.fresh("at")
        self.locals.append(f"int {v} = 0;")
        self.reads.append(v)
        self.statements += [lambda: f"for ({v} = 0; {v} < 8 && s[{v}]; {v}++) if (s[{v}] == {self.pick(97, 32, 0)}) x++;"]
        self.statements += [lambda: f"memcpy(s, word, {self.pick(2, 4)});"]

    def shape_union(self):
        self.once("union U { unsigned w; short h[2]; unsigned char c[4]; signed char sc; };")
        self.locals.append(f"union U u = {{ {self.pick('a', 'b', '3')} }};")
        self.reads += ["u.w", "u.h[0]", "u.c[1]", "u.h[x & 1]", "u.sc", "u.c[y & 3]"]
        self.writes += ["u.w", "u.h[1]", "u.c[3]", "u.h[x & 1]", "u.sc", "u.c[y & 3]"]

    def shape_bits(self):
        self.once("struct B { unsigned lo : 3; signed hi : 5; unsigned w : 9; _Bool k : 1; int wide : 17; unsigned char z : 4; };")
        self.locals.append("struct B bf = { 1, -1, 5, 0, 9, 2 };")
        for field in ["lo", "hi", "w", "k", "wide", "z"]:
            self.reads.append(f"bf.{field}")
            self.writes.append(f"bf.{field}")

    def shape_struct(self):
        """Structures by value, nested, copied."""
        self.once("struct In { short a, b; }; struct Out { struct In in; int t[2]; };")
        self.once(f"static struct In mk(int v) {{ struct In r = {{ v, {self.pick('v + 1', '3', '-v')} }}; return r; }}")
        self.once("static int total(struct Out o) { o.t[0] += o.in.a; return o.t[0] + o.in.b; }")
        self.locals += ["struct Out o = { { a, b }, { 1, 2 } }, o2 = o;", "struct Out *op = &o;"]
        self.reads += ["o.in.a", "o2.in.b", "op->t[0]", "o.t[x & 1]", "op->in.b"]
        self.writes += ["o.in.a", "o2.in.b", "op->t[0]", "o.t[x & 1]", "op->in.b"]
        whole = ["o2 = o;", "o = o2;", "o.in = mk(x);", "op = &o2;", "op = x > 3 ? &o : &o2;", "op->in = mk(y);"]
        whole += ["o2 = (struct Out){ { x, 2 }, { 1 } };", "memcpy(&o.in, &o2.in, sizeof o.in);", "*op = o2;"]
        self.statements += [lambda: self.random.choice(whole)] * 2
        self.calls += [lambda: "total(o)", lambda: "mk(y).b"]

    def shape_function_pointers(self):
        self.once(f"static int plus(int v, int w) {{ {self.pick('', 'g0 = v;', 'if (v > 9) g1++;')} return v + w; }}")
        self.once(f"static int less(int v, int w) {{ {self.pick('', 'maybe(v);', 'g1 = 3;')} return v - w; }}")
        self.once("static int (*const ops[2])(int, int) = { plus, less };")
        self.locals.append(f"int (*fp)(int, int) = {self.pick('plus', 'less')};")
        self.conditions += [lambda: "fp == plus"]
        self.calls += [lambda: f"fp({self.e(1)}, {self.e(0)})", lambda: f"ops[x & 1]({self.e(0)}, 2)"]
        self.statements += [lambda: f"fp = {self.pick('plus', 'less', 'x > 3 ? plus : less', 'ops[y & 1]')};"]

    def shape_external(self):
        """Functions that nobody knows, and that may not return."""
        self.locals.append("int lent = 5;")
        self.reads += ["lent"]
        self.writes += ["lent"]
        self.calls += [lambda: f"ext({self.e(1)})"]
        self.statements += [lambda: f"maybe({self.e(1)});", lambda: f"give(&{self.pick('lent', 'x', 'lent')}, {self.e(1)});"]
        self.statements += [lambda: f"ext({self.e(0)});"]

    def shape_callees(self):
        """Callees that write globals and through pointers, or do not return."""
        self.once("static int sg;")
        self.once("static long sh = 3;")
        tail = self.pick("return v + *w;", "return sg;", "return (v & 3) == 2;", "return 0;")
        first = self.pick("if (v > 5) { *w = v; return 1; }", "sg++;", "*w += 1;", "g0 = v; sg = 2;", "if (v == 3) maybe(v);")
        self.once(f"static int help(int v, int *w) {{ {first} {tail} }}")
        self.once(f"static void stop(int v) {{ if (v {self.pick('== 7', '> 100', '< 0')}) {self.pick('maybe(77)', 'exit(3)', 'abort()')}; sh{self.pick('++', ' = v', ' ^= 1')}; }}" if self.whole
                  else f"static void stop(int v) {{ if (v {self.pick('== 7', '> 100')}) maybe(v); sh{self.pick('++', ' = v', ' ^= 1')}; }}")
        self.once(f"static int get(void) {{ return sg {self.pick('+ 1', '& 3', '> 2')}; }}")
        self.locals.append("int w0 = 2;")
        self.reads += ["w0", "sg", "sh"]
        self.writes += ["w0", "sg", "sh"]
        self.calls += [lambda: f"help({self.e(1)}, &{self.pick('w0', 'x', 'g0', 'sg')})", lambda: "get()"]
        self.statements += [lambda: f"stop({self.e(1)});", lambda: f"help({self.e(0)}, &w0);"]

    def shape_recursion(self):
        self.once(f"static int down(int n) {{ if (n <= 0) return {self.pick('1', 'g0')}; {self.pick('', 'g0 += n;', 'g1--;')} return n * down(n - 1); }}")
        self.once("static int odd(unsigned n); static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }")
        self.once("static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }")
        self.calls += [lambda: f"down({self.e(1)} & 3)", lambda: f"even({self.e(0)} & 7)"]

    def shape_once(self):
        """Functions that are called from one place only."""
        for _ in range(2):
            name = self.fresh("once")
            inner = self.pick("v++;", "if (v > 2) g0 = v;", "for (int i = 0; i < 3; i++) v += i;", "while (v > 9) v /= 2;", "maybe(v);")
            self.once(f"{self.pick('static ', '') if self.whole else 'static '}int {name}(int v) {{ {inner} return v{self.pick(' > 3', '', ' & 1')}; }}")
            self.reads.append(f"r{name}")
            if self.chance(0.5):
                self.locals.append(f"int r{name} = {name}(x);")
                continue
            self.locals.append(f"int r{name} = 0;")
            call = [f"r{name} = {name}(x);"]
            self.statements.append(lambda call=call: call.pop() if call else f"{self.assignment()};")

    def shape_char_alias(self):
        """Objects looked at byte by byte."""
        self.locals += ["int obj = a;", "unsigned char *by = (unsigned char *)&obj;"]
        self.reads += ["obj", "by[x & 3]", "by[0]", "((signed char *)&obj)[1]", "((unsigned char *)&x)[1]"]
        self.writes += ["obj", "by[x & 3]", "by[0]", "((unsigned char *)&obj)[3]", "((unsigned char *)&x)[0]"]
        self.statements += [lambda: self.pick("memcpy(&obj, &x, 2);", "memcpy(by + 1, &y, 1);", "by = (unsigned char *)&x;", "by = (unsigned char *)&obj;")]

    def shape_reached(self):
        """Static objects that a pointer may reach, and others that none does."""
        self.once("static int pool[4]; static int hidden; static struct { int a; short b[2]; } rec;")
        self.once(f"int *gp = {self.pick('&pool[1]', '&rec.a', '&g0')};")
        self.pointers.add("gp")
        self.once("static void touch(int v) { hidden = v; pool[v & 3]++; }")
        self.reads += ["*gp", "pool[1]", "pool[x & 3]", "hidden", "rec.a", "rec.b[y & 1]"]
        self.writes += ["*gp", "pool[1]", "pool[x & 3]", "hidden", "rec.a", "rec.b[y & 1]"]
        self.statements += [lambda: f"gp = {self.pick('&pool[1]', '&rec.a', '&g0', 'pool + (x & 3)')};", lambda: f"touch({self.e(1)});"]
        self.conditions += [lambda: f"gp == {self.pick('pool', '&rec.a', '&g0')}"]

    def shape_tables(self):
        self.once("static const short tab[8] = { 5, -3, 0, 200, 7, 1, 1, -128 };")
        self.once("enum E { A, B = 2, C }; static const enum E kinds[4] = { A, B, C, B };")
        self.locals.append("enum E en = (enum E)(a & 3);")
        self.reads += ["tab[x & 7]", "tab[a & 3]", "kinds[y & 3]", "en"]
        self.writes += ["en"]
        self.conditions += [lambda: f"en == {self.pick('A', 'B', 'C')}", lambda: "tab[x & 7] > tab[y & 7]"]

    def shape_static(self):
        self.locals += ["static int st; st = b & 3;", "static unsigned char times;"]
        self.reads += ["st", "times"]
        self.writes += ["st", "times"]

    def shape_volatile(self):
        self.once("static volatile int vol; static volatile unsigned char port[2];")
        self.calls += [lambda: "vol", lambda: "port[x & 1]"]
        self.writes += ["vol", "port[1]"]
        self.statements += [lambda: f"vol = {self.e(1)};"]

    def shape_jumps(self):
        """setjmp and longjmp."""
        self.once("static jmp_buf env; static int armed;")
        self.once("static void leap(int v) { if (armed && (v & 3) == 1) { armed = 0; longjmp(env, 1 + (v & 1)); } }")
        self.once("static int leaps(int v) { int r = 1; if (v > 3) leap(v); r += v; if (r > 2) leap(r); return r; }")
        self.once("static int land(int v) { volatile int k = 0; if (setjmp(env)) k = 5; else { armed = 1; k = leaps(v); } armed = 0; return k; }")
        self.calls += [lambda: f"land({self.e(1)})", lambda: f"leaps({self.e(1)})"]
        self.statements += [lambda: f"leap({self.e(0)});"]

    def shape_vla(self):
        self.locals += ["int len = (a & 3) + 2;", "int vla[len];", "for (int k = 0; k < len; k++) vla[k] = k;"]
        self.reads += ["vla[0]", "vla[x & 1]", "len", "(int)(sizeof vla / sizeof *vla)"]
        self.writes += ["vla[0]", "vla[x & 1]", "vla[len - 1]"]

    def shape_literals(self):
        """Compound literals."""
        self.once("struct P { int x; signed char y; };")
        self.locals += ["struct P *lit = &(struct P){ a, b };", "int *nums = (int[]){ 3, a, 5, b };"]
        self.reads += ["lit->x", "lit->y", "nums[x & 3]", "nums[1]"]
        self.writes += ["lit->x", "lit->y", "nums[x & 3]", "nums[1]"]
        self.calls += [lambda: "((struct P){ x, y }).y"]
        self.statements += [lambda: f"*lit = (struct P){{ .y = {self.e(1)} }};"]

    def shape_floats(self):
        self.locals += ["double d = a;", "float fl = 0.5f;", "int small = 0;"]
        self.reads += ["small", "(d > 3)", "(fl == 0.5f)"]
        self.conditions += [lambda: f"d {self.pick('<', '>', '==', '!=')} {self.pick('fl', '0.0', '1e10', 'x', 'd')}"]
        self.conditions += [lambda: f"fl {self.pick('<', '>=', '!=')} {self.pick('d', '0.5f', 'y', 'fl')}"]
        arithmetic = ["d = x;", "d += fl;", "d = d * 2 - y;", "fl = y;", "fl = -fl;", "d = d / 0.0;", "fl = (float)d;", "d = x ? d : fl;", "fl++;"]
        self.statements += [lambda: self.random.choice(arithmetic)] * 2
        self.statements += [lambda: "small = d > -100 && d < 100 ? (int)d : 3;", lambda: "small = fl >= 0 && fl < 9 ? (unsigned char)fl : 1;"]

    def shape_wide(self):
        self.locals += ["__int128 big = b;", "unsigned long ul = a;", "long sl = b;"]
        self.reads += ["big", "ul", "sl", "(long)(big >> 3)", "(int)ul"]
        self.writes += ["big", "ul", "sl"]

    def shape_heap(self):
        self.locals += ["int *cell = malloc(2 * sizeof(int));", "if (!cell) return 0;", "cell[0] = a; cell[1] = 2;"]
        self.reads += ["cell[0]", "cell[1]"]
        self.writes += ["cell[0]", "cell[x & 1]"]
        self.statements += [lambda: "cell = realloc(cell, 8); if (!cell) return 1;", lambda: "x = cell[0] + cell[1];"]

    def shape_list(self):
        """A short chain of nodes."""
        self.once("struct N { struct N *next; int v; };")
        self.locals += ["struct N n2 = { 0, b }, n1 = { &n2, a }, *head = &n1, *at = head;"]
        self.reads += ["head->v", "n1.v", "n2.v", "at->v"]
        self.writes += ["head->v", "n1.v", "n2.v", "at->v"]
        self.conditions += [lambda: "at->next == 0", lambda: "at == head", lambda: "head->next && head->next->v > 2"]
        self.statements += [lambda: "if (at->next) at = at->next;", lambda: "at = head;", lambda: "head = &n2;", lambda: "head = &n1;"]
        self.statements += [lambda: "for (at = head; at->next; at = at->next) x += at->v;"]

    def shape_variadic(self):
        self.once("static int sum(int n, ...) { va_list l; int s = 0; va_start(l, n); while (n-- > 0) s += va_arg(l, int); va_end(l); return s; }")
        self.calls += [lambda: f"sum(2, (int)({self.e(1)}), x)", lambda: "sum(1, x)", lambda: "sum(0)"]

    def shape_computed(self):
        """Computed goto."""
        first, second = self.fresh("t"), self.fresh("t")
        self.locals.append(f"static void *const to[2] = {{ &&{first}, &&{second} }};")
        self.locals.append(f"goto *to[a & 1]; {first}: x++; {second}: y ^= 1;")

    def shape_sort(self):
        """A library function that calls back."""
        self.once(f"static int seen; static int cmp(const void *v, const void *w) {{ {self.pick('seen++;', 'seen = 1;', '')} int l = *(const int *)v, r = *(const int *)w; return (l > r) - (l < r); }}")
        self.locals.append("int keys[4] = { a, 3, b, -1 };")
        self.reads += ["keys[0]", "keys[x & 3]", "seen"]
        self.writes += ["keys[1]", "seen"]
        self.statements += [lambda: "qsort(keys, 4, sizeof *keys, cmp);", lambda: "seen = 0;"]

    def shape_atomics(self):
        self.once("static _Atomic int at0; static int plain;")
        self.calls += [lambda: "at0", lambda: "__atomic_fetch_add(&plain, 1, 5)", lambda: "__sync_bool_compare_and_swap(&plain, 0, 3)"]
        self.reads += ["plain"]
        self.writes += ["plain", "at0"]

    def shape_builtins(self):
        self.calls += [lambda: f"__builtin_popcount({self.e(1)})", lambda: f"__builtin_clz(({self.e(1)}) | 1)", lambda: f"__builtin_ctz(({self.e(0)}) | 8)"]
        self.calls += [lambda: f"__builtin_bswap32({self.e(1)})", lambda: f"__builtin_expect({self.c(0)}, 1)"]
        self.locals.append("int over = 0;")
        self.reads.append("over")
        self.writes.append("over")
        self.calls += [lambda: f"__builtin_add_overflow({self.e(0)}, x, &over)", lambda: f"__builtin_mul_overflow({self.e(0)}, (long)y, &over)"]
