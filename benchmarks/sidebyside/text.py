"""The annotated text of tamis as the peers read it: each pc_label becomes a question of theirs.

Comes in: annotated C and the label table. Goes out: C in which a label, or a pair of labels, is a call that must not fail.
Knows nothing of how a peer is run or what its answers mean.

A pair is asked where the later label stands: an `int` at the start of the function keeps what the earlier one was, 2 before
it is reached. Labels of a group are always reached together, so this is what "whatever covers a covers b" means there.
"""

import csv
import re
import subprocess
from collections import defaultdict
from dataclasses import dataclass

# What gcc's headers have and Frama-C 25 does not know; the labels do not depend on it.
DIALECT = [
    "-D_Float32=float",
    "-D_Float64=double",
    "-D_Float32x=double",
    "-D_Float64x=long double",
    "-D_Float128=long double",
]
TOKEN = re.compile(r'^[ \t]*#[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|[A-Za-z_]\w*|[(){},;]', re.MULTILINE)


@dataclass
class Label:
    """A use of pc_label: bytes `start` to `end` of the text, and where the body of its function begins.

    `late`: in the last part of `for (…; …; …)`, which stands before the body and runs after it."""

    id: int
    start: int
    end: int
    condition: str
    body: int
    late: bool


def labels(text):
    """The labels of an annotated text, in the order in which they stand there."""
    found = []
    depth = body = parentheses = 0
    # Of each `for` whose parenthesis is open: how deep it is, and how many semicolons were seen there.
    heads = []
    tokens = list(TOKEN.finditer(text))
    at = 0
    while at < len(tokens):
        word = tokens[at].group()
        if word == "{":
            depth += 1
            if depth == 1:
                body = tokens[at].end()
        elif word == "}":
            depth -= 1
        elif word == "(":
            parentheses += 1
            if tokens[at - 1].group() == "for":
                heads.append([parentheses, 0])
        elif word == ")":
            if heads and heads[-1][0] == parentheses:
                heads.pop()
            parentheses -= 1
        elif word == ";" and heads and heads[-1][0] == parentheses:
            heads[-1][1] += 1
        elif word == "pc_label" and depth:
            at = _arguments(text, tokens, at, body, found, any(count == 2 for _, count in heads))
        at += 1
    return found


def _arguments(text, tokens, at, body, found, late):
    """Reads one pc_label(condition, id, "TAG"); gives back the index of its closing parenthesis."""
    start, depth, cuts = tokens[at].start(), 0, []
    for last in range(at + 1, len(tokens)):
        word = tokens[last].group()
        depth += (word in "({") - (word in ")}")
        if word == "," and depth == 1:
            cuts.append(tokens[last].start())
        if depth == 0:
            break
    begin, end = tokens[at + 1].end(), tokens[last].end()
    condition = text[begin : cuts[0]].strip()
    number = int(text[cuts[0] + 1 : cuts[1]])
    found.append(Label(number, start, end, condition, body, late))
    return last


@dataclass
class Row:
    """A line of labels.csv."""

    id: int
    criterion: str
    function: str
    group: int
    line: int
    predicate: str


def table(directory):
    with open(directory / "labels.csv", newline="") as file:
        rows = csv.DictReader(file)
        return {
            int(r["id"]): Row(int(r["id"]), r["criterion"], r["function"], int(r["group"] or 0), int(r["line"]), r["predicate"])
            for r in rows
        }


def pairs(found, rows, without=()):
    """Ordered pairs (earlier, later) of labels that are always reached together, by criterion; each stands for two implications."""
    groups = defaultdict(list)
    for label in found:
        row = rows[label.id]
        if label.id not in without and row.group and not label.late:
            groups[row.function, row.criterion, row.group].append(label.id)
    return [(a, b) for ids in groups.values() for place, b in enumerate(ids) for a in ids[:place]]


def rewrite(text, found, use, locals_of=lambda body: ""):
    """The text with `use(label)` in place of each label, and `locals_of(body)` at the start of each function that has labels."""
    edits = [(label.start, label.end, use(label)) for label in found]
    edits += [(body, body, locals_of(body)) for body in {label.body for label in found}]
    parts, last = [], 0
    for start, end, new in sorted(edits):
        parts += [text[last:start], new]
        last = end
    return "".join([*parts, text[last:]])


def questions(text, found, asked, label_call, pair_call):
    """The text with the labels in `asked` that are numbers, and the implications that are pairs (a, b): a ⇒ b."""
    order = {label.id: place for place, label in enumerate(found)}
    single = {question for question in asked if isinstance(question, int)}
    at = defaultdict(list)
    for a, b in (question for question in asked if isinstance(question, tuple)):
        at[max(a, b, key=order.get)].append((a, b))
    kept = {end for ends in at.values() for pair in ends for end in pair}

    def use(label):
        calls = [label_call(label.id, f"({label.condition}) != 0")] if label.id in single else []
        if label.id in kept:
            calls.append(f"tamis_v{label.id} = ({label.condition}) != 0")
        calls += [pair_call(a, b, f"tamis_v{a}", f"tamis_v{b}") for a, b in at[label.id]]
        return f"((void)0, {', '.join(calls)})" if calls else "((void)0)"

    def locals_of(body):
        names = [f"tamis_v{label.id} = 2" for label in found if label.body == body and label.id in kept]
        return f" int {', '.join(names)};" if names else ""

    return rewrite(text, found, use, locals_of)


def preprocess(path, compiler):
    """What the compiler makes of a text that has no macros but those of DIALECT; line markers stay."""
    command = [compiler, "-E", "-x", "c", *DIALECT, str(path)]
    return subprocess.run(command, check=True, capture_output=True, text=True, errors="replace").stdout
