//! Small functions named by what must happen: each file of `tests/cases/clean` is cleaned, and each
//! function's verdicts are compared with the end of its name. Adding a case is adding a function.
//!
//! - `_infeasible`: every label is infeasible; `_feasible`: none may be called so.
//! - `_duplicate`: two labels, the second one a duplicate of the first.
//! - `_subsumes`: two labels, exactly one subsumed by the other.
//! - `_unequal`: no label is a duplicate, also not of two others.
//! - `_distinct`: two labels that have nothing to do with each other.
//! - `_left_out`: it has no labels, since compilers differ in what it means. It stands behind those that have.
//! - `FN_…`: so it is, and tamis does not find it yet: all labels are unknown.
//!
//! A line `// flags: …` says how the file is compiled.
//!
//! Lines `// run: …` are witnesses: C statements that cover what the name promises, checked with the
//! compiler. A function that promises that something can happen has one, or says `// no run: why`.
//! `CASE=NAME` looks at one file.

mod support;

#[path = "clean/verdicts.rs"]
mod verdicts;
#[path = "clean/witness.rs"]
mod witness;

use rayon::prelude::*;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use support::listed::cases;
use verdicts::{Row, broken_contract, clean, directory};
use witness::{Run, runs};

/// What the end of a name promises.
#[derive(Clone, Copy, PartialEq)]
enum Promise {
    Infeasible,
    Feasible,
    Duplicate,
    Subsumes,
    Distinct,
    Unequal,
    LeftOut,
}

const PROMISES: [(&str, Promise); 7] = [
    ("_infeasible", Promise::Infeasible),
    ("_feasible", Promise::Feasible),
    ("_duplicate", Promise::Duplicate),
    ("_subsumes", Promise::Subsumes),
    ("_distinct", Promise::Distinct),
    ("_unequal", Promise::Unequal),
    ("_left_out", Promise::LeftOut),
];

fn promise(function: &str) -> Option<Promise> {
    let found = PROMISES.iter().find(|(end, _)| function.ends_with(end));
    found.map(|(_, promise)| *promise)
}

#[test]
fn verdicts_are_as_the_names_say() {
    report(|case, text| {
        let rows = clean(case, &directory(&format!("clean-{}", stem(case))), "none")?;
        let mut wrong = broken_contract(&rows);
        for (function, labels) in by_function(text, &rows) {
            if let Some(problem) = judge(function, &labels) {
                let shown: Vec<String> = labels.iter().map(|row| row.shown()).collect();
                wrong.push(format!(
                    "{function}: {problem}\n    {}",
                    shown.join("\n    ")
                ));
            }
        }
        Ok(wrong)
    });
}

#[test]
fn witnesses_show_what_the_names_promise() {
    report(|case, text| {
        let rows = clean(case, &directory(&format!("witness-{}", stem(case))), "none")?;
        let runs = runs(case, text, rows.len())?;
        let place = |row: &Row| rows.iter().position(|r| r.id == row.id).unwrap_or(0);
        let mut wrong = contradicted(&rows, &runs);
        for (function, labels) in by_function(text, &rows) {
            let places: Vec<usize> = labels.iter().map(|row| place(row)).collect();
            let call = format!("{function}(");
            let own = runs.iter().filter(|run| run.text.contains(&call));
            let seen: Vec<Vec<bool>> = own.map(|run| covered(run, &places)).collect();
            if !is_shown(function, &seen, text) {
                wrong.push(format!("{function}: covered by its runs: {seen:?}"));
            }
        }
        Ok(wrong)
    });
}

/// Fails with all that is wrong in all files.
fn report(check: impl Fn(&Path, &str) -> Result<Vec<String>, String> + Sync) {
    let wrong: Vec<String> = cases("clean", "c")
        .par_iter()
        .flat_map(|case| {
            let text = std::fs::read_to_string(case).expect("the case is text");
            let wrong = check(case, &text).unwrap_or_else(|problem| vec![problem]);
            wrong
                .into_iter()
                .map(|w| format!("{}.c: {w}", stem(case)))
                .collect::<Vec<_>>()
        })
        .collect();
    assert!(
        wrong.is_empty(),
        "{} wrong\n{}\n",
        wrong.len(),
        wrong.join("\n")
    );
}

fn stem(case: &Path) -> String {
    case.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into()
}

/// The functions that promise something or have labels, with their labels in order.
fn by_function<'a>(text: &'a str, rows: &'a [Row]) -> BTreeMap<&'a str, Vec<&'a Row>> {
    let mut functions: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for line in text.lines().filter_map(|line| line.strip_prefix("void ")) {
        let name = line.split('(').next().unwrap_or_default();
        if promise(name).is_some() {
            functions.entry(name).or_default();
        }
    }
    for row in rows {
        functions.entry(&row.function).or_default().push(row);
    }
    functions
}

