#!/bin/sh
# Sets up, builds, and labels the two small programs of benchmarks/example: ./try.sh [ARGUMENTS OF tamis annotate]
set -eu
cd "$(dirname "$0")"
./setup.sh
cargo build --release --quiet </dev/null
if [ $# -eq 0 ]; then
    set -- benchmarks/example/triangle.c benchmarks/example/rpn.c
fi
target/release/tamis annotate "$@" </dev/null
