"""What the benchmark scripts have in common: where things are, the list of subjects, measured runs.

Needs Python 3.11 and nothing else.
"""

import functools
import hashlib
import json
import os
import platform
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time
import tomllib
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
SUBJECTS = HERE / "subjects"
ARCHIVES = SUBJECTS / ".archives"
WORK = HERE / "work"
RESULTS = ROOT / "results"


def fail(message):
    sys.exit(f"{Path(sys.argv[0]).name}: {message}")


def say(message):
    print(message, file=sys.stderr, flush=True)


def subjects(names=None):
    """The subjects of subjects.toml, or those named, in the order of the file."""
    with open(HERE / "subjects.toml", "rb") as file:
        known = tomllib.load(file)["subject"]
    unknown = set(names or ()) - {subject["name"] for subject in known}
    if unknown:
        fail(f"no such subject: {', '.join(sorted(unknown))}")
    return [subject for subject in known if not names or subject["name"] in names]


def home(subject):
    """The directory of one subject; its source tree is `src` there."""
    return SUBJECTS / subject["name"]


def compile_commands(subject):
    """The compile commands of a prepared subject, and the path of the file that holds them."""
    path = home(subject) / "compile_commands.json"
    if not path.exists():
        fail(f"{subject['name']} is not prepared: run benchmarks/fetch and benchmarks/prepare")
    return json.loads(path.read_text()), path


