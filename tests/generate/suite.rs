//! Files and programs cleaned, tests made for them, and what must hold of any suite.

use crate::support::{absent, command};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

pub const ROOT: &str = env!("CARGO_MANIFEST_DIR");
pub const CRITERIA: &str = "cc,mcc,gacc,wm";

/// What was made for one file.
pub struct Made {
    pub name: String,
    pub labels: usize,
    pub decided: usize,
    pub tests: u64,
    /// As `what` of each finding, with its line.
    pub findings: BTreeSet<String>,
    pub open: Vec<String>,
}

/// Makes tests for the file, and checks all that must hold of any suite.
pub fn check(case: &Path) -> Made {
    let name = case
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let out = clean(case, &format!("generate-{name}"));
    let text = std::fs::read_to_string(case).expect("a file");
    // Its first comment may have options.
    let options = text.split("options: ").nth(1).unwrap_or_default();
    let options = options.split("*/").next().unwrap_or_default();
    let args: Vec<&str> = ["--jobs", "1"]
        .into_iter()
        .chain(options.split_whitespace())
        .collect();
    let result = generate(&out, &args);
    assert_eq!(result["diagnostics"], Value::Array(vec![]), "{name}");
    holds(&out, &name);
    made(name, &result)
}

/// Makes tests for a whole program. What it does natively and not in the interpreter (constructors, threads) costs tests.
pub fn check_program(case: &Path) -> Made {
    let name = case.file_name().unwrap_or_default().to_string_lossy();
    let text = std::fs::read_to_string(case.join("main.c")).expect("a program");
    let said = |what: &str| {
        let mut lines = text.lines();
        lines.find_map(|line| line.strip_prefix(&format!("// {what}: ")))
    };
    let flags: Vec<&str> = said("flags").map_or(Vec::new(), |f| f.split(' ').collect());
    let mut files: Vec<PathBuf> = std::fs::read_dir(case)
        .expect("a directory")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    let options = [&["--criteria", CRITERIA], &flags[..]].concat();
    let out = clean_with(&files, &options, &format!("generate-whole-{name}"));
    let link = said("links").map(|flags| format!("--link={flags}"));
    let mut args = vec!["generate", "--format", "json", "--jobs", "1"];
    args.extend(link.as_deref());
    let run = tamis(&args, &out);
    let told = String::from_utf8_lossy(&run.stdout).into_owned();
    assert!(
        matches!(run.status.code(), Some(0 | 2)),
        "{name}: {told}{}",
        String::from_utf8_lossy(&run.stderr)
    );
    let result: Value = serde_json::from_str(&told).expect("JSON");
    // Programs that show where facts would be wrong need not compile everywhere, nor do the same twice.
    if result["tests"] != 0 && !name.starts_with("trap_") {
        holds(&out, &name);
    }
    made(name.into_owned(), &result)
}

/// What must hold of any suite.
pub fn holds(out: &Path, name: &str) {
    for compiler in ["gcc", "clang"] {
        build(out, compiler);
    }
    let promised = covered(out);
    let tests = out.join("tests");
    let run = tamis(
        &[
            "replay",
            "--format",
            "json",
            "--drivers",
            &tests.to_string_lossy(),
        ],
        out,
    );
    assert_eq!(
        run.status.code(),
        Some(0),
        "{name}: {}",
        String::from_utf8_lossy(&run.stderr)
    );
    assert_eq!(
        covered(out),
        promised,
        "{name}: the suite covers what was promised"
    );
}

pub fn made(name: String, result: &Value) -> Made {
    let count = |what: &str| -> usize {
        let criteria = result["criteria"].as_object().expect("criteria");
        criteria
            .values()
            .map(|c| c[what].as_u64().unwrap_or(0) as usize)
            .sum()
    };
    let finding = |finding: &Value| {
        let place = finding["place"].as_str().unwrap_or("?");
        let line = place.rsplit(':').nth(1).unwrap_or("?");
        format!("{line}: {}", finding["what"].as_str().unwrap_or("?"))
    };
    let list = |what: &str| result[what].as_array().cloned().unwrap_or_default();
    Made {
        labels: count("labels"),
        decided: count("by_test") + count("by_proof"),
        tests: result["tests"].as_u64().unwrap_or(0),
        findings: list("findings").iter().map(finding).collect(),
        open: list("open").iter().map(Value::to_string).collect(),
        name,
    }
}

pub fn programs() -> Vec<PathBuf> {
    let only = std::env::var("CASE").ok();
    let entries = std::fs::read_dir(Path::new(ROOT).join("tests/cases/context"));
    let places = entries
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry").path());
    let wanted = |place: &PathBuf| {
        let name = place.file_name().unwrap_or_default().to_string_lossy();
        // What is left out by intention cannot be called, and `__TIME__` makes another text each time.
        let text = std::fs::read_to_string(place.join("main.c")).expect("a program");
        !text.contains("// broken: yes") && only.as_ref().is_none_or(|only| *only == name)
    };
    let mut places: Vec<PathBuf> = places.filter(wanted).collect();
    places.sort();
    places
}

pub fn tamis(args: &[&str], out: &Path) -> std::process::Output {
    let mut command = command(Path::new(ROOT), args);
    command.arg(out).output().expect("tamis runs")
}

pub fn clean(case: &Path, name: &str) -> PathBuf {
    let options = ["--criteria", CRITERIA, "--library"];
    clean_with(&[case.to_path_buf()], &options, name)
}

/// Only the labels that stand in the file.
pub fn labelled(case: &Path, name: &str) -> PathBuf {
    let options = ["--criteria", "none", "--library"];
    clean_with(&[case.to_path_buf()], &options, name)
}

pub fn clean_with(files: &[PathBuf], options: &[&str], name: &str) -> PathBuf {
    let out = absent(name);
    let mut clean = command(Path::new(ROOT), &["clean", "--jobs", "1", "-o"]);
    let run = clean.arg(&out).args(options).args(files).output();
    let run = run.expect("tamis runs");
    // 2: a file that is left out by intention.
    assert!(
        matches!(run.status.code(), Some(0 | 2)),
        "{}",
        String::from_utf8_lossy(&run.stderr)
    );
    out
}

pub fn generate(out: &Path, options: &[&str]) -> Value {
    let args = [&["generate", "--format", "json"], options].concat();
    let run = tamis(&args, out);
    let text = String::from_utf8_lossy(&run.stdout).into_owned();
    assert_eq!(run.status.code(), Some(0), "{out:?}: {text}");
    serde_json::from_str(&text).expect("JSON")
}

/// Builds the suite and runs it: no warning, no failure.
pub fn build(out: &Path, compiler: &str) {
    let tests = out.join("tests");
    for goal in ["clean", "check"] {
        let mut make = Command::new("make");
        make.arg("-s")
            .arg("-C")
            .arg(&tests)
            .arg(format!("CC={compiler}"))
            .arg(goal);
        let run = make.output().expect("make runs");
        let warnings = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success(), "{out:?} {compiler}: {warnings}");
        assert!(
            !warnings.contains("warning:"),
            "{out:?} {compiler}: {warnings}"
        );
    }
}

/// The ids of the labels that some test covers.
pub fn covered(out: &Path) -> BTreeSet<u64> {
    let text = std::fs::read_to_string(out.join("coverage.csv")).unwrap_or_default();
    let rows = text
        .lines()
        .skip(1)
        .map(|line| line.split(',').collect::<Vec<_>>());
    let rows = rows.filter(|row| row.get(1).is_some_and(|tests| !tests.is_empty()));
    rows.filter_map(|row| row[0].parse().ok()).collect()
}
