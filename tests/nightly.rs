//! Runs that are compared, restricted to a diff, or cut into parts.

mod support;

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use support::{command, done, read, results, tamis};

/// An empty directory with the two files of the cache's tests.
fn directory(name: &str) -> PathBuf {
    let root = support::directory(&format!("nightly-{name}"));
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/cache");
    for file in ["a.c", "b.c", "types.h"] {
        fs::copy(cases.join(file), root.join(file)).expect("copied");
    }
    root
}

fn edit(path: PathBuf, old: &str, new: &str) {
    let text = read(path.clone());
    assert!(text.contains(old), "no `{old}`");
    fs::write(path, text.replacen(old, new, 1)).expect("written");
}

fn assert_same(a: &Path, b: &Path, what: &str) {
    let more = [
        "inputs.json",
        "annotated/a_labels.c",
        "annotated/b_labels.c",
    ];
    results::assert_same(a, b, &more, what);
}

#[test]
fn parts_make_the_whole() {
    let root = directory("parts");
    done(&root, &["clean", "--no-cache", "-o", "whole", "a.c", "b.c"]);
    for count in [2, 3, 7] {
        let names: Vec<String> = (1..=count).map(|k| format!("{count}-{k}")).collect();
        for (k, name) in (1..).zip(&names) {
            let shard = format!("{k}/{count}");
            let args = ["clean", "--shard", &shard, "-o", name, "a.c", "b.c"];
            done(&root, &args);
            let status = read(root.join(name).join("status.csv"));
            assert!(status.contains("it belongs to another shard"), "{shard}");
        }
        let mut args = vec!["merge", "merged"];
        args.extend(names.iter().map(String::as_str));
        done(&root, &args);
        assert_same(
            &root.join("merged"),
            &root.join("whole"),
            &count.to_string(),
        );
        // Everything came from the parts.
        let summary: Value =
            serde_json::from_str(&read(root.join("merged/summary.json"))).expect("JSON");
        assert_eq!(summary["proving"]["cached"], summary["labels"], "{count}");
        // The order does not matter, but each part does.
        args[2..].reverse();
        done(&root, &args);
        let run = tamis(&root, &args[..args.len() - 1]);
        let said = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(2), "{said}");
        assert!(
            said.contains(&format!("part 1/{count} is missing")),
            "{said}"
        );
    }
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let root = directory("misfits");
    let part = |shard: &str, out: &str, more: &[&str]| {
        let args = ["clean", "--shard", shard, "-o", out, "a.c", "b.c"];
        done(&root, &[&args[..], more].concat());
    };
    part("1/2", "one", &[]);
    part("2/2", "two", &[]);
    part("2/2", "limit", &["--limit", "99"]);
    part("2/3", "third", &[]);
    done(&root, &["clean", "-o", "whole", "a.c", "b.c"]);
    let refused = |parts: &[&str], why: &str| {
        let run = tamis(&root, &[&["merge", "out"], parts].concat());
        let said = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(2), "{said}");
        assert!(said.contains(why), "{parts:?}: {said}");
    };
    refused(&["one", "limit"], "limit differs");
    refused(&["one", "one"], "there are two parts 1/2");
    refused(&["one", "third"], "is missing");
    refused(&["one", "whole"], "whole is a whole run");
    refused(&["one", "absent"], "absent");
    edit(root.join("b.c"), "return x;", "return x + 1;");
    refused(&["one", "two"], "b.c has changed");
}

#[test]
fn parts_share_a_cache() {
    let root = directory("common");
    for k in ["1/2", "2/2"] {
        let out = k.replace('/', "-");
        let args = ["clean", "--cache", "proofs", "--shard", k, "-o", &out];
        done(&root, &[&args[..], &["a.c", "b.c"]].concat());
    }
    done(
        &root,
        &["merge", "--cache", "proofs", "merged", "1-2", "2-2"],
    );
    done(&root, &["clean", "--no-cache", "-o", "whole", "a.c", "b.c"]);
    assert_same(&root.join("merged"), &root.join("whole"), "a common cache");
}

#[test]
fn a_diff_of_runs_names_what_changed() {
    let root = directory("diff");
    let clean = |out: &str| {
        done(
            &root,
            &["clean", "--criteria", "cc", "-o", out, "a.c", "b.c"],
        )
    };
    clean("old");
    // Lines move, a verdict changes, a label goes and another comes.
    edit(root.join("a.c"), "int back", "\n\nint back");
    edit(root.join("a.c"), "limit = 10", "limit = 3");
    edit(root.join("a.c"), "names[x & 1] == 0", "names[x & 1] != 0");
    clean("new");
    let said = done(&root, &["diff", "old", "new"]);
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines.iter().all(|l| l.starts_with("a.c:")), "{said}");
    let with = |what: &str| lines.iter().filter(|line| line.contains(what)).count();
    assert!(with("reads_limit") > 0 && with(" → ") > 0, "{said}");
    assert_eq!((with("new, "), with("gone, was ")), (2, 2), "{said}");
    let machine: Value =
        serde_json::from_str(&done(&root, &["diff", "--json", "old", "new"])).expect("JSON");
    let changes = machine["changes"].as_array().expect("a list");
    assert_eq!(changes.len(), lines.len());
    let changed = changes
        .iter()
        .find(|change| change["change"] == "changed")
        .expect("one");
    assert_ne!(changed["old"]["status"], changed["new"]["status"]);
    assert!(machine["same"].as_u64() > Some(10));
    let code = |args: &[&str]| tamis(&root, args).status.code();
    assert_eq!(code(&["diff", "--check", "old", "new"]), Some(4));
    assert_eq!(code(&["diff", "--check", "old", "old"]), Some(0));
    assert_eq!(code(&["diff", "old", "absent"]), Some(2));
    assert_eq!(code(&["diff", "old"]), Some(1));
}

