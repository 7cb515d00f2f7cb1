"""The kinds of programs: how each is made, cleaned, compiled and fed.

A [`Case`] has the C text and, if functions are called directly, the text of a driver; without one the program has a `main`
of its own, which reads `stdin`.
"""

import random
import re
from dataclasses import dataclass, field
from pathlib import Path

from laboratory.generate import Program
from shared import run

HERE = Path(__file__).resolve().parent
SMALL = "--max-funcs 4 --max-block-size 3 --max-block-depth 3 --max-expr-complexity 4 --max-array-len-per-dim 4 --max-pointer-depth 2 --concise".split()
# Csmith's functions rely on what their callers pass unless there are only numbers.
NUMBERS = "--no-pointers --no-arrays --no-structs --no-unions --no-volatiles".split()
CSMITH_FLAGS = ["-I/usr/include/csmith"]
CSMITH_FUNCTIONS = ["--functions", "func_*,main"]


@dataclass
class Case:
    text: str
    driver: str | None = None
    stdin: bytes = b""
    options: list = field(default_factory=list)
    flags: list = field(default_factory=list)


def called(seed, calls):
    """Our functions, called with random arguments and globals; unknown functions do anything."""
    program = Program(seed)
    return Case(program.text(), driver(seed, calls, program.functions, program.globals, program.pointers), options=["--library"])


def whole(seed, calls):
    """A whole program of ours, fed with random bytes."""
    source = random.Random(seed)
    pieces = [bytes(source.choice([source.randrange(256), source.randrange(8), 255, 127]) for _ in range(40)) for _ in range(calls // 4)]
    return Case(Program(seed, whole=True).text(), stdin=b"".join(pieces))


def csmith(seed, calls):
    """A program of Csmith's, run once."""
    made = run(["csmith", "--seed", seed, *SMALL], limit=20)
    return Case(made.stdout.decode(), options=CSMITH_FUNCTIONS, flags=CSMITH_FLAGS) if made.status == 0 else None


def csmith_called(seed, calls):
    """Csmith's functions over numbers, called with random arguments and globals."""
    made = run(["csmith", "--seed", seed, *SMALL, *NUMBERS, "--nomain"], limit=20)
    if made.status != 0:
        return None
    text = re.sub(r"^static (?=.*\b(?:func|g)_\d+\b)", "", made.stdout.decode(), flags=re.M)
    text = re.sub(r"^inline (?=.*\bfunc_\d+\b)", "", text, flags=re.M)
    number = r"u?int(?:8|16|32|64)_t"
    functions = []
    for result, name, parameters in re.findall(rf"^({number}|const {number})\s+(func_\d+)\((.*)\);", text, flags=re.M):
        kinds = re.findall(number, parameters)
        if "void" in parameters or len(kinds) == parameters.count(",") + 1:
            functions.append((name, kinds))
    variables = {name: kind for kind, name in re.findall(rf"^({number}) (g_\d+) =", text, flags=re.M)}
    if not functions:
        return None
    return Case(text, driver(seed, calls // 4, functions, variables), options=["--library", *CSMITH_FUNCTIONS], flags=CSMITH_FLAGS)


KINDS = {"called": called, "whole": whole, "csmith": csmith, "csmith-called": csmith_called}


def driver(seed, calls, functions, variables, pointers=()):
    lines = ["#include <stdint.h>", f"#define SEED {seed}ul", f"#define CALLS {calls}", f"#define FUNCTIONS {len(functions)}"]
    lines += [f'#include "{HERE}/drive.c"']
    lines += [f"extern {kind} {name};" for name, kind in variables.items()]
    lines += [f"extern int *{name};" for name in sorted(pointers)]
    for name, kinds in functions:
        shown = {"ints": "int *", "text": "char *"}
        lines.append(f"extern int {name}({', '.join(shown.get(kind, kind) for kind in kinds) or 'void'});")
    lines.append("static void disturb(void)\n{")
    for name, kind in variables.items():
        lines.append(f"    if (draw() % 2) {name} = ({kind})value();")
    lines += [f"    if (draw() % 2) *{name} = (int)value();" for name in sorted(pointers)]
    lines.append("}\nstatic void call(unsigned which)\n{\n    switch (which) {")
    for index, (name, kinds) in enumerate(functions):
        made = {"ints": "ints + draw() % 5", "text": "text + draw() % 8"}
        arguments = ", ".join(made.get(kind, f"({kind})value()") for kind in kinds)
        lines.append(f"    case {index}: {name}({arguments}); break;")
    return "\n".join(lines) + "\n    }\n}\n"
