#!/bin/sh
# Sets up, runs the tests, then small forms of the campaigns of benchmarks/.
set -eu
cd "$(dirname "$0")"
./setup.sh
cargo test </dev/null
cargo build </dev/null
# The debug build: slower, but it checks its own arithmetic.
TAMIS=target/debug/tamis benchmarks/csmith --count 10 --jobs "$(nproc)" --results target/csmith.md </dev/null
TAMIS=target/debug/tamis benchmarks/lab --count 36 --calls 300 --limit 5000 --reduce 0 --jobs "$(nproc)" --results target/soundness.md </dev/null
TAMIS=target/debug/tamis benchmarks/lab --generator --kinds called,whole --count 24 --calls 200 --jobs "$(nproc)" </dev/null
# Solvers that misbehave, and mistakes that a second solver must catch.
cargo test --manifest-path "$(benchmarks/mistakes.py)/Cargo.toml" --target-dir target/mistakes/build --features seeded-bugs \
    --test chaos --test second --test certificates </dev/null
TAMIS=target/debug/tamis benchmarks/chaos --kills 10 --faults 24 --results target/soundness.md </dev/null
# The other solver of clauses behind the same interface.
cargo test --features batsat --lib prover:: </dev/null
# A cache that machines share, with a real Redis. What it needs takes minutes to build, so only this is built with it.
cargo test --features remote-cache --lib cache:: </dev/null
cargo test --features remote-cache --test remote </dev/null
