//! JUnit's XML: a suite per criterion and file, a test case per label. A live label that no test covers is a failure;
//! one that is removed is skipped, with the reason.

use super::data::{Label, Run, Standing, or};
use super::escape::markup;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

pub fn write(run: &Run) -> String {
    let mut suites: BTreeMap<(&str, Arc<str>), Vec<Label>> = BTreeMap::new();
    for label in run.labels() {
        let key = (label.row.family(), label.row.place.file.clone());
        suites.entry(key).or_default().push(label);
    }
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    for ((criterion, file), labels) in &suites {
        let name = format!("{criterion} {}", run.relative(file));
        suite(&mut text, &name, labels, run);
    }
    text + "</testsuites>\n"
}

fn suite(text: &mut String, name: &str, labels: &[Label], run: &Run) {
    let measured = run.measured;
    let count = |wanted: fn(CaseResult) -> bool| {
        let of_that = labels
            .iter()
            .filter(|label| wanted(outcome(label, measured)));
        of_that.count()
    };
    let _ = writeln!(
        text,
        "<testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\" time=\"0\">",
        markup(name),
        labels.len(),
        count(|o| o == CaseResult::Failed),
        count(|o| o == CaseResult::Skipped),
    );
    for label in labels {
        case(text, label, outcome(label, measured), run);
    }
    text.push_str("</testsuite>\n");
}

#[derive(Clone, Copy, PartialEq)]
enum CaseResult {
    Passed,
    Failed,
    Skipped,
}

/// Without a test suite nothing has failed yet.
fn outcome(label: &Label, measured: bool) -> CaseResult {
    match label.standing() {
        Standing::Covered => CaseResult::Passed,
        Standing::ToCover if measured => CaseResult::Failed,
        _ => CaseResult::Skipped,
    }
}

fn case(text: &mut String, label: &Label, outcome: CaseResult, run: &Run) {
    let row = label.row;
    // The same from run to run, so that CI systems show the history of a label.
    let name = format!("{} ({})", row.objective(), or(&row.key, &row.tag));
    let class = format!(
        "{}.{}",
        run.relative(&row.place.file),
        or(&row.function, "-")
    );
    let _ = write!(
        text,
        "<testcase name=\"{}\" classname=\"{}\" time=\"0\">",
        markup(&name),
        markup(&class)
    );
    let why = markup(&format!(
        "{}:{}:{}: label {}: {}: {}",
        row.place.file,
        row.place.line,
        row.place.column,
        row.id,
        label.standing().name(),
        label.because()
    ));
    match outcome {
        CaseResult::Passed => {}
        CaseResult::Failed => {
            let _ = write!(
                text,
                "<failure message=\"no test covers it\" type=\"uncovered\">{why}</failure>"
            );
        }
        CaseResult::Skipped => {
            let _ = write!(text, "<skipped message=\"{why}\"/>");
        }
    }
    text.push_str("</testcase>\n");
}