/// What is wrong with the verdicts of a function.
fn judge(function: &str, labels: &[&Row]) -> Option<String> {
    let Some(promise) = promise(function) else {
        return Some("has labels and promises nothing".into());
    };
    if promise == Promise::LeftOut {
        return (!labels.is_empty()).then(|| "a verdict is wrong: it is not left out".into());
    }
    if labels.is_empty() {
        return Some("has no labels".into());
    }
    let holds = holds(promise, labels);
    if !holds && is_denied(promise, labels) {
        return Some("a verdict is wrong".into());
    }
    if !function.starts_with("FN_") {
        return (!holds).then(|| "is not found".into());
    }
    // One half of a duplicate is true too.
    let half = |row: &&Row| promise == Promise::Duplicate && row.status == "subsumed";
    let open = labels.iter().all(|row| row.is_unknown() || half(row));
    match (holds, open) {
        (true, _) => Some("is found: the name needs no FN_".into()),
        (false, true) => None,
        (false, false) => Some("is neither found nor unknown".into()),
    }
}

fn holds(promise: Promise, labels: &[&Row]) -> bool {
    match promise {
        Promise::Infeasible => labels.iter().all(|row| row.status == "infeasible"),
        Promise::Feasible => labels.iter().all(|row| row.status != "infeasible"),
        Promise::Duplicate => is_pair(labels, |first, second| {
            first.is_unknown() && is(second, "duplicate", first)
        }),
        Promise::Subsumes => is_pair(labels, |first, second| {
            first.is_unknown() && is(second, "subsumed", first)
                || second.is_unknown() && is(first, "subsumed", second)
        }),
        Promise::Distinct => is_pair(labels, |first, second| {
            first.is_unknown() && second.is_unknown()
        }),
        Promise::Unequal => labels.iter().all(|row| row.status != "duplicate"),
        Promise::LeftOut => labels.is_empty(),
    }
}

/// Whether some verdict says what the name denies; otherwise something is only not found.
fn is_denied(promise: Promise, labels: &[&Row]) -> bool {
    let some = |statuses: &[&str]| {
        let mut all = labels.iter().map(|row| row.status.as_str());
        all.any(|status| statuses.contains(&status))
    };
    match promise {
        Promise::Infeasible | Promise::LeftOut => false,
        Promise::Feasible | Promise::Duplicate => some(&["infeasible"]),
        Promise::Subsumes => some(&["infeasible", "duplicate"]),
        Promise::Distinct => some(&["infeasible", "duplicate", "subsumed"]),
        Promise::Unequal => some(&["duplicate"]),
    }
}

fn is_pair(labels: &[&Row], holds: impl Fn(&Row, &Row) -> bool) -> bool {
    matches!(labels, [first, second] if holds(first, second))
}

fn is(row: &Row, status: &str, by: &Row) -> bool {
    row.status == status && row.by == [by.id]
}

/// The verdicts that some run contradicts.
fn contradicted(rows: &[Row], runs: &[Run]) -> Vec<String> {
    let places: HashMap<u64, usize> = rows.iter().enumerate().map(|(i, r)| (r.id, i)).collect();
    let contradicts = |row: &Row, run: &Run| {
        let here = run.covered[places[&row.id]];
        let by = row.by.iter().any(|id| run.covered[places[id]]);
        match row.status.as_str() {
            "infeasible" => here,
            "duplicate" => here != by,
            "subsumed" => by && !here,
            _ => false,
        }
    };
    let pairs = rows
        .iter()
        .flat_map(|row| runs.iter().map(move |run| (row, run)));
    let wrong = pairs.filter(|(row, run)| contradicts(row, run));
    wrong
        .map(|(row, run)| format!("{}: a verdict is wrong: {}", run.text, row.shown()))
        .collect()
}

fn covered(run: &Run, places: &[usize]) -> Vec<bool> {
    places.iter().map(|&place| run.covered[place]).collect()
}

/// Whether the runs, each with the labels it covered, show what the name promises.
fn is_shown(function: &str, runs: &[Vec<bool>], text: &str) -> bool {
    let any = |wanted: &[bool]| runs.iter().any(|run| run == wanted);
    let excused = || says_why_not(function, text);
    match promise(function) {
        None | Some(Promise::LeftOut) => true,
        Some(Promise::Infeasible) => runs.iter().flatten().all(|covered| !covered),
        Some(Promise::Feasible) => {
            let labels = runs.iter().map(Vec::len).max().unwrap_or(0);
            let all = (0..labels).all(|label| runs.iter().any(|run| run[label]));
            labels > 0 && all || excused()
        }
        Some(Promise::Unequal) => are_unequal(runs) || excused(),
        Some(Promise::Distinct) => any(&[true, false]) && any(&[false, true]) || excused(),
        Some(Promise::Duplicate) => runs.iter().all(|run| run[0] == run[1]),
        Some(Promise::Subsumes) => !(any(&[true, false]) && any(&[false, true])),
    }
}

/// For each label, and for one or two others, some run covers the label or one of the others, but not both.
fn are_unequal(runs: &[Vec<bool>]) -> bool {
    let labels = runs.iter().map(Vec::len).max().unwrap_or(0);
    let differ = |l: usize, x: usize, y: usize| {
        let differs = |run: &Vec<bool>| run[l] != (run[x] || run[y]);
        l == x || l == y || runs.iter().any(differs)
    };
    let pairs = |l: usize| (0..labels).all(|x| (0..labels).all(|y| differ(l, x, y)));
    labels > 1 && (0..labels).all(pairs)
}

/// Whether the function has a line `// no run: …`.
fn says_why_not(function: &str, text: &str) -> bool {
    let start = text.find(&format!("void {function}("));
    let body = start.map_or("", |start| &text[start..]);
    let body = body.split("\n}\n").next().unwrap_or_default();
    body.contains("// no run: ")
}