/// The functions that labels.csv names.
fn functions(out: &Path) -> Vec<String> {
    let text = read(out.join("labels.csv"));
    let mut rows = csv::Reader::from_reader(text.as_bytes());
    let mut names: Vec<String> = rows
        .records()
        .map(|row| row.expect("a row")[7].to_string())
        .collect();
    names.dedup();
    names
}

#[test]
fn a_run_in_a_diff_is_about_the_functions_that_it_touches() {
    let root = directory("in-diff");
    let text = read(root.join("a.c"));
    let lines = text.lines().filter(|line| !line.contains("pc_label"));
    let old: String = lines.map(|line| format!("{line}\n")).collect();
    fs::write(root.join("a.c"), &old).expect("written");
    fs::write(root.join("before.c"), &old).expect("written");
    edit(root.join("a.c"), "limit && x < 9", "limit && x < 8");
    edit(root.join("a.c"), "  q->second = 2;\n", "");
    let diff = Command::new("diff")
        .args([
            "-u", "--label", "a/a.c", "--label", "b/a.c", "before.c", "a.c",
        ])
        .current_dir(&root)
        .output()
        .expect("diff");
    fs::write(root.join("change.diff"), &diff.stdout).expect("written");
    let args = ["clean", "--in-diff", "change.diff", "a.c", "b.c"];
    done(&root, &args);
    let out = root.join("tamis.out");
    assert_eq!(functions(&out), ["reads_limit", "has_layout"]);
    done(&root, &["explain", "tamis.out", "1"]);
    // The verdicts are those of a run about everything, and its proofs are used.
    done(
        &root,
        &["clean", "-o", "all", "--cache", "proofs", "a.c", "b.c"],
    );
    done(&root, &[&args[..], &["--cache", "proofs"]].concat());
    let summary: Value = serde_json::from_str(&read(out.join("summary.json"))).expect("JSON");
    assert_eq!(summary["proving"]["cached"], summary["labels"]);
    let said = done(&root, &["diff", "all", "tamis.out"]);
    assert!(
        said.lines().all(|line| line.contains("gone, was")),
        "{said}"
    );
    // From stdin.
    let mut child = command(&root, &["clean", "--in-diff", "-", "-o", "stdin", "a.c"])
        .stdin(fs::File::open(root.join("change.diff")).expect("open"))
        .stderr(Stdio::null())
        .spawn()
        .expect("started");
    assert_eq!(child.wait().expect("ended").code(), Some(0));
    assert_eq!(
        functions(&root.join("stdin")),
        ["reads_limit", "has_layout"]
    );
    fs::write(root.join("change.diff"), "@@ nonsense\n").expect("written");
    assert_eq!(tamis(&root, &args).status.code(), Some(1));
}

#[test]
fn a_budget_ends_a_run_and_the_next_one_goes_on() {
    let root = directory("budget");
    let files = ["a.c", "b.c"];
    let clean = |options: &[&str]| tamis(&root, &[&["clean"], options, &files].concat());
    clean(&["--no-cache", "-o", "whole"]);
    let ended = clean(&["--budget", "0s", "-o", "out"]);
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(0), "{said}");
    assert!(
        said.contains("note: the budget of 0 s is used up"),
        "{said}"
    );
    assert!(!read(root.join("out/status.csv")).contains("infeasible"));
    // Enough time: what a run in one go says, with and without what was kept.
    for options in [
        &["--budget", "1h", "-o", "out"][..],
        &["--budget", "1h", "--no-cache", "-o", "other"],
    ] {
        let whole = clean(options);
        let said = String::from_utf8_lossy(&whole.stderr);
        assert!(!said.contains("budget"), "{said}");
        assert_same(
            &root.join("whole"),
            &root.join(options[options.len() - 1]),
            "budget",
        );
    }
    assert_eq!(clean(&["--budget", "soon"]).status.code(), Some(1));
}

/// A function whose labels make several shares.
fn large(path: PathBuf) {
    let mut text = String::from("int large(int n, int m) {\n    switch (n) {\n");
    for i in 0..120 {
        let (low, high) = (i % 7, i % 11 + 9);
        text +=
            &format!("    case {i}: return m > {low} && m < {high} && n < m ? m + {i} : {low};\n");
    }
    text += "    }\n    return 0;\n}\n";
    fs::write(path, text).expect("written");
}

#[test]
fn a_large_function_gets_the_same_verdicts_however_it_is_worked_on() {
    let root = directory("large");
    large(root.join("large.c"));
    let clean = |options: &[&str], out: &str| {
        done(
            &root,
            &[&["clean", "-o", out], options, &["large.c"]].concat(),
        );
        read(root.join(out).join("status.csv"))
    };
    let one = clean(&["--no-cache", "--jobs", "1"], "one");
    assert!(one.lines().count() > 3_000 && one.contains(",subsumed,"));
    assert!(
        one == clean(&["--no-cache", "--jobs", "2"], "two"),
        "two jobs"
    );
    assert!(
        one == clean(&["--no-cache", "--budget", "1h"], "rounds"),
        "rounds"
    );
    for steps in ["1", "2"] {
        clean(&["--steps", steps], "steps");
    }
    assert!(one == clean(&["--steps", "3"], "steps"), "step by step");
}
