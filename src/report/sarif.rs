//! SARIF 2.1.0: what was proved and what is left to cover, in few enough results for code-scanning services.
//!
//! GitHub takes 25,000 results a file and shows 5,000, with 1,000 locations each. So a result speaks of all labels of a
//! function with one standing, or of a file if there are too many functions.

use super::data::{Label, Run, Standing};
use serde_json::{Value, json};
use std::collections::BTreeMap;

const MAX_RESULTS: usize = 5000;
/// Places listed in one result.
const MAX_PLACES: usize = 20;

struct Rule {
    standing: Standing,
    id: &'static str,
    short: &'static str,
    full: &'static str,
}

/// What there is to act on: duplicates and subsumed labels ask for nothing.
const RULES: [Rule; 2] = [
    Rule {
        standing: Standing::Infeasible,
        id: "infeasible",
        short: "Infeasible test objectives",
        full: "No execution covers these objectives: a condition that is always true or always false, code that is never \
               reached, or a mutant that is equivalent. They do not count in the corrected coverage.",
    },
    Rule {
        standing: Standing::ToCover,
        id: "to-cover",
        short: "Test objectives to cover",
        full: "No test covers these objectives yet, and none of them comes with another.",
    },
];

/// Criteria whose infeasible labels mean that something in the code never happens.
const ABOUT_CODE: [&str; 6] = ["fc", "stmt", "bbc", "dc", "cc", "dcc"];

pub fn write(run: &Run) -> String {
    let results = results(run);
    let rules: Vec<Value> = RULES.iter().map(rule).collect();
    let report = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "tamis",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "columnKind": "utf16CodeUnits",
            "results": results,
        }],
    });
    format!("{report}\n")
}

fn rule(rule: &Rule) -> Value {
    json!({
        "id": rule.id,
        "shortDescription": { "text": rule.short },
        "fullDescription": { "text": rule.full },
        "defaultConfiguration": { "level": "note" },
    })
}

/// By function; by file if those are too many; the first ones if even these are.
fn results(run: &Run) -> Vec<Value> {
    let by_function = grouped(run, |label| label.row.function.as_str());
    let groups = match by_function.len() {
        ..=MAX_RESULTS => by_function,
        _ => grouped(run, |_| ""),
    };
    groups
        .iter()
        .take(MAX_RESULTS)
        .map(|((file, function, rule), labels)| result(run, (file, function), *rule, labels))
        .collect()
}

type Groups<'a> = BTreeMap<(&'a str, &'a str, usize), Vec<Label<'a>>>;

fn grouped<'a>(run: &'a Run, function: fn(&Label<'a>) -> &'a str) -> Groups<'a> {
    let mut groups: Groups = BTreeMap::new();
    for label in run.labels() {
        let Some(rule) = RULES
            .iter()
            .position(|rule| rule.standing == label.standing())
        else {
            continue;
        };
        let key = (&*label.row.place.file, function(&label), rule);
        groups.entry(key).or_default().push(label);
    }
    groups
}

fn result(run: &Run, (file, function): (&str, &str), rule: usize, labels: &[Label]) -> Value {
    let mut ordered: Vec<&Label> = labels.iter().collect();
    ordered.sort_by_key(|label| (label.row.place.line, label.row.place.column, label.row.id));
    let warns = RULES[rule].standing == Standing::Infeasible
        && labels
            .iter()
            .any(|label| ABOUT_CODE.contains(&label.row.family()));
    let related: Vec<Value> = ordered
        .iter()
        .take(MAX_PLACES)
        .map(|label| related(run, label))
        .collect();
    json!({
        "ruleId": RULES[rule].id,
        "ruleIndex": rule,
        "level": if warns { "warning" } else { "note" },
        "message": { "text": message(function, rule, &ordered) },
        "locations": [{ "physicalLocation": place(run, ordered[0]) }],
        "relatedLocations": related,
        "partialFingerprints": {
            "tamis/v1": format!("{}:{function}:{}", RULES[rule].id, run.relative(file)),
        },
    })
}

fn message(function: &str, rule: usize, labels: &[&Label]) -> String {
    let mut criteria: BTreeMap<&str, usize> = BTreeMap::new();
    for label in labels {
        *criteria.entry(label.row.family()).or_default() += 1;
    }
    let counts: Vec<String> = criteria
        .iter()
        .map(|(name, n)| format!("{name} {n}"))
        .collect();
    let place = match function {
        "" => "this file".into(),
        name => format!("function {name}"),
    };
    let standing = RULES[rule].standing.name();
    format!(
        "{} {} of {place} {}: {standing}",
        labels.len(),
        if labels.len() == 1 { "label" } else { "labels" },
        counts.join(", ")
    )
}

fn related(run: &Run, label: &Label) -> Value {
    let row = label.row;
    let text = format!("{} {}: {}", row.tag, row.id, row.objective());
    json!({ "physicalLocation": place(run, label), "message": { "text": text } })
}

fn place(run: &Run, label: &Label) -> Value {
    let place = &label.row.place;
    let file = run.relative(&place.file);
    let mut artifact = json!({ "uri": uri(file) });
    if !file.starts_with('/') {
        artifact["uriBaseId"] = "%SRCROOT%".into();
    }
    json!({
        "artifactLocation": artifact,
        "region": { "startLine": place.line.max(1), "startColumn": place.column.max(1) },
    })
}

/// A path as a reference to a file: everything but plain characters in percent notation.
fn uri(path: &str) -> String {
    let mut uri = String::from(if path.starts_with('/') { "file://" } else { "" });
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'_' | b'-' | b'~' => {
                uri.push(byte.into());
            }
            other => uri += &format!("%{other:02X}"),
        }
    }
    uri
}
