#!/usr/bin/env python3
"""A copy of the tree with deliberate mistakes that can be switched on; prints where it is.

    benchmarks/mistakes.py

The copy is target/mistakes/tree. `laboratory/mistakes/replacements.toml` says what is replaced, each old text exactly once; `seeded.rs` beside it becomes a
module of the copy. There TAMIS_BUG names the mistake that is made, and TAMIS_CHAOS, a number, lets one of twenty answers of solvers go wrong. Files that
did not change keep their time, so that a build of the copy makes only what did. What Git does not know is not copied; third_party is linked.
"""

import shutil
import sys
import tomllib
from pathlib import Path

from shared import HERE, ROOT, fail, run

MISTAKES = HERE / "laboratory" / "mistakes"
COPY = ROOT / "target" / "mistakes" / "tree"
BUILD = ROOT / "target" / "mistakes" / "build"


def copy():
    """Makes the copy, or brings it up to date."""
    replacements = tomllib.loads((MISTAKES / "replacements.toml").read_text())["replacement"]
    listed = run(["git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]).stdout.decode().split("\0")
    files = {name for name in listed if name and (ROOT / name).is_file()}
    for name in files:
        text = (ROOT / name).read_bytes()
        for change in (change for change in replacements if change["file"] == name):
            text = replaced(text, change)
        put(COPY / name, text, ROOT / name)
    put(COPY / "src" / "base" / "seeded.rs", (MISTAKES / "seeded.rs").read_bytes(), MISTAKES / "seeded.rs")
    made = {path.relative_to(COPY).as_posix() for path in COPY.rglob("*") if path.is_file() and not is_linked(path)}
    for gone in made - files - {"src/base/seeded.rs"}:
        (COPY / gone).unlink()
    third_party = COPY / "third_party"
    if not third_party.exists() and not third_party.is_symlink():
        third_party.symlink_to(ROOT / "third_party")
    return COPY


def is_linked(path):
    return path.is_symlink() or path.relative_to(COPY).parts[0] == "third_party"


def replaced(text, change):
    old, new = change["old"].encode(), change["new"].encode()
    if text.count(old) != 1:
        fail(f"{change['file']}: this stands there {text.count(old)} times, not once:\n{change['old']}")
    return text.replace(old, new)


def put(path, text, like):
    if not path.exists() or path.read_bytes() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)
        shutil.copymode(like, path)


if __name__ == "__main__":
    print(copy())
    sys.exit(0)
