//! Two runs side by side: which labels changed their status.
//!
//! Comes in: labels and verdicts of two output directories. Goes out: the labels that only one has, and those whose
//! status differs, matched by their keys. Which labels stand for a removed one does not count: that is a choice among equals.

use super::{LabelRow, Verdict};
use std::collections::HashMap;

/// The labels of a run with their verdicts, both by id.
#[derive(Clone, Copy)]
pub struct Results<'a> {
    pub labels: &'a [LabelRow],
    pub verdicts: &'a [Verdict],
}

/// A label that is not as it was.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Change<'a> {
    /// The older run does not have it.
    Added(Labelled<'a>),
    /// The newer run does not have it.
    Removed(Labelled<'a>),
    /// Before and after.
    Changed(Labelled<'a>, Labelled<'a>),
}

pub type Labelled<'a> = (&'a LabelRow, &'a Verdict);

/// What differs between two runs.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Comparison<'a> {
    /// In the order of the newer run; then what it does not have, in the order of the older one.
    pub changes: Vec<Change<'a>>,
    /// How many labels are as they were.
    pub same: usize,
}

pub fn compare<'a>(old: Results<'a>, new: Results<'a>) -> Comparison<'a> {
    let mut before: HashMap<&str, Vec<Labelled>> = HashMap::new();
    for labelled in old.iter() {
        before.entry(&labelled.0.key).or_default().push(labelled);
    }
    let mut found: Vec<Option<Labelled>> = vec![None; new.labels.len()];
    // Functions of several files may have the same name, and then the same keys: those of the same file first.
    for same_file in [true, false] {
        for (index, (row, _)) in new.iter().enumerate() {
            let open = found[index].is_none();
            let Some(candidates) = before.get_mut(row.key.as_str()).filter(|_| open) else {
                continue;
            };
            let fits = |old: &Labelled| !same_file || old.0.place.file == row.place.file;
            let place = candidates.iter().position(fits);
            found[index] = place.map(|place| candidates.remove(place));
        }
    }
    let mut comparison = Comparison::default();
    for (new, old) in new.iter().zip(found) {
        match old {
            None => comparison.changes.push(Change::Added(new)),
            Some(old) if old.1.status.name() != new.1.status.name() => {
                comparison.changes.push(Change::Changed(old, new));
            }
            Some(_) => comparison.same += 1,
        }
    }
    let mut removed: Vec<Labelled> = before.into_values().flatten().collect();
    removed.sort_by_key(|(row, _)| row.id);
    let removed = removed.into_iter().map(Change::Removed);
    comparison.changes.extend(removed);
    comparison
}

impl<'a> Results<'a> {
    fn iter(self) -> impl Iterator<Item = Labelled<'a>> {
        self.labels.iter().zip(self.verdicts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Place;
    use crate::status::Status;

    fn run(rows: &[(&str, &str, Status)]) -> (Vec<LabelRow>, Vec<Verdict>) {
        let label = |(id, (key, file, _)): (u64, &(&str, &str, Status))| LabelRow {
            id,
            key: key.to_string(),
            criterion: "cc".into(),
            tag: "CC".into(),
            place: Place {
                file: (*file).into(),
                line: 1,
                column: 1,
            },
            function: "f".into(),
            group: String::new(),
            predicate: "x".into(),
        };
        let verdict = |(id, (_, _, status)): (u64, &(&str, &str, Status))| Verdict {
            status: status.clone(),
            ..Verdict::unknown(id)
        };
        (
            (1..).zip(rows).map(label).collect(),
            (1..).zip(rows).map(verdict).collect(),
        )
    }

    #[test]
    fn labels_are_matched_by_key_and_then_by_file() {
        let (unknown, infeasible) = (Status::Unknown, Status::Infeasible);
        let old = run(&[
            ("k", "b.c", infeasible.clone()),
            ("k", "a.c", unknown.clone()),
            ("gone", "a.c", unknown.clone()),
            ("s", "a.c", Status::Subsumed(vec![1])),
            ("moved", "old.c", unknown.clone()),
        ]);
        let new = run(&[
            ("k", "a.c", infeasible.clone()),
            ("k", "b.c", infeasible),
            ("s", "a.c", Status::Subsumed(vec![2])),
            ("new", "a.c", unknown.clone()),
            ("moved", "new.c", unknown),
        ]);
        let results = |run: &'static (Vec<LabelRow>, Vec<Verdict>)| Results {
            labels: &run.0,
            verdicts: &run.1,
        };
        let (old, new) = (Box::leak(Box::new(old)), Box::leak(Box::new(new)));
        let found = compare(results(old), results(new));
        assert_eq!(found.same, 3);
        let said = |change: &Change| match change {
            Change::Added((row, _)) => format!("+{}", row.key),
            Change::Removed((row, _)) => format!("-{}", row.key),
            Change::Changed(old, new) => format!("{}>{}", old.0.id, new.0.id),
        };
        let said: Vec<String> = found.changes.iter().map(said).collect();
        assert_eq!(said, ["2>1", "+new", "-gone"]);
    }
}
