//! A second solver proves again what was proved: it agrees on the small functions of `tests/cases/clean`, and, with the feature
//! `seeded-bugs`, it does not agree with a prover that makes a mistake.
//!
//! setup.sh brings the solver.

mod support;

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/clean");

fn clean(file: &str, name: &str, flags: &[&str]) -> (Output, PathBuf) {
    let out = support::absent(&format!("second-{name}"));
    let ran = command(file, &out)
        .args(flags)
        .output()
        .expect("tamis runs");
    (ran, out)
}

fn command(file: &str, out: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tamis"));
    command
        .args(["clean", "--criteria", "none", "--library", "-o"])
        .arg(out)
        .arg(format!("{FOLDER}/{file}"));
    command
}

fn opinion(out: &Path) -> Value {
    let summary = support::summary(out);
    summary["second_opinion"].clone()
}

#[test]
fn another_solver_proves_every_removal_again() {
    let mut files: Vec<String> = std::fs::read_dir(FOLDER)
        .expect("cases")
        .map(|entry| {
            entry
                .expect("a case")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .filter(|name| name.ends_with(".c"))
        .collect();
    files.sort();
    let mut claims = 0;
    for file in files {
        let (ran, out) = clean(&file, &file, &["--second-solver"]);
        let stderr = String::from_utf8_lossy(&ran.stderr);
        // 2: some of its functions are left out on purpose.
        assert!(matches!(ran.status.code(), Some(0 | 2)), "{file}: {stderr}");
        let said = opinion(&out);
        assert_eq!(said["solver"], "bitwuzla", "{file}");
        assert_eq!(said["disagreements"], 0, "{file}: {said}");
        assert_eq!(
            said["removals"], said["removals_confirmed"],
            "{file}: {said}"
        );
        for none in ["open", "removals_open", "removals_disputed"] {
            assert_eq!(said[none], 0, "{file}: {said}");
        }
        claims += said["claims_confirmed"].as_u64().unwrap_or(0);
        assert!(!out.join("disagreement-1.smt2").exists(), "{file}");
    }
    assert!(claims > 100, "{claims} claims");
}

#[test]
fn verdicts_are_the_same_with_a_second_solver() {
    let status = |out: &Path| std::fs::read_to_string(out.join("status.csv")).expect("verdicts");
    let (_, plain) = clean("memory.c", "plain", &[]);
    let (_, strict) = clean("memory.c", "strict", &["--second-solver", "--strict"]);
    assert_eq!(status(&plain), status(&strict));
}

#[test]
fn a_solver_that_is_not_there_is_a_message() {
    let out = support::absent("second-absent");
    let mut command = command("memory.c", &out);
    let ran = command.arg("--second-solver=cvc5").env("PATH", "/nowhere");
    let ran = ran.output().expect("tamis runs");
    let stderr = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(1), "{stderr}");
    assert!(
        stderr.contains("cvc5") && stderr.contains("hint"),
        "{stderr}"
    );
    let (ran, _) = clean("memory.c", "unknown", &["--second-solver=/bin/sh"]);
    assert_eq!(ran.status.code(), Some(1));
}

/// The prover loses a carry and proves what is not so: the labels stay live, the questions are kept, the exit code is 3.
#[cfg(feature = "seeded-bugs")]
#[test]
fn a_mistake_of_the_prover_is_caught() {
    let out = support::absent("second-mistake");
    let mut command = command("traps.c", &out);
    let ran = command
        .arg("--second-solver")
        .env("TAMIS_BUG", "CarryLost")
        .output()
        .expect("tamis runs");
    let stderr = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(3), "{stderr}");
    let told = stderr
        .matches("found a counterexample to a tamis proof")
        .count();
    assert!(told > 0, "{stderr}");
    assert_eq!(opinion(&out)["disagreements"], told);
    let status = std::fs::read_to_string(out.join("status.csv")).expect("verdicts");
    assert!(!status.contains("infeasible"), "{status}");
    let question = out.join("disagreement-1.smt2");
    let z3 = Path::new(env!("CARGO_MANIFEST_DIR")).join("third_party/bin/z3");
    let answer = Command::new(z3).arg(question).output().expect("z3 runs");
    assert_eq!(String::from_utf8_lossy(&answer.stdout).trim(), "sat");
}
