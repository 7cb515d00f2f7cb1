#!/bin/sh
# Installs what is missing; does nothing when all is there.
#   ./setup.sh try    what tamis itself needs: a C compiler and the solver's library
#   ./setup.sh        also what its tests and measurements need
set -eu
cd "$(dirname "$0")"

case "${1-all}" in
try | all) what=${1-all} ;;
*)
    echo "setup.sh: expected nothing or \`try\`, not \`$1\`" >&2
    exit 1
    ;;
esac

missing=""
need() { # need PACKAGE TEST…: the Debian package that brings what the test looks for
    package=$1
    shift
    "$@" >/dev/null 2>&1 || missing="$missing $package"
}
z3=5.4.0.0
solver() { [ -e "third_party/z3_solver-$z3.dist-info/RECORD" ] && [ -e third_party/z3/lib/libz3.so ]; }

need gcc sh -c 'command -v cc'
need libc6-dev test -e /usr/include/stdio.h
if [ "$what" = all ] || ! solver; then
    need python3 sh -c 'command -v python3'
    need python3-pip python3 -m pip --version
fi
if [ "$what" = all ]; then
    # A second compiler, where the two must agree; one that links C with C++.
    need clang sh -c 'command -v clang'
    need g++ sh -c 'command -v g++'
    need csmith sh -c 'command -v csmith'
    need libcsmith-dev test -e /usr/include/csmith/csmith.h
    # For the tests of reports: a browser, and who reads the formats.
    need chromium sh -c 'command -v chromium'
    need lcov sh -c 'command -v lcov'
    need libxml2-utils sh -c 'command -v xmllint'
    need groff-base sh -c 'command -v groff'
    need npm sh -c 'command -v npm'
    # For the tests of a cache that machines share.
    need redis-server sh -c 'command -v redis-server'
    # Faults at system calls.
    need strace sh -c 'command -v strace'
    # Frameworks that generated tests are written for.
    need libcmocka-dev test -e /usr/include/cmocka.h
    need check test -e /usr/include/check.h
    need libgtest-dev test -e /usr/include/gtest/gtest.h
    # Packages, and other people's builds.
    need patchelf sh -c 'command -v patchelf'
    need cmake sh -c 'command -v cmake'
    need meson sh -c 'command -v meson'
    need libtool-bin sh -c 'command -v libtool'
    # For the benchmark subjects only.
    need make sh -c 'command -v make'
    need xz-utils sh -c 'command -v xz'
    need bzip2 sh -c 'command -v bzip2'
fi

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
if ! solver; then
    echo "setup.sh: installing z3-solver $z3 into third_party" >&2
    rm -rf third_party
    python3 -m pip install --quiet --disable-pip-version-check --no-deps --target third_party "z3-solver==$z3" </dev/null >&2
fi
[ "$what" = all ] || exit 0
# The solver of `--second-solver`, likewise.
bitwuzla=0.9.1
if [ ! -e "third_party/second/bitwuzla-$bitwuzla.dist-info/RECORD" ]; then
    echo "setup.sh: installing bitwuzla $bitwuzla into third_party/second" >&2
    rm -rf third_party/second
    python3 -m pip install --quiet --disable-pip-version-check --no-deps --target third_party/second "bitwuzla==$bitwuzla" </dev/null >&2
fi
tests/tools/fetch
cargo fetch --locked --quiet </dev/null