def sha256(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@functools.cache
def commit():
    """The commit of the working tree; results do not count, since campaigns write them."""
    head = run(["git", "-C", ROOT, "rev-parse", "--short=10", "HEAD"]).stdout.decode().strip()
    changed = run(["git", "-C", ROOT, "status", "--porcelain", "--", ".", ":!results"]).stdout.strip()
    return (head or "unknown") + ("-dirty" if changed else "")


@functools.cache
def binary():
    """The release binary, built from the sources as they are, or the one that TAMIS names; and the commit it was made of.
    A file beside the latter, `NAME.commit`, has its commit and its digest: `benchmarks/campaign` keeps binaries so."""
    given = os.environ.get("TAMIS")
    if not given:
        subprocess.run(["cargo", "build", "--release", "--quiet"], cwd=ROOT, check=True)
        return str(ROOT / "target" / "release" / "tamis"), commit()
    path = Path(given).resolve()
    if not path.exists():
        fail(f"{path} is missing")
    note = path.with_name(path.name + ".commit")
    known, digest = note.read_text().split() if note.exists() else (None, None)
    return str(path), known if digest == sha256(path) else "unknown"


def tamis():
    return binary()[0]


def cc():
    return os.environ.get("CC", "cc")


@dataclass
class Run:
    """The outcome of one process: its streams and what it cost, children included."""

    status: int
    stdout: bytes
    stderr: bytes
    wall: float
    cpu: float
    peak_kb: int
    timed_out: bool


def run(arguments, limit=None, cwd=None, stdin=b"", env=None, memory_gb=None):
    """Runs a process, never through a shell; after `limit` seconds its group is killed."""

    niceness = _group_niceness()

    def bound():
        if niceness:
            _renice_group(niceness)
        if memory_gb:
            size = int(memory_gb * 2**30)
            resource.setrlimit(resource.RLIMIT_AS, (size, size))

    start = time.monotonic()
    process = subprocess.Popen(
        [str(argument) for argument in arguments],
        cwd=cwd,
        env=env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=bound,
    )
    streams = {}
    threads = [
        threading.Thread(target=lambda: streams.update(out=process.stdout.read())),
        threading.Thread(target=lambda: streams.update(err=process.stderr.read())),
        threading.Thread(target=_feed, args=(process.stdin, stdin)),
    ]
    late = threading.Event()

    def stop():
        late.set()
        _kill(process.pid)

    timer = threading.Timer(limit, stop) if limit else None
    for thread in threads + ([timer] if timer else []):
        thread.start()
    _, wait_status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - start
    if timer:
        timer.cancel()
    process.returncode = os.waitstatus_to_exitcode(wait_status)
    _kill(process.pid)
    for thread in threads:
        thread.join()
    process.stdout.close()
    process.stderr.close()
    return Run(
        status=process.returncode,
        stdout=streams["out"],
        stderr=streams["err"],
        wall=wall,
        cpu=usage.ru_utime + usage.ru_stime,
        peak_kb=usage.ru_maxrss,
        timed_out=late.is_set(),
    )


# A new session is a new group for the scheduler, which would not have the priority that ours was given.
AUTOGROUP = Path("/proc/self/autogroup")


def _group_niceness():
    try:
        return int(AUTOGROUP.read_text().split()[-1])
    except (OSError, ValueError, IndexError):
        return 0


def _renice_group(niceness):
    try:
        AUTOGROUP.write_text(str(niceness))
    except OSError:
        pass


def _feed(pipe, content):
    try:
        pipe.write(content)
        pipe.close()
    except BrokenPipeError:
        pass


def _kill(group):
    try:
        os.killpg(group, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass


def first_line(arguments):
    try:
        return run(arguments).stdout.decode(errors="replace").splitlines()[0]
    except (OSError, IndexError):
        return "not found"


def footer(made=None, *more):
    """The lines that end each table: how it was made, of which commit, with what, where and when. `made` is the commit of a
    binary that the script built itself."""
    command = " ".join([Path(sys.argv[0]).name, *sys.argv[1:]])
    version = first_line([tamis(), "--version"]) if made is None else "built by the script"
    return [
        f"- command: `benchmarks/{command}`",
        f"- commit: {binary()[1] if made is None else made}",
        f"- tamis: {version}",
        f"- compilers: {first_line(['gcc', '--version'])}; {first_line(['clang', '--version'])}",
        *more,
        f"- machine: {_processor()}, {os.cpu_count()} cores, {_memory_gb()} GB, "
        f"{platform.system()} {platform.release()}",
        f"- date: {time.strftime('%Y-%m-%d', time.gmtime())}",
    ]


def _processor():
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.machine()


def _memory_gb():
    pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return round(pages / 2**30)


def table(header, rows):
    """A Markdown table: the first column is text, the others are numbers."""
    lines = ["| " + " | ".join(header) + " |"]
    lines.append("|" + "|".join([" --- "] + [" ---: "] * (len(header) - 1)) + "|")
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines)


def cleaned(subject, options, jobs, program=None):
    """A subject cleaned without a cache: its labels and the removed ones by verdict, what proving took, and the CPU seconds."""
    out = WORK / Path(sys.argv[0]).name / subject["name"]
    shutil.rmtree(out, ignore_errors=True)
    out.parent.mkdir(parents=True, exist_ok=True)
    _, path = compile_commands(subject)
    done = run([program or tamis(), "clean", *options, "--no-cache", "--jobs", jobs, "--compile-commands", path, "-o", out])
    if done.status not in (0, 2) or not (out / "summary.json").exists():
        fail(f"{subject['name']}: exit {done.status}: {done.stderr[-400:].decode(errors='replace')}")
    summary = json.loads((out / "summary.json").read_text())
    rows = summary["criteria"].values()
    removed = [sum(row[verdict] for row in rows) for verdict in ("infeasible", "duplicate", "subsumed")]
    return [summary["labels"], *removed], summary["proving"], done.cpu


def labels_hit(file):
    """How many labels were true, as hits.c wrote them."""
    return sum(not line.endswith(" 0") for line in file.read_text().splitlines())


def number(value):
    return f"{value:,}"


def section(file, title, text):
    """Puts `text` under the title in a Markdown file; the other sections stay as they are."""
    before = file.read_text() if file.exists() else "# Soundness\n"
    head, *parts = before.split("\n## ")
    sections = {part.split("\n", 1)[0]: part.split("\n", 1)[1].strip("\n") for part in parts}
    sections[title] = text.strip("\n")
    file.parent.mkdir(parents=True, exist_ok=True)
    whole = "\n\n".join([head.strip("\n"), *(f"## {name}\n\n{body}" for name, body in sections.items())])
    file.write_text(whole + "\n")


def rows_before(path, header):
    """The rows of a table that an earlier run of the same commit left, by the first word of each."""
    known = {}
    text = path.read_text() if path.exists() else ""
    if f"- commit: {binary()[1]}\n" not in text:
        return known
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and not line.startswith("| ---") and len(cells) == len(header) and cells != header:
            known.setdefault(cells[0].strip("*").split()[0].strip("*"), []).append(cells)
    return known
