//! The library as another program uses it: the verdicts that it gives back are those that it writes.

use std::fs;
use std::path::Path;
use tamis::{CleanRequest, Failure, Inputs, Status};

const TEXT: &str = "int f(unsigned x) { if (x < 10 && x > 20) return 1; return 0; }\n";

#[test]
fn verdicts_are_given_back_as_they_are_written() {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("api");
    fs::create_dir_all(&root).expect("a directory");
    let file = root.join("f.c");
    fs::write(&file, TEXT).expect("written");
    let inputs = |files| Inputs {
        files,
        ..Inputs::default()
    };
    let out = root.join("out");
    let outcome = tamis::clean(&CleanRequest::new(inputs(vec![file]), &out)).expect("cleaned");
    assert!(!outcome.verdicts.is_empty());
    assert_eq!(outcome.labels.len(), outcome.verdicts.len());
    let infeasible = |verdict: &&tamis::Verdict| verdict.status == Status::Infeasible;
    assert!(outcome.verdicts.iter().any(|verdict| infeasible(&verdict)));
    let written = fs::read_to_string(out.join("status.csv")).expect("status.csv");
    let statuses: Vec<&str> = written
        .lines()
        .skip(1)
        .filter_map(|line| line.split(',').nth(1))
        .collect();
    let given = outcome.verdicts.iter().map(|v| v.status.name().to_string());
    assert_eq!(statuses, given.collect::<Vec<String>>());

    let none = tamis::clean(&CleanRequest::new(inputs(Vec::new()), root.join("none")));
    assert!(matches!(none, Err(Failure::Unread(_))));
}
