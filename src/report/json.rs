//! Everything that is known, for machines: one object with the labels, the relation, the ratios and the summary.

use super::data::{Label, Run};
use serde_json::{Value, json};

pub fn write(run: &Run) -> String {
    let labels: Vec<Value> = run.labels().map(|label| one(&label)).collect();
    let objectives: Vec<Value> = run
        .objectives()
        .iter()
        .map(|objective| json!({ "id": objective.id, "brings": objective.brings }))
        .collect();
    let tests: Vec<Value> = run
        .tests
        .iter()
        .map(|test| {
            json!({
                "test": &*test.name,
                "result": test.result,
                "seconds": test.seconds,
                "labels": test.labels,
                "whole": test.whole,
            })
        })
        .collect();
    let report = json!({
        "tamis": env!("CARGO_PKG_VERSION"),
        "measured": run.measured,
        "summary": run.summary,
        "ratios": run.ratios(),
        "to_cover": objectives,
        "tests": tests,
        "relation": {
            "duplicates": run.relation.duplicates,
            "implications": run.relation.implications,
        },
        "suppressed": run.suppressed,
        "labels": labels,
    });
    format!("{report}\n")
}

fn one(label: &Label) -> Value {
    let (row, verdict) = (label.row, label.verdict);
    let tests: Vec<&str> = label.tests.iter().map(|test| &**test).collect();
    let mut one = row.to_json();
    let more = json!({
        "group": row.group,
        "status": verdict.status.name(),
        "by": verdict.status.by(),
        "step": verdict.step,
        "reason": verdict.reason,
        "covered": label.covered,
        "tests": tests,
        "reached": label.reached,
    });
    one.extend(more.as_object().cloned().unwrap_or_default());
    Value::Object(one)
}
