"""What a set of proofs says of labels: the relation, and which labels need no test.

Comes in: an output directory of tamis, or the bare proofs of a peer. Knows nothing of who proved them.
"""

import csv
import json
from collections import defaultdict
from dataclasses import dataclass


@dataclass
class Verdicts:
    infeasible: set
    removed: set
    after: dict

    def implies(self, a, b):
        """Whether it is proved that each test that covers a covers b."""
        return a in self.infeasible or b in self.after.get(a, ())


def verdicts(directory):
    """The verdicts of a run of tamis."""
    infeasible, gone = set(), set()
    with open(directory / "status.csv", newline="") as file:
        for row in csv.DictReader(file):
            if row["status"] == "infeasible":
                infeasible.add(int(row["id"]))
            if row["status"] not in ("unknown", "covered"):
                gone.add(int(row["id"]))
    relation = json.loads((directory / "subsumption.json").read_text())
    edges = {(a, b) for a, b in relation["implications"]}
    for ids in relation["duplicates"]:
        edges |= {(a, b) for a in ids for b in ids if a != b}
    return Verdicts(infeasible, gone, closure(edges))


def closure(edges):
    """For each label those that it implies, directly or through others."""
    direct = defaultdict(set)
    for a, b in edges:
        direct[a].add(b)
    after = {}
    for start in list(direct):
        seen, open_ = set(), [start]
        while open_:
            new = direct.get(open_.pop(), set()) - seen
            seen |= new
            open_ += new
        after[start] = seen
    return after


def removed(labels, infeasible, edges):
    """The labels that need no test: infeasible ones, those that a label outside their class implies, and of each class all but one."""
    after = closure({(a, b) for a, b in edges if a not in infeasible and b not in infeasible})
    gone = set(infeasible)
    for b in sorted(labels - infeasible):
        for a, implied in after.items():
            if a != b and b in implied:
                same = a in after.get(b, ())
                if not same or a < b:
                    gone.add(b)
    return gone


def missed(ours, labels, infeasible, edges):
    """Labels that the peer's proofs remove and ours keep, each with the proof that does it: None for an infeasible one, or who implies it."""
    after = closure({(a, b) for a, b in edges if a not in infeasible and b not in infeasible})
    found = {}
    for b in sorted(labels - ours.removed):
        if b in infeasible:
            found[b] = None
            continue
        for a, implied in sorted(after.items()):
            same = a in after.get(b, ())
            # Of two that imply each other one stays, so it must be the one that we keep as well.
            if a != b and b in implied and (not same or (a not in ours.removed and a < b)):
                found[b] = a
                break
    return found
