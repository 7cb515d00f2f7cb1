"""CBMC, libFuzzer and AFL++ on the labels of an annotated program, through one harness.

Comes in: an output directory of tamis, a harness. Goes out: which labels each covers or proves, with how many tests, in how many
seconds of the processor. All three see the predicates: CBMC as goals, the others as branches, so that a label that is covered is new
coverage for them (P' of "DSE with labels").
"""

import os
import re
import shutil
from dataclasses import dataclass, field
from pathlib import Path

import cbmc
from shared import cc, run, say

GOAL = re.compile(r"^\[tamis_goal_(\d+)\.\S+\].*: (SATISFIED|FAILED)", re.MULTILINE)


@dataclass
class Result:
    covered: set = field(default_factory=set)
    proved: set = field(default_factory=set)
    tests: int = 0
    cpu: float = 0.0
    note: str = ""


def sources(out):
    return sorted((out / "annotated").rglob("*_labels.c"))


def _text(out, harness, define):
    """The annotated text with the harness behind it."""
    here = Path(__file__).parent
    parts = [define] + [path.read_text() for path in sources(out)]
    return "\n".join(parts + [(here / "harness.h").read_text().replace("#ifndef BYTES", _bytes(harness) + "#ifndef BYTES"), harness.read_text()])


def _bytes(harness):
    found = re.search(r"#define BYTES (\d+)", harness.read_text())
    return f"#define BYTES {found[1]}\n" if found else ""


def with_cbmc(command, out, harness, work, unwind, limit):
    """Goals that CBMC satisfies are covered; those that fail while no loop was cut are proved, for this harness."""
    path = work / "cbmc.c"
    path.write_text(_text(out, harness, "#define PEER_CBMC\n#define main program_main\n#define pc_label(c, id, tag) ((void)((c) ? tamis_goal(id) : 0))\nint tamis_goal(int);\n").replace("#if defined PEER_CBMC", "#undef main\n#if defined PEER_CBMC"))
    plain = run([cc(), "-E", "-P", path]).stdout.decode()
    # A goal per label: a function whose body is one `cover`.
    ids = sorted({int(n) for n in re.findall(r"tamis_goal\((\d+)\)", plain)})
    plain = re.sub(r"tamis_goal\((\d+)\)", r"tamis_goal_\1()", plain).replace("int tamis_goal(int);", "")
    head = "".join(f"int tamis_goal_{n}(void) {{ __CPROVER_cover(1); return 0; }}\n" for n in ids)
    ready = work / "cbmc.i"
    ready.write_text(head + plain)
    options = ["--cover", "cover", "--unwind", str(unwind), "--show-test-suite", "--no-standard-checks"]
    done = run(["prlimit", f"--cpu={limit}", *command, ready, *options], limit=20 * limit, memory_gb=8)
    log = done.stdout.decode(errors="replace")
    (work / "cbmc.log").write_text(log)
    result = Result(cpu=done.cpu)
    for goal, status in GOAL.findall(log):
        (result.covered if status == "SATISFIED" else result.proved).add(int(goal))
    tests = re.search(r"^Test suite:\n(.*)", log, re.MULTILINE | re.DOTALL)
    if tests:
        # A line for each, empty since no input of the harness has a name.
        result.tests = len(tests[1].splitlines())
    cut = run(["prlimit", f"--cpu={limit}", *command, ready, "--unwind", str(unwind), "--no-standard-checks", "--unwinding-assertions"], limit=20 * limit, memory_gb=8)
    if not done.stdout or done.status not in (0, 10):
        result.note = "ended early"
        result.proved = set()
    elif re.search(rb"unwind.*: FAILURE", cut.stdout):
        result.note = f"{len(result.proved)} not reached within {unwind} iterations"
        result.proved = set()
    return result


HITS = """
extern unsigned char *hits;
#define pc_label(c, id, tag) ((c) ? (void)(hits[id] = 1) : (void)0)
#define main program_main
"""


def _fuzzer(out, harness, work, compiler):
    path = work / "fuzz.c"
    text = _text(out, harness, HITS).replace("#if defined PEER_CBMC", "#undef main\n#if defined PEER_CBMC")
    path.write_text(text)
    program = work / "fuzz"
    # The text has the headers as gcc reads them; clang knows this attribute without arguments only.
    done = run([*compiler, "-g", "-O1", "-w", "-D__malloc__(...)=__malloc__", path, Path(__file__).parent / "hits.c", "-o", program])
    if done.status != 0:
        say(done.stderr.decode(errors="replace"))
        return None
    (work / "hits").write_bytes(bytes(1 << 16))
    return program


def _covered(work):
    return {n for n, hit in enumerate((work / "hits").read_bytes()) if hit}


def with_libfuzzer(out, harness, work, seconds):
    program = _fuzzer(out, harness, work, ["clang", "-fsanitize=fuzzer"])
    if not program:
        return Result(note="not built")
    corpus = work / "corpus"
    shutil.rmtree(corpus, ignore_errors=True)
    corpus.mkdir()
    env = dict(os.environ, HITS=str(work / "hits"))
    words = ["-seed=1", "-max_len=64", "-max_total_time=100000", "-verbosity=0", corpus]
    done = run(["prlimit", f"--cpu={seconds}", program, *words], limit=40 * seconds, env=env, cwd=work)
    return Result(covered=_covered(work), tests=len(list(corpus.iterdir())), cpu=done.cpu)


def with_afl(out, harness, work, seconds):
    compiler = shutil.which("afl-clang-fast") or shutil.which("afl-gcc-fast") or shutil.which("afl-cc")
    if not compiler:
        return Result(note="not installed")
    program = _fuzzer(out, harness, work, [compiler, "-DPEER_AFL"])
    if not program:
        return Result(note="not built")
    seeds, found = work / "seeds", work / "found"
    for folder in (seeds, found):
        shutil.rmtree(folder, ignore_errors=True)
    seeds.mkdir()
    (seeds / "zero").write_bytes(bytes(48))
    env = dict(os.environ, HITS=str(work / "hits"), AFL_SKIP_CPUFREQ="1", AFL_NO_UI="1", AFL_NO_AFFINITY="1", AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES="1")
    # The fuzzer ends by the wall clock; what it used of the processor is measured.
    done = run(["afl-fuzz", "-i", seeds, "-o", found, "-V", str(seconds), "-s", "1", "--", program], limit=3 * seconds + 30, env=env, cwd=work)
    queue = found / "default" / "queue"
    tests = len([path for path in queue.iterdir() if path.is_file()]) if queue.exists() else 0
    return Result(covered=_covered(work), tests=tests, cpu=done.cpu)
