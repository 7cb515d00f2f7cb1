"""Faults at system calls, for `benchmarks/chaos`: a command of tamis runs under strace, which lets one call fail, or all from one on, or
kills the process there. Each trial begins with the same tree:

    project/            the user's: sources, tests, a measurement, old files, links
    project/out         results of an earlier version of the program, and out.old those before
    project/proofs      a cache
    project/report.json, corrected.info   what earlier commands wrote

and afterwards: what is the user's is as it was; the results of before are in out or out.old, unharmed; out is either them or the new ones; a
file that is written is the one before or the new one; a command that ends with 0 has done its work; it is no internal error; and the same command,
undisturbed, does what it does on the untouched tree.
"""

import collections
import hashlib
import json
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from shared import fail, tamis

BEFORE = "int f(int x) {\n  if (x > 3) return 7;\n  x = 2;\n  if (x > 3 && x < 9) return 8;\n  return 0;\n}\n"
AFTER = BEFORE.replace("  x = 2", "  if (x == 2) x++;\n  x = 2")
MAIN = "#include <stdlib.h>\nint f(int);\nint main(int n, char **v) {\n  if (n > 1) return f(atoi(v[1]));\n  return 0;\n}\n"
MEASURED = "SF:f.c\nBRDA:2,0,0,1\nBRDA:2,0,1,1\nBRDA:4,0,0,0\nBRDA:4,0,1,1\nBRDA:4,0,2,0\nBRDA:4,0,3,0\nend_of_record\n"
PREVIOUS = "what was there before\n"
CLEAN = ["clean", "f.c", "main.c", "-o", "out", "--jobs", "2"]
COMMANDS = {
    "clean": CLEAN,
    "clean --cache": [*CLEAN, "--cache", "proofs"],
    "clean --no-cache": [*CLEAN, "--no-cache"],
    "report": ["report", "out"],
    "report --format": ["report", "out", "--format", "json", "-o", "report.json"],
    "replay": ["replay", "out", "--args", "tests.txt", "--jobs", "2"],
    "diff": ["diff", "--json", "out.old", "out"],
    "correct": ["correct", "out", "--lcov", "measured.info", "-o", "corrected.info"],
}
# What may become of each system call.
FAULTS = {
    "write": ["ENOSPC", "EIO", "KILL"],
    "pwrite64": ["ENOSPC", "EIO", "KILL"],
    "rename": ["ENOSPC", "EIO", "KILL"],
    "renameat": ["EIO", "KILL"],
    "fsync": ["EIO", "ENOSPC", "KILL"],
    "openat": ["ENOSPC", "EIO", "EMFILE", "KILL"],
    "mkdir": ["ENOSPC", "EIO", "KILL"],
    "unlink": ["EIO", "KILL"],
    "unlinkat": ["EIO", "KILL"],
    "rmdir": ["EIO", "KILL"],
    "ftruncate": ["ENOSPC", "EIO", "KILL"],
    "read": ["EIO", "KILL"],
}
# What the commands may change; the report is inside of out.
OURS = {"out", "out.old", "out.new", "proofs", "report.json", "corrected.info"}
WRITTEN = {"report --format": "report.json", "correct": "corrected.info"}
TEMPORARY = re.compile(r"\.\d+\.tmp$")
LIMIT = 120


def trials(count, chance):
    """Counts by what happened, and the problems."""
    if not shutil.which("strace"):
        fail("strace is missing: setup.sh installs it")
    seen = collections.Counter()
    problems = []
    with tempfile.TemporaryDirectory() as place:
        place = Path(place)
        template = make(place / "template")
        known = {name: expected(template, place, words) for name, words in COMMANDS.items()}
        for number in range(count):
            # Each command as often as the others.
            name = list(COMMANDS)[number % len(COMMANDS)]
            call = chance.choice(sorted(known[name]["calls"]))
            fault = chance.choice(FAULTS[call])
            when = chance.randint(1, known[name]["calls"][call])
            lasting = "+" if fault != "KILL" and chance.random() < 0.5 else ""
            title = f"trial {number}, {name}, {call} {when}{lasting} {fault}"
            found = trial(template, place / "work", name, known[name], (call, fault, f"{when}{lasting}"), seen)
            problems += [f"{title}: {problem}" for problem in found]
    return seen, problems


def make(place):
    """The tree that every trial begins with."""
    project = place / "project"
    (project / "db").mkdir(parents=True)
    for name, text in {"f.c": BEFORE, "main.c": MAIN, "tests.txt": "5\n-5\n", "measured.info": MEASURED, "db/x": "precious\n", "out.txt": "mine\n", "x.tmp": "mine\n"}.items():
        (project / name).write_text(text)
    os.utime(project / "db" / "x", (0, 0))
    (project / "link").symlink_to("db/x")
    (project / "nowhere").symlink_to("absent")
    for words in [CLEAN, CLEAN, ["replay", "out", "--args", "tests.txt"], [*CLEAN, "--cache", "proofs"]]:
        code, _, said = call_tamis(project, words)
        if code != 0:
            fail(f"tamis {' '.join(words)} fails: {said}")
    for name in WRITTEN.values():
        (project / name).write_text(PREVIOUS)
    (project / "f.c").write_text(AFTER)
    return place


