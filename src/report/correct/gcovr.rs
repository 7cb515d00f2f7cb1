//! A JSON report of gcovr in and out: infeasible branches become excluded ones, all else stays.

use super::{Correction, Measured, Sites, decide};
use crate::base::{Diagnostic, Place, name_text};
use crate::report::data::Run;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

const EXCLUDED: &str = "gcovr/excluded";

/// Corrects a report that was read from this path.
pub fn correct(
    run: &Run,
    sites: &Sites,
    path: &Path,
    text: &str,
) -> Result<Correction, Diagnostic> {
    let mut report: Value = serde_json::from_str(text)
        .map_err(|error| malformed(path, error.line(), &format!("this is not JSON: {error}")))?;
    if report["gcovr/format_version"].as_str().is_none() || !report["files"].is_array() {
        return Err(malformed(path, 1, "this is not a gcovr JSON report"));
    }
    let removed = {
        let measured = measured(&report);
        decide(run, sites, &measured)
    };
    let knows_excluded = knows_excluded_branches(&report);
    for file in list_mut(&mut report, "files") {
        let name = file["file"].as_str().unwrap_or_default().to_string();
        for line in list_mut(file, "lines") {
            let number = number(line);
            let gone: Vec<usize> = removed.removed_of(&name, number).collect();
            if !knows_excluded {
                let branches = line.get_mut("branches").and_then(Value::as_array_mut);
                let branches = branches.into_iter();
                branches.for_each(|list| remove_all(list, &gone));
                continue;
            }
            for branch in gone {
                if let Some(branch) = list_mut(line, "branches").nth(branch) {
                    branch[EXCLUDED] = true.into();
                }
            }
        }
    }
    Ok(Correction {
        text: format!("{report}\n"),
        ..removed
    })
}

/// gcovr 8 has excluded branches; the last format before it is 0.6. There they are left out.
fn knows_excluded_branches(report: &Value) -> bool {
    let version = report["gcovr/format_version"].as_str().unwrap_or_default();
    let mut numbers = version.split('.').map(|part| part.parse().unwrap_or(0u32));
    (numbers.next(), numbers.next()) > (Some(0), Some(6))
}

/// Without the elements at these places.
fn remove_all(list: &mut Vec<Value>, places: &[usize]) {
    let mut at = 0;
    list.retain(|_| {
        at += 1;
        !places.contains(&(at - 1))
    });
}

fn malformed(path: &Path, line: usize, message: &str) -> Diagnostic {
    let place = Place {
        file: name_text(path).into(),
        line: u32::try_from(line).unwrap_or(u32::MAX),
        column: 1,
    };
    Diagnostic::error(Some(place), message).with_hint("`gcovr --json FILE` writes one")
}

fn list<'a>(value: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    value[name].as_array().into_iter().flatten()
}

fn list_mut<'a>(value: &'a mut Value, name: &str) -> impl Iterator<Item = &'a mut Value> {
    value
        .get_mut(name)
        .and_then(Value::as_array_mut)
        .into_iter()
        .flatten()
}

fn number(line: &Value) -> u32 {
    let number = line["line_number"].as_u64().unwrap_or(0);
    u32::try_from(number).unwrap_or(0)
}

fn measured(report: &Value) -> Measured<'_> {
    let mut measured: Measured = BTreeMap::new();
    for file in list(report, "files") {
        let name = file["file"].as_str().unwrap_or_default();
        let twice = measured.contains_key(name);
        let lines = measured.entry(name).or_default();
        for line in list(file, "lines") {
            let fresh = !twice && !lines.contains_key(&number(line));
            let lined = lines.entry(number(line)).or_default();
            let counted = list(line, "branches").filter(|branch| branch[EXCLUDED] != true);
            lined
                .counts
                .extend(counted.map(|branch| branch["count"].as_u64()));
            // Several functions may share the line.
            lined.unclear |= !fresh || !is_plain(line);
            lined.unpaired |= !is_paired(line);
        }
    }
    measured
}

/// Whether nothing is excluded.
fn is_plain(line: &Value) -> bool {
    let is_odd = |branch: &Value| branch[EXCLUDED] == true || branch["throw"] == true;
    line[EXCLUDED] != true && !list(line, "branches").any(is_odd)
}

/// Whether the branches come in pairs from one block each.
fn is_paired(line: &Value) -> bool {
    let branches: Vec<&Value> = list(line, "branches").collect();
    let is_pair = |pair: &[&Value]| {
        pair.len() == 2 && pair[0]["source_block_id"] == pair[1]["source_block_id"]
    };
    branches.chunks(2).all(is_pair)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn older_versions_do_not_know_excluded_branches() {
        for (version, knows) in [
            ("0.3", false),
            ("0.6", false),
            ("0.11", true),
            ("1.0", true),
        ] {
            let report = json!({ "gcovr/format_version": version });
            assert_eq!(knows_excluded_branches(&report), knows, "{version}");
        }
    }
}
