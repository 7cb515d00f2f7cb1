//! Exhaustive truth: each `tests/cases/exhaustive/NAME.c` has a function `f` of two bytes, or two
//! bytes and a `_Bool`. Every input is run, so it is known which labels are infeasible, duplicate or
//! subsumed, and what `tamis clean` says is compared with that.
//!
//! A false verdict fails, also one about the functions that `f` calls. How much is found is counted for the labels of
//! `f` alone, since the others have other callers in general; it must not fall below the floors. `UPDATE_RESULTS=1` writes
//! `results/exhaustive.md`; `CASE=NAME` looks at one file.

mod support;

#[path = "exhaustive/truth.rs"]
mod truth;
#[path = "clean/verdicts.rs"]
mod verdicts;

use rayon::prelude::*;
use std::fmt::Write;
use std::path::Path;
use support::listed::cases;
use verdicts::{Row, broken_contract, clean, directory};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const CRITERIA: &str = "cc,mcc,gacc,wm";

const INTRODUCTION: &str = "\
# Exhaustive truth

Made by `UPDATE_RESULTS=1 cargo test --release --test exhaustive`. Each function of `tests/cases/exhaustive` was run on
all its inputs, so that the truth about its labels is known. *Infeasible* is what no input covers. *Removable* is that, and of
the others all but one label for each smallest set of inputs. Each criterion is taken by itself.
";

/// Per cent of the infeasible labels, and of all removable ones, that must be found.
const FLOORS: [f64; 2] = [98.0, 97.0];

/// How many there are, and how many of them were found.
#[derive(Clone, Copy, Default)]
struct Count {
    real: usize,
    found: usize,
}

impl Count {
    fn add(&mut self, found: bool) {
        self.real += 1;
        self.found += usize::from(found);
    }

    fn percent(self) -> f64 {
        100.0 * self.found as f64 / self.real.max(1) as f64
    }

    fn shown(self) -> String {
        let Count { real, found } = self;
        format!("{found} of {real}")
    }
}

impl std::ops::Add for Count {
    type Output = Count;
    fn add(self, other: Count) -> Count {
        Count {
            real: self.real + other.real,
            found: self.found + other.found,
        }
    }
}

/// What was found in a set of labels.
#[derive(Clone, Copy, Default)]
struct Tally {
    labels: usize,
    infeasible: Count,
    removable: Count,
}

impl Tally {
    fn plus(self, other: Tally) -> Tally {
        Tally {
            labels: self.labels + other.labels,
            infeasible: self.infeasible + other.infeasible,
            removable: self.removable + other.removable,
        }
    }

    fn row(self, name: &str) -> String {
        let Tally {
            labels,
            infeasible,
            removable,
        } = self;
        let percents = [infeasible, removable].map(|count| format!("{:.1} %", count.percent()));
        let [infeasible, removable] = [infeasible, removable].map(Count::shown);
        format!(
            "| {name} | {labels} | {infeasible} | {} | {removable} | {} |\n",
            percents[0], percents[1]
        )
    }
}

/// What came out for one file.
struct Outcome {
    name: String,
    wrong: Vec<String>,
    criteria: Vec<(String, Tally)>,
    missed: Vec<String>,
    /// Why, as the file says it.
    cause: Option<String>,
}

#[test]
fn no_verdict_is_refuted_by_any_input() {
    let mut outcomes: Vec<Outcome> = cases("exhaustive", "c")
        .par_iter()
        .map(|case| check(case))
        .collect();
    outcomes.sort_by(|a, b| a.name.cmp(&b.name));
    let report = report(&outcomes);
    println!("{report}");
    if std::env::var_os("UPDATE_RESULTS").is_some() {
        let file = Path::new(ROOT).join("results/exhaustive.md");
        std::fs::write(file, &report).expect("the results can be written");
    }
    let wrong: Vec<&String> = outcomes.iter().flat_map(|outcome| &outcome.wrong).collect();
    assert!(wrong.is_empty(), "{} wrong: {wrong:#?}", wrong.len());
    if std::env::var_os("CASE").is_none() {
        let total = total(&outcomes);
        let reached = [total.infeasible, total.removable].map(Count::percent);
        let holds = reached
            .iter()
            .zip(FLOORS)
            .all(|(percent, floor)| *percent >= floor);
        assert!(holds, "found {reached:?} %, wanted {FLOORS:?}");
    }
}

#[test]
fn false_verdicts_are_seen() {
    let case = Path::new(ROOT).join("tests/cases/exhaustive/version.c");
    let directory = directory("exhaustive-seen");
    let mut rows = clean(&case, &directory, "cc").expect("it can be cleaned");
    let annotated = directory.join("annotated/version_labels.c");
    let sets = truth::run(&annotated, &directory.join("program"), &rows).expect("it runs");
    let first = rows[0].id;
    for (status, by) in [
        ("infeasible", vec![]),
        ("duplicate", vec![first]),
        ("subsumed", vec![first]),
    ] {
        let row = &mut rows[1];
        (row.status, row.by) = (status.into(), by);
        assert!(sets.refute(row).is_some(), "{}", row.shown());
    }
}

