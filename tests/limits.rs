//! Limits hold: large functions, little time, little memory, few threads and files.

mod support;

use serde_json::Value;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// An empty directory with a program.
fn directory(name: &str, program: &str) -> PathBuf {
    let root = support::directory(&format!("limits-{name}"));
    fs::write(root.join("f.c"), program).expect("written");
    root
}

/// `tamis clean` after a command of the shell.
fn clean(root: &Path, before: &str, args: &str) -> Output {
    let tamis = env!("CARGO_BIN_EXE_tamis");
    let line = format!("{before}\nexec '{tamis}' clean --no-cache -o out {args} f.c");
    let output = Command::new("bash")
        .args(["-c", &line])
        .current_dir(root)
        .output();
    output.expect("bash can be started")
}

fn summary(root: &Path) -> Value {
    support::summary(&root.join("out"))
}

/// So many walks along a list, each of which may change what the others read.
fn list_walk(count: usize) -> String {
    let mut text =
        String::from("struct n { int x, y; struct n *n; };\nvoid f(struct n *p, int k) {\n");
    for i in 0..count {
        let _ = writeln!(text, "if (p && p->x > {i}) {{ p->y = {i} + k; p = p->n; }}");
    }
    text + "}\n"
}

/// So many loops with a counter each, and as many constants.
fn counted_loops(count: usize) -> String {
    let mut text = String::from("int f(int n) {\nint s = 0;\n");
    for i in 0..count {
        let _ = writeln!(
            text,
            "for (int i = 0; i < n; i++) {{ if (i < 0) s -= {i}; }}"
        );
    }
    text + "return s;\n}\n"
}

#[test]
fn counters_are_known_in_large_functions() {
    for count in [3, 300] {
        let root = directory("counters", &counted_loops(count));
        clean(&root, "", "--criteria cc --steps 1");
        let infeasible = &summary(&root)["criteria"]["cc"]["infeasible"];
        assert_eq!(infeasible, count, "of {count} loops");
    }
}

#[test]
fn a_run_whose_budget_ends_writes_every_label() {
    let root = directory("budget", &list_walk(60));
    let done = clean(&root, "", "--budget 1s --criteria cc,wm");
    assert_eq!(done.status.code(), Some(0));
    let labels = summary(&root)["labels"].as_u64();
    let status = fs::read_to_string(root.join("out/status.csv")).expect("a table");
    assert_eq!(labels, Some(status.lines().count() as u64 - 1));
}

#[test]
fn little_of_everything_gives_a_message_or_less() {
    let root = directory("little", &list_walk(3));
    let limits = [
        "ulimit -v 400000",
        "ulimit -v 1200000",
        "ulimit -v 4000000",
        "ulimit -n 8",
        "ulimit -n 16",
        "ulimit -s 256",
    ];
    for limit in limits {
        let done = clean(&root, limit, "--jobs 8");
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(!said.contains("panicked"), "{limit}: {said}");
        assert!(
            matches!(done.status.code(), Some(0 | 2)),
            "{limit}: {:?} {said}",
            done.status
        );
        assert!(
            done.status.success() || said.contains("error"),
            "{limit}: {said}"
        );
    }
}

#[test]
fn more_threads_than_make_sense_are_not_started() {
    let root = directory("jobs", &list_walk(2));
    // A stack of 2 MB for each of them would not fit.
    let done = clean(&root, "ulimit -v 16000000", "--jobs 100000");
    let said = String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.code(), Some(0), "{said}");
}
