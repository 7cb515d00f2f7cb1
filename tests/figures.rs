//! The examples of "Time to Clean Your Test Objectives" (2018) from end to end, and what holds of every run: the same files from any number of jobs.

mod support;

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Cleans a case with the labels in its source; gives the output directory.
fn clean(case: &str, name: &str, options: &[&str]) -> PathBuf {
    let out = support::absent(&format!("figures-{name}"));
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = Command::new(env!("CARGO_BIN_EXE_tamis"))
        .arg("clean")
        .args(options)
        .arg("-o")
        .arg(&out)
        .arg(root.join("tests/cases").join(case))
        .output()
        .expect("tamis can be started");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{case}: {stderr}");
    out
}

/// Status and `by` of each label.
fn verdicts(out: &Path) -> HashMap<u64, (String, String)> {
    let text = fs::read_to_string(out.join("status.csv")).expect("status.csv");
    let rows = text.lines().skip(1).map(|line| {
        let fields: Vec<&str> = line.split(',').collect();
        let id = fields[0].parse().expect("an id");
        (id, (fields[1].to_string(), fields[2].to_string()))
    });
    rows.collect()
}

fn relation(out: &Path) -> serde_json::Value {
    let text = fs::read_to_string(out.join("subsumption.json")).expect("subsumption.json");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn figure_1() {
    let out = clean("figures/figure1.c", "1", &["--criteria", "none"]);
    let verdicts = verdicts(&out);
    for label in 1..=14 {
        let infeasible = verdicts[&label].0 == "infeasible";
        assert_eq!(infeasible, label == 9 || label == 10, "label {label}");
    }
    let relation = relation(&out);
    let duplicates = serde_json::json!([[3, 7], [4, 8], [11, 12], [13, 14]]);
    assert_eq!(relation["duplicates"], duplicates);
    let implications = relation["implications"].as_array().expect("a list");
    for pair in [[1, 5], [6, 2]] {
        assert!(implications.contains(&serde_json::json!(pair)), "{pair:?}");
    }
    // x == y does not follow from x == y || …, nor the other way round.
    for pair in [[5, 1], [2, 6], [3, 4], [4, 3]] {
        assert!(!implications.contains(&serde_json::json!(pair)), "{pair:?}");
    }
}

#[test]
fn figure_3_with_all_predicates_true() {
    let options = ["--criteria", "none", "--steps", "1,2"];
    let verdicts = verdicts(&clean("figures/figure3.c", "3", &options));
    let is = |label: u64, status: &str, by: &str| {
        assert_eq!(
            verdicts[&label],
            (status.into(), by.into()),
            "label {label}"
        );
    };
    // {l3, l4, l1} and {l5, l6}; l2 is covered exactly when l3 or l7 is.
    is(2, "duplicate", "1 7");
    is(1, "unknown", "");
    is(3, "duplicate", "1");
    is(4, "duplicate", "1");
    is(5, "unknown", "");
    is(6, "duplicate", "5");
    is(7, "unknown", "");
}

#[test]
fn jobs_make_no_difference() {
    for case in ["clean/pointers.c", "exhaustive/triangle.c"] {
        let one = clean(case, "one", &["--criteria", "all", "--jobs", "1"]);
        let two = clean(case, "two", &["--criteria", "all", "--jobs", "2"]);
        for file in [
            "labels.csv",
            "status.csv",
            "labels.labels",
            "subsumption.json",
            "subsumption.dot",
        ] {
            let [a, b] = [&one, &two].map(|out| fs::read(out.join(file)).expect(file));
            assert!(a == b, "{case}: {file} differs");
        }
    }
}
