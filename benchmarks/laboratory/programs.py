"""The kinds of programs: how each is made, cleaned, compiled and fed.

A [`Case`] has the C text of its units and, if functions are called directly, the text of a driver; without one the program has a
`main` of its own, which reads each of `inputs` in a run of its own.
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
# A program that ends is fed again.
RUNS = 6
# Criteria that are asked together, often all of them.
CRITERIA = ["all"] * 6 + ["cc,mcc,gacc,wm", "stmt,bbc", "stmt,bbc,cc", "stmt,fc,bbc,cc,dc", "wm,cc", "idp,bbc,wm"]


@dataclass
class Case:
    units: dict
    driver: str | None = None
    inputs: list = field(default_factory=lambda: [b""])
    options: list = field(default_factory=list)
    flags: list = field(default_factory=list)
    headers: dict = field(default_factory=dict)
    compilers: list = field(default_factory=lambda: ["gcc", "clang"])
    sanitizers: str = "undefined,address,float-cast-overflow"
    features: list = field(default_factory=list)
    signed: bool = False  # tells at its start what depends on flags


def ours(seed, whole, only):
    """A program of ours, as a case without driver and inputs."""
    program = Program(seed, whole, only)
    units = {"program.c": program.text(), **program.units}
    case = Case(units, flags=program.flags, headers=program.headers, compilers=program.compilers, sanitizers=program.sanitizers, features=program.features, signed=bool(program.signature))
    drawn = random.Random(seed)
    case.options = ["--criteria", drawn.choice(CRITERIA), *(["--across-criteria"] if drawn.random() < 0.5 else [])]
    return program, case


def called(seed, calls, only=None):
    """Our functions, called with random arguments and globals; unknown functions do anything."""
    program, case = ours(seed, False, only)
    old = {name for name, _ in program.functions} if program.old_style else set()
    case.driver = driver(seed, calls, program.functions, program.globals, program.pointers, old, "spins" in program.features)
    case.options.append("--library")
    return case


def whole(seed, calls, only=None):
    """A whole program of ours, fed with random bytes."""
    _, case = ours(seed, True, only)
    source = random.Random(seed)
    piece = lambda: bytes(source.choice([source.randrange(256), source.randrange(8), 255, 127]) for _ in range(40))
    case.inputs = [b"".join(piece() for _ in range(calls // 4 // RUNS)) for _ in range(RUNS)]
    return case


def csmith(seed, calls, only=None):
    """A program of Csmith's, run once."""
    made = run(["csmith", "--seed", seed, *SMALL], limit=20)
    if made.status != 0:
        return None
    return Case({"program.c": made.stdout.decode()}, options=["--criteria", "all", *CSMITH_FUNCTIONS], flags=CSMITH_FLAGS)


def csmith_called(seed, calls, only=None):
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
    options = ["--criteria", "all", "--library", *CSMITH_FUNCTIONS]
    return Case({"program.c": text}, driver(seed, calls // 4, functions, variables), options=options, flags=CSMITH_FLAGS)


KINDS = {"called": called, "whole": whole, "csmith": csmith, "csmith-called": csmith_called}


def driver(seed, calls, functions, variables, pointers=(), old=(), spins=False):
    lines = ["#include <stdint.h>", f"#define SEED {seed}ul", f"#define CALLS {calls}", f"#define FUNCTIONS {len(functions)}", f"#define SPINS {int(spins)}"]
    lines += [f'#include "{HERE}/drive.c"']
    lines += [f"extern {kind} {name};" for name, kind in variables.items()]
    lines += [f"extern int *{name};" for name in sorted(pointers)]
    for name, kinds in functions:
        shown = {"ints": "int *", "text": "char *"}
        parameters = ", ".join(shown.get(kind, kind) for kind in kinds) or "void"
        lines.append(f"extern int {name}({'' if name in old else parameters});")
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
