"""Small random C programs without undefined behaviour, in the shapes that Csmith lacks.

A program is made of *features* (`features/`): each brings declarations, what may be read and written, and statements. Two or three
are drawn per program, so that programs stay small. What keeps undefined behaviour out:
  - shift counts and indices are masked, divisors are positive, integer overflow wraps (-fwrapv). A divisor is no sum: with -fwrapv
    gcc makes a + b / (-1 - c) of a - b / (c + 1), which traps for the least b and c = 0;
  - an expression has no effects, except that a statement or a condition may have one assignment or one call;
  - pointers point into objects that live at least as long as they; `*one` is one int, `two[0]` and `two[1]` are ints;
  - loops count, or burn `fuel`; recursion goes down to zero.
Goes out: the text, other units, flags and options, and for the driver the functions with their parameters and the globals with their types.
"""

import random
import re

from laboratory.features import FEATURES

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
    def __init__(self, seed, whole=False, only=None):
        self.random = random.Random(seed * 2654435761 + whole)
        self.whole = whole
        self.top = []  # declarations of the file
        self.pointers = set()  # globals that always point to an int
        self.globals = {"g0": "int", "g1": "unsigned char"}
        self.functions = []  # (name, parameter types): what a driver calls
        self.count = 0
        self.depth = 0
        self.made = set()
        self.first = []  # before the system headers
        self.units = {}  # further units: file name, text
        self.headers = {}  # files that flags include
        self.flags = []  # for tamis and the compilers
        self.compilers = ["gcc", "clang"]  # those that know the flags
        self.sanitizers = "undefined,address,float-cast-overflow"
        self.signature = []  # expressions whose values the program tells when it starts
        self.spelling = None  # a feature may spell statements in another way
        self.old_style = False  # functions are defined as before C89, by flags that allow it
        among = sorted(only or FEATURES)
        self.features = self.random.sample(among, min(len(among), self.random.choice([1, 2, 2, 3])))

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
            return f"{i}if ({self.c(1)}) {self.returning(self.e(1))}\n"
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
            up = f"{kind_of} {v} = {start}; {v} < {bound}{more}; {v}++"
            down = f"int {v} = {bound}; {v} > 0{more}; {v}{self.pick('--', ' -= 2', ' /= 2')}"
            head = self.pick(up, up, down)
            if self.old_style:  # C89 has no declarations in the head
                self.locals.append(f"int {v};")
                head = head[head.index(v) :]
            head = f"for ({head})"
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
            self.locals.append(f"int {v}, {w};")
            head = f"{i}for ({v} = 0; {v} < 3; {v}++)\n{i}for ({w} = {v}; {w} < {self.pick('3', '(b & 3)')}; {w}++) {{\n"
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
        for drawn in self.features:
            FEATURES[drawn](self)
        self.favourites = self.random.sample(self.reads[8:], min(3, len(self.reads) - 8)) + ["x", "a"]
        # From a function that may be left the verdicts are about single visits.
        if self.chance(0.3):
            self.locals.append("maybe((int)a);")
        body = "".join(self.statement(2, False) for _ in range(self.pick(2, 3, 3, 4, 5)))
        lines = "".join(f"    {line}\n" for line in self.locals)
        self.functions.append((name, [kind for kind, _ in self.parameters]))
        end = self.returning("x + (int)y + fuel")
        return f"{self.head(name)}\n{{\n{lines}{body}    {end}\n}}\n"

    def head(self, name):
        shown = [f"{kind} *{n}" if kind in ("ints", "text") else f"{kind} {n}" for kind, n in self.parameters]
        shown = [text.replace("ints *", "int *").replace("text *", "char *") for text in shown]
        if not self.old_style:
            return f"int {name}({', '.join(shown)})"
        return f"{self.pick('', 'int ')}{name}({', '.join(n for _, n in self.parameters)}) " + " ".join(f"{text};" for text in shown)

    def returning(self, value):
        return self.spelling(value) if self.spelling else f"return {value};"

    def text(self):
        bodies = [self.function(f"f{index}") for index in range(self.pick(1, 1, 2))]
        parts = [f"{text}\n" for text in self.first]
        parts += ["#include <stdlib.h>\n#include <string.h>\n#include <stdio.h>\n#include <setjmp.h>\n#include <stdarg.h>\n#include <stddef.h>\n"]
        if not self.whole:
            parts.append(EXTERNAL)
        parts += [f"{kind} {name};\n" for name, kind in self.globals.items()]
        if self.whole:
            parts.append(INTERNAL)
        parts += [f"{text}\n" for text in self.top] + bodies
        if self.signature:
            parts.append(self.telling())
        if self.whole:
            parts.append(self.main())
        return "".join(parts)

    def telling(self):
        """Runs before the rest and is no activation for the observer."""
        sum_ = "".join(f" s = s * 31 + ({text});" for text in self.signature)
        head = "extern long write(int, const void *, unsigned long);\n__attribute__((constructor, no_instrument_function)) static void telling(void)\n"
        return head + f'{{\n    char t[40];\n    long s = 0;{sum_}\n    write(1, t, sprintf(t, "signature %ld\\n", s));\n}}\n'

    def main(self):
        """Calls the functions with what is read from the standard input."""
        text = "int main(void)\n{\n    unsigned char in[40];\n    static int ints[12];\n    static char text[24];\n    unsigned sum = 0;\n"
        text += "    for (;;) {\n        unsigned n = 0;\n        int c;\n        for (; n < sizeof in && (c = getchar()) != EOF; n++)\n            in[n] = c;\n"
        text += "        if (n < sizeof in)\n            break;\n        memcpy(&g0, in, 4);\n        g1 = in[4];\n"
        text += "        memcpy(ints, in + 8, 24);\n        memcpy(text, in + 20, 16);\n"
        for index, (name, kinds) in enumerate(self.functions):
            arguments, at = [], 4 * index
            for kind in kinds:
                arguments.append({"ints": f"ints + (in[{at}] & 3)", "text": f"text + (in[{at}] & 7)"}.get(kind, f"({kind})in[{at + 20}]"))
                at += 1
            text += f"        sum += {name}({', '.join(arguments)});\n"
        return text + '    }\n    printf("%u\\n", sum);\n    return 0;\n}\n'
