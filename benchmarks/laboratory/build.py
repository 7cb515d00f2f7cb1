"""Cases as files, objects and processes.

Comes in: a case and a configuration, which is a compiler and a level (`gcc -O0`). Goes out: a program that ran, with or without the observer.
"""

import json
import re
from pathlib import Path

from shared import run

HERE = Path(__file__).resolve().parent
LEVELS = ["-O0", "-O2"]
COMPILERS = ["gcc", "clang"]
CONFIGURATIONS = [f"{compiler} {level}" for compiler in COMPILERS for level in LEVELS]
# Signed overflow wraps and any pointer may look at any object; activations are frames, so each call must have its own.
MEANING = ["-w", "-fwrapv", "-fno-strict-aliasing"]
FRAMES = ["-fno-omit-frame-pointer", "-fno-inline", "-fno-optimize-sibling-calls", "-finstrument-functions", "-include", HERE / "observe.h"]
OF_COMPILER = {"gcc": ["-fcallgraph-info"], "clang": ["-include", HERE / "clang.h"]}
PLAIN = ["-Dpc_label(...)=((void)0)"]
# The driver comes back from these.
WRAPPED = ["-Wl,--wrap=" + name for name in ["exit", "_exit", "_Exit", "quick_exit", "abort", "__assert_fail"]]
# What the annotated text has been through already.
PREPROCESSED = ["-include", "--include", "-imacros", "--imacros"]


class Unusable(Exception):
    """A program that says nothing: it was not made, not understood, or did not run."""


class Broken(Exception):
    """Something that must not happen and is no contradiction."""


def configurations(case, seed, every):
    """Those in which a case is run: with each compiler at one level, or all."""
    level = seed // 2 % 2
    drawn = [f"gcc {LEVELS[level]}", f"clang {LEVELS[1 - level]}"]
    return [name for name in (CONFIGURATIONS if every else drawn) if name.split()[0] in case.compilers]


def write(case, directory, observer):
    """The sources, the compilation database, and the object of the driver, which is the same in every configuration."""
    for name, text in {**case.units, **case.headers}.items():
        (directory / name).write_text(text)
    commands = [{"directory": str(directory.resolve()), "file": name, "arguments": ["gcc", "-w", *case.flags, "-c", name]} for name in case.units]
    (directory / "compile_commands.json").write_text(json.dumps(commands))
    if not case.driver:
        return [observer]
    (directory / "driver.c").write_text(case.driver)
    must(["gcc", "-w", "-O1", "-fno-omit-frame-pointer", "-c", "driver.c", "-o", "driver.o"], directory, "the driver does not compile")
    return [observer, "driver.o"]


def observed(case, directory, configuration, more):
    """The annotated units with the observer, in one configuration."""
    compiler, level = configuration.split()
    texts = [annotated(directory, name, compiler) for name in case.units]
    flags = [*MEANING, *without_files(case.flags), *FRAMES, *OF_COMPILER[compiler], level]
    return linked(case, directory, f"observed-{compiler}{level}", compiler, texts, flags, more)


def annotated(directory, name, compiler):
    """A unit's annotated text, or the unit itself if it has none."""
    text = next((directory / "out" / "annotated").glob(f"**/{Path(name).stem}_labels.c"), None)
    if text is None:
        return Path(name)
    if compiler == "gcc":
        return text.relative_to(directory)
    # gcc's headers name the function that frees; clang knows the attribute without it.
    adapted = directory / f"clang_{text.name}"
    adapted.write_text(re.sub(r"\b__malloc__ ?\([^()]*\)", "__malloc__", text.read_text(errors="surrogateescape"), flags=re.S), errors="surrogateescape")
    return Path(adapted.name)


def without_files(flags):
    """The flags without those that bring text."""
    kept, rest = [], iter(flags)
    for flag in rest:
        if flag in PREPROCESSED:
            next(rest)
        elif flag.split("=")[0] not in PREPROCESSED:
            kept.append(flag)
    return kept


def plain(case, directory, level, more):
    """The units without labels and observer."""
    return linked(case, directory, "plain", "gcc", list(case.units), [*MEANING, *case.flags, *PLAIN, level], more)


def same_signature(case, directory, program, more):
    """Whether the annotated program and the plain one, built with the same flags, agree on what depends on flags."""
    told = [execute(each, directory, case.inputs[0], {}).stdout.splitlines()[:1] for each in [program, plain(case, directory, "-O0", more)]]
    return told[0] == told[1]


def sanitized(case, directory, more):
    flags = [*MEANING, *case.flags, *PLAIN, "-O0", "-g1", f"-fsanitize={case.sanitizers}", "-fno-sanitize-recover=all"]
    return linked(case, directory, "sanitized", "gcc", list(case.units), flags, more)


def linked(case, directory, name, compiler, files, flags, more):
    objects = []
    for index, file in enumerate(files):
        objects.append(f"{name}-{index}.o")
        must([compiler, *flags, "-c", file, "-o", objects[-1]], directory, f"{compiler}: {file} does not compile")
    link = [flag for flag in [*flags, *case.flags] if str(flag).startswith(("-fsanitize", "-Wl,"))]
    link += WRAPPED if case.driver else []
    must([compiler, *link, *objects, *more, "-o", name, "-lm"], directory, f"{compiler}: does not link")
    return f"./{name}"


def must(command, directory, problem):
    done = run(command, limit=120, cwd=directory)
    if done.status != 0:
        errors = [line for line in done.stderr.decode(errors="replace").splitlines() if "error" in line or "undefined" in line]
        raise Broken(f"{problem}: {' '.join(errors)[:300]}")


def execute(program, directory, stdin, environment):
    done = run([program], limit=60, cwd=directory, stdin=stdin, env={"PATH": "/bin", **environment})
    if done.status < 0 and not done.timed_out:
        raise Broken(f"{program} was ended by signal {-done.status}")
    return done


def sanitize(case, directory, more):
    program = sanitized(case, directory, more)
    options = {"ASAN_OPTIONS": "detect_leaks=0:detect_stack_use_after_return=0", "UBSAN_OPTIONS": "print_stacktrace=0"}
    for stdin in case.inputs:
        done = execute(program, directory, stdin, options)
        if b"runtime error" in done.stderr or b"AddressSanitizer" in done.stderr:
            raise Broken(f"undefined behaviour: {done.stderr[:400].decode(errors='replace')}")
