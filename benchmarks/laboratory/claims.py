"""What a run of `tamis clean` claims, in the form that observe.c checks.

A relation is proved for the activations of one function, visit by visit; chains of relations lead through other labels. So a
claim `x covers l` holds
  - in each activation of the function that has all labels on all chains from x to l; if several functions
    have them, in each activation of the one that calls the others, its callees counted in;
  - in each visit, if all those labels are in one group of one function: such labels are visited in turn.
"""

import csv
import json
import re
from collections import defaultdict
from dataclasses import dataclass

KINDS = {"i": "infeasible", "d": "duplicate", "p": "duplicate of two", "s": "subsumed", "g": "group"}
LEVELS = {"r": "run", "a": "activation", "g": "activation", "v": "visit"}


@dataclass
class Claim:
    kind: str
    label: int
    x: int
    y: int
    owner: int
    span: int

    def line(self):
        return f"{self.kind} {self.label} {self.x} {self.y} {self.owner} {self.span}"


class Verdicts:
    """The files of one output directory."""

    def __init__(self, out):
        self.labels = {int(row["id"]): row for row in rows(out / "labels.csv")}
        self.status = {int(row["id"]): row for row in rows(out / "status.csv")}
        names = sorted({row["function"] for row in self.labels.values()})
        self.functions = {name: index + 1 for index, name in enumerate(names)}
        self.relation = Relation(json.loads((out / "subsumption.json").read_text()))

    def by(self, label):
        return [int(other) for other in self.status[label]["by"].split()]

    def claims(self, callers):
        found = [claim for label in self.status for claim in self.of(label, callers)]
        groups = defaultdict(list)
        for label, row in self.labels.items():
            groups[row["group"]].append(label)
        for first, *others in groups.values():
            for other in others:
                owner, span = self.place({first, other}, callers)
                found.append(Claim("g", other, first, first, owner, min(span, 1)))
        return sorted(found, key=lambda claim: claim.owner)

    def of(self, label, callers):
        by = self.by(label)
        match self.status[label]["status"]:
            case "infeasible":
                yield Claim("i", label, 0, 0, 0, 0)
            case "duplicate" if len(by) == 1:
                yield Claim("d", label, by[0], by[0], *self.place(self.relation.members(label), callers))
            case "duplicate":
                on_the_way = set().union(*(self.relation.between(x, label) for x in by))
                owner, span = self.place(on_the_way, callers)
                yield Claim("p", label, by[0], by[1], owner, min(span, 1))
            case "subsumed":
                for x in by:
                    yield Claim("s", label, x, x, *self.place(self.relation.between(x, label), callers))

    def place(self, labels, callers):
        """In whose activations the labels belong together, and how closely."""
        functions = {self.labels[label]["function"] for label in labels}
        if len(functions) == 1:
            groups = {self.labels[label]["group"] for label in labels}
            return self.functions[functions.pop()], 2 if len(groups) == 1 else 1
        chains = [chain(function, callers) for function in functions]
        shared = [name for name in chains[0] if all(name in other for other in chains)]
        return (self.functions.get(shared[0], 0) if shared else 0), 0

    def text(self, claims):
        lines = [f"labels {max(self.labels, default=0) + 1}", f"functions {len(self.functions)}"]
        lines += [f"label {label} {self.functions[row['function']]}" for label, row in self.labels.items()]
        return "\n".join(lines + [claim.line() for claim in claims]) + "\n"

    def shown(self, label):
        row = self.labels[label]
        return f"{label} ({row['criterion']}, line {row['line']}, {row['function']}) {row['predicate']}"


class Relation:
    """The classes of labels that the same tests cover, and the implications between them."""

    def __init__(self, data):
        self.classes = {}
        for members in data["duplicates"]:
            self.classes.update({label: members for label in members})
        self.above, self.below = defaultdict(set), defaultdict(set)
        for a, b in data["implications"]:
            self.below[self.first(a)].add(self.first(b))
            self.above[self.first(b)].add(self.first(a))

    def members(self, label):
        return set(self.classes.get(label, [label]))

    def first(self, label):
        return min(self.members(label))

    def between(self, x, label):
        """All labels on chains of implications from x to the label."""
        classes = closure(self.first(x), self.below) & closure(self.first(label), self.above)
        return {x, label}.union(*(self.members(first) for first in classes))


def closure(start, edges):
    reached, open_ = {start}, [start]
    while open_:
        new = edges[open_.pop()] - reached
        reached |= new
        open_ += new
    return reached


def chain(function, callers):
    """The function, the one that calls it if only one does, and so on. Of two that call each other neither is around the other."""
    names = [function]
    while len(callers[names[-1]]) == 1:
        [caller] = callers[names[-1]]
        if names[-1] in around(caller, callers):
            break
        names.append(caller)
    return names


def around(function, callers):
    """The function and all that lead to it by one caller each."""
    names = {function}
    while len(callers[function]) == 1 and not callers[function] <= names:
        [function] = callers[function]
        names.add(function)
    return names


def callers_of(files):
    """Who calls whom, from what `gcc -fcallgraph-info` wrote for each unit."""
    callers = defaultdict(set)
    for file in files:
        for source, target in re.findall(r'sourcename: "([^"]*)" targetname: "([^"]*)"', file.read_text()):
            callers[plain(target)].add(plain(source))
    return callers


def plain(name):
    """A function's name without its unit and without what gcc adds to a copy of it."""
    return name.split(":")[-1].split(".")[0]


def rows(file):
    with open(file, newline="") as text:
        return list(csv.DictReader(text))
