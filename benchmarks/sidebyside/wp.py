"""Frama-C's plug-in WP on the questions of an annotated text.

A label is a call of a function whose contract has `check requires c == 0`: a check is not assumed after it, and the condition stays
C, with the meaning that Frama-C gives to C. `-no-warn-signed-overflow` makes signed integers wrap there, as they do for tamis.
"""

import os
import re
import subprocess

import text
from shared import WORK, cc, fail, first_line, run, say

# Of FACTS: cvc4 within a second decides most per second; the four -wp-no-… take less time than they save.
OPTIONS = ["-machdep", "gcc_x86_64", "-no-warn-signed-overflow", "-wp", "-wp-cache", "none", "-wp-par", "1"]
FAST = ["-wp-prover", "cvc4", "-wp-timeout", "1", "-wp-no-simpl", "-wp-no-let", "-wp-no-pruning", "-wp-no-clean"]
PLAIN = ["-wp-prover", "cvc4"]
GOAL = re.compile(r"Goal typed_\w+?_call_tamis_(label_(\d+)|pair_(\d+)_(\d+))_check_requires\w* : (\w+)")
PACKAGES = {"frama-c": "frama-c-base", "why3": "why3", "cvc4": "cvc4", "z3": "z3"}


def prepare():
    """Installs what is missing and lets why3 find the provers; gives back the lines about versions."""
    missing = [package for program, package in PACKAGES.items() if first_line(["which", program]) == "not found"]
    if missing:
        say(f"peers: installing {' '.join(missing)}")
        root = [] if os.geteuid() == 0 else ["sudo"]
        subprocess.run([*root, "apt-get", "update", "-qq"], check=True)
        command = [*root, "apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing]
        subprocess.run(command, check=True, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"})
    config = WORK / "peers" / "why3.conf"
    config.parent.mkdir(parents=True, exist_ok=True)
    os.environ["WHY3CONFIG"] = str(config)
    found = run(["why3", "config", "detect"])
    if found.status != 0:
        fail(f"why3 config detect: {found.stderr.decode(errors='replace')}")
    cvc4 = first_line(["cvc4", "--version"]).removeprefix("This is ")
    return [f"- Frama-C {first_line(['frama-c', '-version'])}, {first_line(['why3', '--version'])}, {cvc4}, {first_line(['z3', '--version'])}"]


def ask(item, asked, name, options, limit):
    """Asks WP; gives back each question's answer (a question without goal has none) and the run."""
    path = item.work / f"{name}.c"
    path.write_text(text.questions(item.text, item.found, asked, _label, _pair))
    preprocessed = item.work / f"{name}.i"
    preprocessed.write_text(_contracts(asked) + text.preprocess(path, cc()))
    functions = ",".join(sorted({item.rows[i].function for i in _ids(asked)}))
    done = run(["frama-c", *OPTIONS, *options, "-wp-fct", functions, preprocessed], limit=limit)
    log = done.stdout.decode(errors="replace")
    (item.work / f"{name}.log").write_text(log)
    if "goals scheduled" not in log and "goal scheduled" not in log:
        fail(f"{item.name}: Frama-C made no goals; see {item.work / name}.log")
    return _answers(log), done


def _ids(asked):
    return [i for question in asked for i in (question if isinstance(question, tuple) else (question,))]


def _label(number, condition):
    return f"tamis_label_{number}({condition})"


def _pair(a, b, value_a, value_b):
    return f"tamis_pair_{a}_{b}({value_a}, {value_b})"


def _contracts(asked):
    """The functions that are called; a ⇒ b fails where a was true and b false, and says nothing where one was not reached."""
    lines = []
    for question in asked:
        if isinstance(question, tuple):
            clause, name = "!(a == 1 && b == 0)", "tamis_pair_{}_{}(int a, int b)".format(*question)
        else:
            clause, name = "c == 0", f"tamis_label_{question}(int c)"
        lines.append(f"/*@ check requires {clause}; assigns \\nothing; */ void {name};\n")
    return "".join(lines)


def _answers(log):
    """A question that has several goals is proved when all are: Frama-C doubles code that it normalises."""
    answers = {}
    for _, label, a, b, word in GOAL.findall(log):
        question = int(label) if label else (int(a), int(b))
        answers[question] = word if answers.get(question, "Valid") == "Valid" else answers[question]
    return answers