fn stem(case: &Path) -> String {
    case.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into()
}

fn check(case: &Path) -> Outcome {
    let mut outcome = Outcome {
        name: stem(case),
        wrong: Vec::new(),
        criteria: Vec::new(),
        missed: Vec::new(),
        cause: None,
    };
    if let Err(problem) = compare(case, &mut outcome) {
        outcome.wrong.push(format!("{}: {problem}", outcome.name));
    }
    outcome
}

/// Compares what tamis says with what is true.
fn compare(case: &Path, outcome: &mut Outcome) -> Result<(), String> {
    let directory = directory(&format!("exhaustive-{}", outcome.name));
    let rows = clean(case, &directory, CRITERIA)?;
    let annotated = directory.join(format!("annotated/{}_labels.c", outcome.name));
    let sets = truth::run(&annotated, &directory.join("program"), &rows)?;
    outcome.wrong.extend(broken_contract(&rows));
    for row in &rows {
        if let Some(why) = sets.refute(row) {
            outcome
                .wrong
                .push(format!("{}: {}: {why}", outcome.name, row.shown()));
        }
    }
    for criterion in CRITERIA.split(',') {
        let own = |row: &&Row| row.criterion == criterion && row.function == "f";
        let own: Vec<&Row> = rows.iter().filter(own).collect();
        let tally = tally(&sets, &own, &mut outcome.missed);
        outcome.criteria.push((criterion.into(), tally));
    }
    let text = std::fs::read_to_string(case).map_err(|error| error.to_string())?;
    outcome.cause = cause(&text).map(String::from);
    match outcome.missed.is_empty() || outcome.cause.is_some() {
        true => Ok(()),
        false => Err("something is missed: say why in a line `/* Missed: … */`".into()),
    }
}

/// Why something is missed.
fn cause(text: &str) -> Option<&str> {
    let mut lines = text.lines();
    lines.find_map(|line| line.strip_prefix("/* Missed: ")?.strip_suffix(" */"))
}

fn tally(sets: &truth::Sets, rows: &[&Row], missed: &mut Vec<String>) -> Tally {
    let mut tally = Tally {
        labels: rows.len(),
        ..Tally::default()
    };
    for (row, reason) in sets.removable(rows) {
        let found = !row.is_unknown();
        tally.removable.add(found);
        if sets.is_infeasible(row) {
            tally.infeasible.add(row.status == "infeasible");
        }
        if !found {
            let Row {
                id,
                line,
                criterion,
                predicate,
                ..
            } = row;
            missed.push(format!(
                "{criterion} {id} at line {line} `{predicate}`: {reason}"
            ));
        }
    }
    tally
}

fn total(outcomes: &[Outcome]) -> Tally {
    let tallies = outcomes.iter().flat_map(|outcome| &outcome.criteria);
    tallies.fold(Tally::default(), |all, (_, tally)| all.plus(*tally))
}

fn report(outcomes: &[Outcome]) -> String {
    let mut text = INTRODUCTION.to_string();
    let wrong: usize = outcomes.iter().map(|outcome| outcome.wrong.len()).sum();
    let _ = write!(text, "\nFalse verdicts: {wrong}.\n\n");
    text += &heading("criterion");
    for criterion in CRITERIA.split(',') {
        let tallies = outcomes.iter().flat_map(|outcome| &outcome.criteria);
        let own = tallies.filter(|(name, _)| name == criterion);
        let sum = own.fold(Tally::default(), |all, (_, tally)| all.plus(*tally));
        text += &sum.row(criterion);
    }
    text += &total(outcomes).row("all");
    text += "\n";
    text += &heading("function");
    for outcome in outcomes {
        let tallies = outcome.criteria.iter();
        let sum = tallies.fold(Tally::default(), |all, (_, tally)| all.plus(*tally));
        text += &sum.row(&outcome.name);
    }
    text += "\n## Missed\n";
    for outcome in outcomes.iter().filter(|outcome| !outcome.missed.is_empty()) {
        let cause = outcome.cause.as_deref().unwrap_or("?");
        let _ = write!(text, "\n### {}\n\nCause: {cause}\n\n", outcome.name);
        for missed in &outcome.missed {
            let _ = writeln!(text, "- {missed}");
        }
    }
    text
}

fn heading(what: &str) -> String {
    format!(
        "| {what} | labels | infeasible found | | removable found | |\n| --- | --- | --- | --- | --- | --- |\n"
    )
}
