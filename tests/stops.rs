//! Several criteria at once on functions in which control may stay away between labels: each file of `tests/cases/stops` is cleaned with
//! several lists of criteria, its `f` is called with all small arguments, and no verdict may be contradicted. Adding a case is adding a file.
//! `TAMIS=FILE` tries another binary, such as that of an earlier commit.

mod support;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/stops");
const LISTS: [&[&str]; 5] = [
    &["cc,mcc,gacc,wm"],
    &["stmt,bbc"],
    &["stmt,bbc", "--across-criteria"],
    &["all", "--whole-program"],
    &["all", "--across-criteria"],
];

/// The labels that one run covers.
type Run = BTreeSet<u64>;

#[test]
fn no_run_contradicts_a_verdict() {
    let mut wrong = Vec::new();
    for entry in std::fs::read_dir(FOLDER).expect("cases") {
        let case = entry.expect("a case").path();
        if case.extension().is_none_or(|extension| extension != "c") {
            continue;
        }
        for (number, list) in LISTS.iter().enumerate() {
            let out = cleaned(&case, number, list);
            let runs = runs(&out);
            let removed = contradicted(&out, &runs);
            let told = removed.iter();
            wrong.extend(told.map(|row| format!("{}: {list:?}: {row}", case.display())));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn cleaned(case: &Path, number: usize, list: &[&str]) -> PathBuf {
    let stem = case.file_stem().unwrap_or_default().to_string_lossy();
    let out = support::absent(&format!("stops-{stem}-{number}"));
    let other = std::env::var_os("TAMIS");
    let mut command = Command::new(other.unwrap_or(env!("CARGO_BIN_EXE_tamis").into()));
    command
        .args(["clean", "--no-cache", "--criteria"])
        .args(list);
    let ran = command.arg("-o").arg(&out).arg(case).output();
    let ran = ran.expect("tamis runs");
    let stderr = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(0), "{}: {stderr}", case.display());
    out
}

/// Runs the annotated text.
fn runs(out: &Path) -> Vec<Run> {
    let labels = std::fs::read_dir(out.join("annotated")).expect("annotated text");
    let text = labels.map(|entry| entry.expect("a file").path());
    let program = out.join("program");
    let mut compiler = Command::new("cc");
    compiler
        .args(["-w", "-fwrapv", "-O0", "-x", "c"])
        .arg("-Dpc_label(c, id, ...)=((c) ? covered(id) : (void)0)")
        .args(["-include", &declaration(out)])
        .args(text)
        .arg(format!("{FOLDER}/world/drive.c"))
        .arg("-o")
        .arg(&program);
    let built = compiler.output().expect("cc runs");
    let stderr = String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success(), "{stderr}");
    let printed = Command::new(&program).output().expect("it runs").stdout;
    let number = |word: &str| word.parse().expect("a label");
    let lines = String::from_utf8_lossy(&printed);
    let run = |line: &str| line.split_whitespace().map(number).collect();
    let runs: Vec<Run> = lines.lines().map(run).collect();
    assert_eq!(runs.len(), 125);
    runs
}

fn declaration(out: &Path) -> String {
    let header = out.join("covered.h");
    std::fs::write(&header, "void covered(int label);\n").expect("written");
    header.to_string_lossy().into_owned()
}

/// The rows of `status.csv` that some run contradicts.
fn contradicted(out: &Path, runs: &[Run]) -> Vec<String> {
    let status = std::fs::read_to_string(out.join("status.csv")).expect("verdicts");
    let is_wrong = |row: &&str| {
        let cells: Vec<&str> = row.split(',').collect();
        let label: u64 = cells[0].parse().expect("an id");
        let by = cells[2].split_whitespace();
        let by: Vec<u64> = by.map(|id| id.parse().expect("an id")).collect();
        runs.iter().any(|run| {
            let here = run.contains(&label);
            let others = by.iter().filter(|id| run.contains(id)).count();
            match cells[1] {
                "infeasible" => here,
                "duplicate" => here != (others > 0),
                "subsumed" => others > 0 && !here,
                _ => false,
            }
        })
    };
    let rows = status.lines().skip(1).filter(is_wrong);
    rows.map(String::from).collect()
}
