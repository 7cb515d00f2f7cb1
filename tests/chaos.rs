//! One of twenty answers of solvers is killed, hangs, has no memory or is garbage: nothing false is proved.
//!
//! With the feature `seeded-bugs` only, since nothing else makes solvers misbehave:
//! see `test.sh`.
#![cfg(feature = "seeded-bugs")]

mod support;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/clean");
const RUNS: u64 = 8;

/// Cleans a file; the second solver, if asked for, is not disturbed when `chaos` is not given.
fn clean(file: &str, name: &str, chaos: Option<u64>, flags: &[&str]) -> PathBuf {
    let out = support::absent(&format!("chaos-{name}"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_tamis"));
    command.args(["clean", "--criteria", "none", "--library", "-o"]);
    command
        .arg(&out)
        .arg(format!("{FOLDER}/{file}"))
        .args(flags);
    if let Some(seed) = chaos {
        command.env("TAMIS_CHAOS", seed.to_string());
    }
    let ran = command.output().expect("tamis runs");
    let stderr = String::from_utf8_lossy(&ran.stderr);
    assert!(
        matches!(ran.status.code(), Some(0 | 2)),
        "{file}, {chaos:?}: {stderr}"
    );
    out
}

fn infeasible(out: &Path) -> BTreeSet<String> {
    let text = std::fs::read_to_string(out.join("status.csv")).expect("verdicts");
    let rows = text.lines().filter(|line| line.contains(",infeasible,"));
    rows.map(|row| row.split(',').next().unwrap_or_default().to_string())
        .collect()
}

#[test]
fn what_is_proved_among_broken_answers_is_so_without_them() {
    let mut lost = 0;
    for file in ["memory.c", "integers.c", "calls.c", "loops.c"] {
        let truth = infeasible(&clean(file, "truth", None, &[]));
        for seed in 0..RUNS {
            let out = clean(file, "disturbed", Some(1000 * seed), &[]);
            assert_eq!(related(&out), Vec::<String>::new(), "{file}, {seed}");
            let seen = infeasible(&out);
            assert!(seen.is_subset(&truth), "{file}, {seed}");
            lost += truth.len() - seen.len();
        }
    }
    assert!(lost > 0, "no answer was disturbed");
}

/// Labels that have nothing to do with each other, as witnesses of `tests/clean.rs` show, and are called related.
fn related(out: &Path) -> Vec<String> {
    let table = |name: &str| std::fs::read_to_string(out.join(name)).expect("a table");
    let distinct: BTreeSet<String> = table("labels.csv")
        .lines()
        .filter(|line| line.split(',').any(|cell| cell.ends_with("_distinct")))
        .filter_map(|line| Some(line.split_once(',')?.0.to_string()))
        .collect();
    let status = table("status.csv");
    let rows = status.lines().filter_map(|line| line.split_once(','));
    let related = |(id, rest): &(&str, &str)| {
        distinct.contains(*id) && (rest.starts_with("duplicate") || rest.starts_with("subsumed"))
    };
    let wrong = rows.filter(related);
    wrong.map(|(id, rest)| format!("{id} {rest}")).collect()
}

#[test]
fn a_second_solver_that_breaks_leaves_verdicts_or_takes_them_back() {
    for file in ["memory.c", "integers.c"] {
        let truth = infeasible(&clean(file, "second-truth", None, &[]));
        for seed in 0..RUNS {
            let flags = ["--second-solver", "--strict"];
            let out = clean(file, "second", Some(77 + seed), &flags);
            assert!(infeasible(&out).is_subset(&truth), "{file}, {seed}");
        }
    }
}
