"""The features that programs are made of, one file per family.

A feature is a function of a program that is being made ([`laboratory.generate.Program`]). It is asked once per function of the
program and adds declarations, what may be read and written, conditions, calls and statements; it may add a unit, flags for
tamis and the compilers, or a spelling. Its families stand in the files of this directory, each headed by what it stresses.
"""

from importlib import import_module
from pathlib import Path

FEATURES = {}


def feature(function):
    """Registers a feature under its own name."""
    FEATURES[function.__name__] = function
    return function


FAMILIES = sorted(path.stem for path in Path(__file__).parent.glob("*.py") if path.stem != "__init__")
for family in FAMILIES:
    import_module(f"laboratory.features.{family}")
