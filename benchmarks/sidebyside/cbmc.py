"""CBMC on the questions of an annotated text: one run for a function, each question an assertion.

The function is the entry, its arguments and all statics are any value; loops are unwound a few times, calls are followed. So where
a loop is cut, what is "never violated" is so up to that bound only.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

import text
from shared import WORK, cc, run, say

SUITE = "trixie"
UNWIND = 3
OPTIONS = ["--nondet-static", "--unwind", str(UNWIND), "--no-standard-checks", "--unwinding-assertions"]
DEFINED = ["--pointer-check", "--bounds-check", "--div-by-zero-check", "--undefined-shift-check"]
BODIES = ["--generate-function-body", "tamis_hit_.*", "--generate-function-body-options", "assert-false"]
PACKAGES = ["cbmc", "minisat", "libc6", "libgcc-s1", "libstdc++6", "zlib1g"]
# A result without its trace; one that is none of ours is about a loop that was cut.
RESULT = re.compile(r"^\[\S+\] (?:line \d+ )?(.*): (SUCCESS|FAILURE|UNKNOWN|ERROR)$", re.MULTILINE)
QUESTION = re.compile(r"tamis (\d+)(?: (\d+))?$")


def prepare():
    """The command that runs CBMC: the one installed, or Debian's from a later suite with that suite's own loader; None without."""
    installed = shutil.which("cbmc")
    if installed:
        return [installed]
    home = WORK / "peers" / "cbmc"
    command = _loaded(home / "root")
    if not _works(command):
        try:
            _fetch(home)
        except (OSError, subprocess.CalledProcessError, StopIteration) as problem:
            say(f"peers: no CBMC: {problem}")
            return None
    return command if _works(command) else None


def _works(command):
    try:
        return run([*command, "--version"]).status == 0
    except OSError:
        return False


def _loaded(root):
    libraries = root / "usr" / "lib" / "x86_64-linux-gnu"
    loader = libraries / "ld-linux-x86-64.so.2"
    return [loader, "--library-path", f"{libraries}:{root / 'usr' / 'lib'}", root / "usr" / "bin" / "cbmc"]


def _fetch(home):
    """Downloads the packages through a private apt tree and unpacks them there: the system stays as it is."""
    say(f"peers: fetching CBMC of Debian {SUITE} into {home}")
    for part in ["etc", "state/lists/partial", "cache/archives/partial", "root"]:
        (home / part).mkdir(parents=True, exist_ok=True)
    own = next(path for path in sorted(Path("/etc/apt").glob("sources.list.d/*.sources")) if "Suites: bookworm" in path.read_text())
    stanza = next(part for part in own.read_text().split("\n\n") if re.search(r"^Suites: bookworm\b(?!-)", part, re.MULTILINE))
    (home / "etc" / "peer.sources").write_text(re.sub(r"(?m)^Suites:.*$", f"Suites: {SUITE}", stanza) + "\n")
    (home / "status").write_text("")
    settings = {
        "Dir::Etc::sourcelist": home / "etc" / "peer.sources",
        "Dir::Etc::sourceparts": "-",
        "Dir::State": home / "state",
        "Dir::Cache": home / "cache",
        "Dir::State::status": home / "status",
    }
    apt = ["apt-get", "-qq", *(word for key, value in settings.items() for word in ("-o", f"{key}={value}"))]
    subprocess.run([*apt, "update"], check=True)
    for package in PACKAGES:
        subprocess.run([*apt, "download", package], check=True, cwd=home / "cache")
        archive = max((home / "cache").glob(f"{package}_*.deb"), key=os.path.getmtime)
        subprocess.run(["dpkg", "-x", archive, home / "root"], check=True)


def ask(command, item, function, asked, name, limit):
    """Asks CBMC about one function. Gives back what it says of each question, whether no loop was cut, and the run."""
    path = item.work / f"{name}.c"
    path.write_text(text.questions(item.text, item.found, asked, _label, _pair))
    preprocessed = item.work / f"{name}.i"
    preprocessed.write_text(text.preprocess(path, cc()))
    # Seconds of the processor, so that a busy machine does not decide; the wall clock is for what hangs.
    bound = ["prlimit", f"--cpu={int(limit)}"]
    done = run([*bound, *command, preprocessed, "--function", function, *OPTIONS], limit=20 * limit, memory_gb=8)
    log = done.stdout.decode(errors="replace")
    (item.work / f"{name}.log").write_text(log)
    # 0: all hold; 10: some do not; anything else ended early.
    answers, whole = {}, done.status in (0, 10)
    for description, status in RESULT.findall(log):
        match = QUESTION.search(description)
        if match:
            question = (int(match[1]), int(match[2])) if match[2] else int(match[1])
            answers[question] = status == "SUCCESS" and answers.get(question, True)
        elif status != "SUCCESS":
            whole = False
    return answers, whole and bool(answers), done


def contradicts(command, item, function, asked, name, limit):
    """Which of these questions CBMC still violates in executions without undefined behaviour (signed overflow is none here).

    CBMC reads a bad pointer as any value, a different one each time, so that `*p == *p` may fail; tamis speaks of no such execution. Here the
    checks of pointers, bounds, division and shifts are assumed to pass before the questions become assertions.
    """
    path = item.work / f"{name}.c"
    path.write_text(text.questions(item.text, item.found, asked, _label_hit, _pair_hit))
    preprocessed = item.work / f"{name}.i"
    hits = "".join(f"void {_hit(question)}(void);\n" for question in asked)
    preprocessed.write_text(hits + text.preprocess(path, cc()))
    stages = [
        ("goto-cc", [preprocessed, "-c", "-o", item.work / f"{name}.1"]),
        ("goto-instrument", [*DEFINED, "--assert-to-assume", item.work / f"{name}.1", item.work / f"{name}.2"]),
        ("goto-instrument", [*BODIES, item.work / f"{name}.2", item.work / f"{name}.3"]),
        ("cbmc", [item.work / f"{name}.3", "--function", function, *OPTIONS]),
    ]
    for program, arguments in stages:
        done = run([*command[:-1], Path(command[-1]).with_name(program), *arguments], limit=limit, memory_gb=8)
    log = done.stdout.decode(errors="replace")
    (item.work / f"{name}.log").write_text(log + done.stderr.decode(errors="replace"))
    held = {match[1] for match in re.finditer(r"^\[(tamis_hit_\w+?)\.\S*\].*: SUCCESS$", log, re.MULTILINE)}
    # No answer is no comfort.
    return [question for question in asked if _hit(question) not in held]


def _hit(question):
    return "tamis_hit_" + "_".join(map(str, question if isinstance(question, tuple) else (question,)))


def _label_hit(number, condition):
    return f"(({condition}) ? {_hit(number)}() : (void)0)"


def _pair_hit(a, b, value_a, value_b):
    return f"({value_a} == 1 && {value_b} == 0 ? {_hit((a, b))}() : (void)0)"


def _label(number, condition):
    return f'__CPROVER_assert(!({condition}), "tamis {number}")'


def _pair(a, b, value_a, value_b):
    return f'__CPROVER_assert(!({value_a} == 1 && {value_b} == 0), "tamis {a} {b}")'
