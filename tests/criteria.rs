//! Criteria on C: each `tests/cases/criteria/NAME.c` has its labels in `NAME.labels`, one per line:
//! line, tag, predicate. Its first line says what to make: `// criteria: cc,mcc mutators: aor decisions: all`.
//! `UPDATE_EXPECT=1` writes the labels anew.

mod support;

use std::fmt::Write;
use std::path::Path;
use support::expected::is_expected;
use support::listed::cases;
use tamis::criteria::{DecisionScope, Options, parse_list, parse_mutators, requests};
use tamis::frontend::{Source, TranslationUnit, read_preprocessed};
use tamis::instrument::pretty;
use tamis::ir::{verify, verify_unit};
use tamis::labels::{FunctionLabels, LabelTable};

#[test]
fn labels_of_all_cases_are_as_expected() {
    let mut wrong = Vec::new();
    for case in cases("criteria", "c") {
        let actual = labels(&case);
        if !is_expected(&case.with_extension("labels"), &actual) {
            wrong.push(format!("{}:\n{actual}", case.display()));
        }
    }
    assert!(
        wrong.is_empty(),
        "other labels than expected:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn predicates_of_every_criterion_keep_the_invariants_of_the_ir() {
    let everything = parse_list("all").unwrap();
    let options = Options {
        mutators: parse_mutators("all").unwrap(),
        decisions: DecisionScope::All,
        ..Options::default()
    };
    for case in cases("criteria", "c") {
        let mut unit = read(&case).unit;
        for function in &mut unit.functions {
            requests(function, &everything, &options);
        }
        verify_unit(&unit).unwrap();
        for function in &unit.functions {
            verify(&unit, function).unwrap();
        }
    }
}

fn read(case: &Path) -> TranslationUnit {
    let source = Source::new(case.to_path_buf(), std::fs::read(case).unwrap()).unwrap();
    let read = read_preprocessed(source);
    assert!(
        read.diagnostics.is_empty(),
        "{}: {:?}",
        case.display(),
        read.diagnostics
    );
    read
}

/// The labels of a case, one per line.
fn labels(case: &Path) -> String {
    let TranslationUnit {
        source, mut unit, ..
    } = read(case);
    let first = source.text.lines().next().unwrap_or_default();
    let mut options = Options::default();
    if let Some(list) = setting(first, "mutators:") {
        options.mutators = parse_mutators(list).unwrap();
    }
    if setting(first, "decisions:") == Some("all") {
        options.decisions = DecisionScope::All;
    }
    let criteria = parse_list(setting(first, "criteria:").unwrap()).unwrap();
    let mut lists = Vec::new();
    let mut text = String::new();
    for function in &mut unit.functions {
        let (made, remarks) = requests(function, &criteria, &options);
        for remark in remarks {
            writeln!(
                text,
                "{} {}",
                source.place(remark.span.start).line,
                remark.message
            )
            .unwrap();
        }
        lists.push(FunctionLabels::new(function, made));
    }
    let table = LabelTable::number(lists, &[]);
    for (function, labels) in unit.functions.iter().zip(&table.functions) {
        for label in labels {
            let line = source.place(label.span.start).line;
            let predicate = pretty(&source, &unit.globals, function, label.predicate);
            writeln!(text, "{line} {} {predicate}", label.tag).unwrap();
        }
    }
    text
}

fn setting<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let after = line.split_once(name)?.1.trim_start();
    after.split_whitespace().next()
}
