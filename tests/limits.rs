//! Limits hold: large functions, little time, little memory, few threads and files.

use serde_json::Value;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// An empty directory with a program.
fn directory(name: &str, program: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("limits-{name}"));
    let _ = fs::remove_dir_all(&root);
    fs::create_dir_all(&root).expect("made");
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
    let text = fs::read_to_string(root.join("out/summary.json")).expect("a summary");
    serde_json::from_str(&text).expect("JSON")
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

/// So many loops, in none of which the counter is negative.
fn loops(count: usize) -> String {
    let mut text = String::from("int f(int n) {\nint r = 0;\n");
    for i in 0..count {
        let _ = writeln!(
            text,
            "for (int i{i} = 0; i{i} < n; i{i}++) {{ if (i{i} < 0) r++; r += i{i}; }}"
        );
    }
    text + "return r;\n}\n"
}

#[test]
fn what_is_easy_stays_easy_in_a_large_function() {
    let count = 150;
    let root = directory("easy", &loops(count));
    let done = clean(&root, "", "--criteria cc --steps 1");
    assert_eq!(done.status.code(), Some(0));
    let infeasible = &summary(&root)["criteria"]["cc"]["infeasible"];
    assert_eq!(infeasible.as_u64(), Some(count as u64));
}

#[test]
fn what_was_cut_is_counted() {
    let root = directory("cut", &list_walk(30));
    let done = clean(&root, "", "--criteria cc,wm --jobs 1");
    assert_eq!(done.status.code(), Some(0));
    let proving = &summary(&root)["proving"];
    assert!(proving["without_answer"].as_u64() > Some(0), "{proving}");
    for what in ["not_asked", "reads_cut"] {
        assert!(proving[what].is_u64(), "{what}: {proving}");
    }
    // What the whole function is too much for is asked again.
    assert!(
        proving["solver_calls"]["window"].as_u64() > Some(0),
        "{proving}"
    );
}

#[test]
fn a_budget_ends_in_time() {
    for (name, program) in [("walk", list_walk(200)), ("loops", loops(400))] {
        let root = directory(&format!("budget-{name}"), &program);
        let start = Instant::now();
        let done = clean(&root, "", "--budget 3s");
        // The tests share the machine with others.
        assert!(start.elapsed() < Duration::from_secs(9), "{name}");
        assert_eq!(done.status.code(), Some(0), "{name}");
    }
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
    let done = clean(&root, "", "--jobs 100000");
    assert_eq!(done.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&done.stderr).contains("--jobs 100000 on"));
}