def call_tamis(project, words, before=()):
    """The exit code, standard output and standard error."""
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "0", "LC_ALL": "C"}
    done = subprocess.run([*before, tamis(), *words], cwd=project, stdin=subprocess.DEVNULL, capture_output=True, timeout=LIMIT, env=environment)
    return done.returncode, done.stdout, done.stderr.decode(errors="replace")


def expected(template, place, words):
    """What the command does undisturbed, and how often a thread of it makes each system call."""
    work = copy(template, place / "counted")
    log = place / "calls"
    calls = ",".join(FAULTS)
    code, output, _ = call_tamis(work / "project", words, ["strace", "-f", "-qq", "-e", f"trace={calls}", "-o", log])
    counts = collections.Counter()
    for line in log.read_text(errors="replace").splitlines():
        match = re.match(r"(\d+) +(\w+)\(", line)
        if match and match[2] in FAULTS:
            counts[match[1], match[2]] += 1
    most = {}
    for (_, call), count in counts.items():
        most[call] = max(count, most.get(call, 0))
    return {"words": words, "code": code, "output": output, "calls": most, "state": state(work / "project"), "before": state(template / "project")}


def copy(template, work):
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(template, work, symlinks=True)
    return work


def foreign(project):
    """What is the user's: names, kinds, contents, times."""
    found = {}
    for directory, names, files in os.walk(project):
        here = Path(directory)
        if here == project:
            names[:] = [name for name in names if name not in OURS]
            files = [name for name in files if name not in OURS and not TEMPORARY.search(name)]
        for name in [*names, *files]:
            path = here / name
            what = os.readlink(path) if path.is_symlink() else "" if path.is_dir() else hashlib.sha256(path.read_bytes()).hexdigest()
            entry = path.lstat()
            found[str(path.relative_to(project))] = (entry.st_mode, what, 0 if path.is_dir() else entry.st_mtime_ns)
    return found


def state(project):
    """What the results say: by directory, its verdicts if they can be read; and the files that commands write."""
    found = {name: results(project / name) for name in ["out", "out.old"]}
    for name in WRITTEN.values():
        found[name] = (project / name).read_bytes()
    return found


def results(directory):
    """The verdicts, as bytes; why there are none, as text."""
    if not directory.is_dir():
        return "absent"
    code, _, said = call_tamis(directory.parent, ["report", directory.name, "--format", "json"])
    return (directory / "status.csv").read_bytes() if code == 0 else f"unreadable: {said.strip()}"


def trial(template, work, name, known, fault, seen):
    """One command with one fault; what is wrong afterwards."""
    project = copy(template, work) / "project"
    user = foreign(project)
    call, kind, when = fault
    effect = "signal=KILL" if kind == "KILL" else f"error={kind}"
    inject = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={call}", "-e", f"inject={call}:{effect}:when={when}"]
    code, output, said = call_tamis(project, known["words"], inject)
    seen["trials"] += 1
    seen["killed" if code in {-9, 137} else "done nevertheless" if code == known["code"] else "refused with a message"] += 1
    # 127: the dynamic loader could not load the program.
    problems = [] if code in {0, 1, 2, 127, -9, 137} else [f"exit code {code}: {said.strip()[-300:]}"]
    problems += ["an internal error is told"] if "internal error" in said or "panicked" in said else []
    problems += inspect(project, name, known, code, user)
    if code == 0 and known["code"] == 0:
        now = state(project)
        same = output == known["output"] and all(now[part] == known["state"][part] for part in now)
        problems += [] if same else ["the exit code is 0, and the work is not done"]
    seen["temporary files"] += sum(bool(TEMPORARY.search(path.name)) for path in project.iterdir())
    code, output, said = call_tamis(project, known["words"])
    now = state(project)
    if code != known["code"] or output != known["output"] or now["out"] != known["state"]["out"]:
        problems.append(f"another try ends with {code}: {said.strip()[-300:]}")
    if foreign(project) != user:
        problems.append("another try changes files of the user")
    return problems


def inspect(project, name, known, code, user):
    """What the fault did that it must not do."""
    problems = []
    if foreign(project) != user:
        problems.append("files of the user are changed")
    before, after, now = known["before"], known["state"], state(project)
    if before["out"] not in (now["out"], now["out.old"]) and not (name == "replay" and now["out"] == after["out"]):
        problems.append(f"the last results are lost: out {now['out'][:200]!r}, out.old {now['out.old'][:200]!r}")
    # Between two renames there may be no out; then it is in out.old. When the compiler met the fault, a part of the input is missing: 2 says so, and the
    # summary where the fault met tamis too, since strace counts calls by process.
    partial = isinstance(now["out"], bytes) and (code == 2 or json.loads((project / "out" / "summary.json").read_text())["files_failed"] > 0)
    if now["out"] not in (before["out"], after["out"], "absent") and not partial:
        problems.append(f"out is neither the old nor the new: {now['out'][:200]!r}")
    for file in WRITTEN.values():
        if now[file] not in (before[file], after[file]):
            problems.append(f"{file} is neither the old nor the new")
    return problems
