#!/bin/sh
# Sets up, builds, and cleans the labels of two small programs: ./try.sh [ARGUMENTS OF tamis clean]
set -eu
cd "$(dirname "$0")"
./setup.sh try
cargo build --release --quiet </dev/null
if [ $# -eq 0 ]; then
    set -- benchmarks/example/triangle.c benchmarks/example/rpn.c
fi
target/release/tamis clean "$@" </dev/null
