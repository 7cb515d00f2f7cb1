#!/bin/sh
# Installs what is missing to build, test and measure tamis; does nothing when all is there.
set -eu
cd "$(dirname "$0")"

missing=""
need() { # need PACKAGE TEST…: the Debian package that brings what the test looks for
    package=$1
    shift
    "$@" >/dev/null 2>&1 || missing="$missing $package"
}
need gcc sh -c 'command -v cc'
# A second compiler, where the two must agree.
need clang sh -c 'command -v clang'
need libc6-dev test -e /usr/include/stdio.h
need python3 sh -c 'command -v python3'
need python3-pip python3 -m pip --version
need csmith sh -c 'command -v csmith'
need libcsmith-dev test -e /usr/include/csmith/csmith.h
# For the tests of reports: a browser, and who reads the formats.
need chromium sh -c 'command -v chromium'
need lcov sh -c 'command -v lcov'
need libxml2-utils sh -c 'command -v xmllint'
need groff-base sh -c 'command -v groff'
# For the tests of a cache that machines share.
need redis-server sh -c 'command -v redis-server'
# Faults at system calls.
need strace sh -c 'command -v strace'
# Frameworks that generated tests are written for.
need libcmocka-dev test -e /usr/include/cmocka.h
need check test -e /usr/include/check.h
need libgtest-dev test -e /usr/include/gtest/gtest.h
need g++ sh -c 'command -v c++'
# For the benchmark subjects only.
need make sh -c 'command -v make'
need xz-utils sh -c 'command -v xz'
need bzip2 sh -c 'command -v bzip2'

if [ -n "$missing" ]; then
    if ! command -v apt-get >/dev/null; then
        echo "setup.sh: install these first:$missing" >&2
        exit 1
    fi
    root=""
    [ "$(id -u)" = 0 ] || root=sudo
    echo "setup.sh: installing$missing" >&2
    $root apt-get update -qq </dev/null >&2
    # shellcheck disable=SC2086 # a list of words
    DEBIAN_FRONTEND=noninteractive $root apt-get install -y -qq --no-install-recommends $missing </dev/null >&2
fi
if ! command -v cargo >/dev/null; then
    echo "setup.sh: Rust is missing; rustup brings it (the version needed is in Cargo.toml)" >&2
    exit 1
fi
# The solver's library, from its Python wheel: the same version on every machine.
z3=5.4.0.0
if [ ! -e "third_party/z3_solver-$z3.dist-info/RECORD" ] || [ ! -e third_party/z3/lib/libz3.so ]; then
    echo "setup.sh: installing z3-solver $z3 into third_party" >&2
    rm -rf third_party
    python3 -m pip install --quiet --disable-pip-version-check --no-deps --target third_party "z3-solver==$z3" </dev/null >&2
fi
# The solver of `--second-solver`, likewise.
bitwuzla=0.9.1
if [ ! -e "third_party/second/bitwuzla-$bitwuzla.dist-info/RECORD" ]; then
    echo "setup.sh: installing bitwuzla $bitwuzla into third_party/second" >&2
    rm -rf third_party/second
    python3 -m pip install --quiet --disable-pip-version-check --no-deps --target third_party/second "bitwuzla==$bitwuzla" </dev/null >&2
fi
tests/tools/fetch
cargo fetch --locked --quiet </dev/null
