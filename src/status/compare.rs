//! Two runs side by side: which labels changed their status.
//!
//! Comes in: labels and verdicts of two output directories. Goes out: the labels that only one has, and those whose
//! status differs. Which labels stand for a removed one does not count: that is a choice among equals.
//!
//! A function's labels are matched in their order: as many as possible with equal predicates, and of those the ones with
//! the same text around them. So an edit shifts nothing beside itself, also where predicates occur several times.

use super::context::Context;
use super::{LabelRow, Verdict};
use std::collections::{BTreeMap, HashMap, VecDeque};

/// Functions with more pairs of labels than this are matched by their keys.
const MOST_PAIRS: usize = 1 << 22;

/// The labels of a run with their verdicts, both by id.
#[derive(Clone, Copy)]
pub struct Results<'a> {
    pub labels: &'a [LabelRow],
    pub verdicts: &'a [Verdict],
    /// By id, as far as they are known.
    pub contexts: &'a HashMap<u64, Context>,
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
    let mut matches: HashMap<u64, u64> = HashMap::new();
    for (mine, theirs) in functions(old, new) {
        let alignment = Alignment {
            old: &mine,
            new: &theirs,
            contexts: [old.contexts, new.contexts],
        };
        let pairs = alignment.pairs().into_iter();
        matches.extend(pairs.map(|(i, j)| (theirs[j].id, mine[i].id)));
    }
    let mut gone: HashMap<u64, Labelled> = old.iter().map(|one| (one.0.id, one)).collect();
    let mut comparison = Comparison::default();
    for new in new.iter() {
        let old = matches.get(&new.0.id).and_then(|id| gone.remove(id));
        match old {
            None => comparison.changes.push(Change::Added(new)),
            Some(old) if old.1.status.name() != new.1.status.name() => {
                comparison.changes.push(Change::Changed(old, new));
            }
            Some(_) => comparison.same += 1,
        }
    }
    let mut removed: Vec<Labelled> = gone.into_values().collect();
    removed.sort_by_key(|(row, _)| row.id);
    let removed = removed.into_iter().map(Change::Removed);
    comparison.changes.extend(removed);
    comparison
}

type Rows<'a> = Vec<&'a LabelRow>;

/// The labels of each function, old and new. Functions of several files may have the same name: those of the same file belong
/// together, and of the others those that come in the same order.
fn functions<'a>(old: Results<'a>, new: Results<'a>) -> Vec<(Rows<'a>, Rows<'a>)> {
    let mut before = by_function(old.labels);
    let (mut pairs, mut moved) = (Vec::new(), Vec::new());
    for (name, rows) in by_function(new.labels) {
        match before.remove(&name) {
            Some(mine) => pairs.push((mine, rows)),
            None => moved.push((name.0, rows)),
        }
    }
    let mut left: BTreeMap<&str, VecDeque<Rows>> = BTreeMap::new();
    for ((function, _), rows) in before {
        left.entry(function).or_default().push_back(rows);
    }
    for (function, rows) in moved {
        let mine = left.get_mut(function).and_then(VecDeque::pop_front);
        pairs.extend(mine.map(|mine| (mine, rows)));
    }
    pairs
}

/// By function and file; in the order of the text.
fn by_function(labels: &[LabelRow]) -> BTreeMap<(&str, &str), Rows<'_>> {
    let mut functions: BTreeMap<(&str, &str), Rows> = BTreeMap::new();
    for row in labels {
        let name = (row.function.as_str(), &*row.place.file);
        functions.entry(name).or_default().push(row);
    }
    for rows in functions.values_mut() {
        rows.sort_by_key(|row| (row.place.line, row.place.column, row.id));
    }
    functions
}

/// Two sequences of labels.
struct Alignment<'a> {
    old: &'a [&'a LabelRow],
    new: &'a [&'a LabelRow],
    contexts: [&'a HashMap<u64, Context>; 2],
}

impl Alignment<'_> {
    /// The common subsequence of the greatest score, as pairs of indices.
    fn pairs(&self) -> Vec<(usize, usize)> {
        let (n, m) = (self.old.len(), self.new.len());
        let start = (0..n.min(m)).take_while(|&i| self.is_same(i, i)).count();
        let rest = n.min(m) - start;
        let end = (1..=rest)
            .take_while(|&k| self.is_same(n - k, m - k))
            .count();
        let mut pairs: Vec<(usize, usize)> = (0..start).map(|i| (i, i)).collect();
        pairs.extend((1..=end).map(|k| (n - k, m - k)));
        let (rows, columns) = (n - start - end, m - start - end);
        let inner = match rows.saturating_mul(columns) > MOST_PAIRS {
            true => self.by_key(start, rows, columns),
            false => self.best(start, rows, columns),
        };
        pairs.extend(inner);
        pairs
    }

    /// What a pair is worth: above all, that there is one.
    fn score(&self, i: usize, j: usize) -> u32 {
        let (old, new) = (self.old[i], self.new[j]);
        let alike = old.criterion == new.criterion && old.tag == new.tag;
        match alike && old.predicate == new.predicate {
            true => (1 << 10) + self.likeness(i, j).unwrap_or(0),
            false => 0,
        }
    }

    fn likeness(&self, i: usize, j: usize) -> Option<u32> {
        let [old, new] = self.contexts;
        let old = old.get(&self.old[i].id)?;
        Some(old.likeness(new.get(&self.new[j].id)?))
    }

    /// Equal labels with the same text around them.
    fn is_same(&self, i: usize, j: usize) -> bool {
        let [old, new] = self.contexts;
        let contexts = (old.get(&self.old[i].id), new.get(&self.new[j].id));
        self.score(i, j) > 0 && contexts.0.is_some() && contexts.0 == contexts.1
    }

    /// `best[i][j]` is the score of the labels from `i` and `j` on.
    fn best(&self, start: usize, rows: usize, columns: usize) -> Vec<(usize, usize)> {
        let width = columns + 1;
        let mut best = vec![0; (rows + 1) * width];
        for i in (0..rows).rev() {
            for j in (0..columns).rev() {
                let skip = best[(i + 1) * width + j].max(best[i * width + j + 1]);
                let score = self.score(start + i, start + j);
                let pair = score + best[(i + 1) * width + j + 1];
                best[i * width + j] = if score > 0 { skip.max(pair) } else { skip };
            }
        }
        let (mut i, mut j, mut pairs) = (0, 0, Vec::new());
        while i < rows && j < columns {
            let here = best[i * width + j];
            if here == best[(i + 1) * width + j] {
                i += 1;
            } else if here == best[i * width + j + 1] {
                j += 1;
            } else {
                pairs.push((start + i, start + j));
                (i, j) = (i + 1, j + 1);
            }
        }
        pairs
    }

    fn by_key(&self, start: usize, rows: usize, columns: usize) -> Vec<(usize, usize)> {
        let new = (start..start + columns).map(|j| (self.new[j].key.as_str(), j));
        let mut new: HashMap<&str, usize> = new.collect();
        let old = (start..start + rows).map(|i| (i, self.old[i].key.as_str()));
        old.filter_map(|(i, key)| Some((i, new.remove(key)?)))
            .collect()
    }
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

    type Run = (Vec<LabelRow>, Vec<Verdict>);

    /// Labels of functions `f`: predicate, file, status; in the order of the text.
    fn run(rows: &[(&str, &str, Status)]) -> Run {
        let label = |(id, (predicate, file, _)): (u64, &(&str, &str, Status))| LabelRow {
            id,
            key: predicate.to_string(),
            criterion: "cc".into(),
            tag: "CC".into(),
            place: Place {
                file: (*file).into(),
                line: id as u32,
                column: 1,
            },
            function: "f".into(),
            group: String::new(),
            predicate: predicate.to_string(),
            mutation: None,
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

    /// How many are as they were, and what is not.
    fn compared(old: &Run, new: &Run) -> (usize, Vec<String>) {
        let none = HashMap::new();
        let results = |run: &'static Run, contexts| Results {
            labels: &run.0,
            verdicts: &run.1,
            contexts,
        };
        let [old, new]: [&'static Run; 2] =
            [old, new].map(|run| &*Box::leak(Box::new(run.clone())));
        let none = Box::leak(Box::new(none));
        let found = compare(results(old, none), results(new, none));
        let said = |change: &Change| match change {
            Change::Added((row, _)) => format!("+{}", row.id),
            Change::Removed((row, _)) => format!("-{}", row.id),
            Change::Changed(old, new) => format!("{}>{}", old.0.id, new.0.id),
        };
        (found.same, found.changes.iter().map(said).collect())
    }

    #[test]
    fn labels_are_matched_in_their_function_and_file() {
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
        let said = ["2>1", "+4", "-3"].map(String::from).to_vec();
        assert_eq!(compared(&old, &new), (3, said));
    }

    #[test]
    fn an_edit_does_not_shift_equal_predicates() {
        let (unknown, infeasible) = (Status::Unknown, Status::Infeasible);
        let row = |predicate, status: &Status| (predicate, "a.c", status.clone());
        let old = run(&[
            row("x", &unknown),
            row("y", &unknown),
            row("x", &infeasible),
        ]);
        let new = run(&[
            row("x", &unknown),
            row("z", &unknown),
            row("x", &unknown),
            row("y", &unknown),
            row("x", &infeasible),
        ]);
        let (same, said) = compared(&old, &new);
        assert_eq!((same, said.len()), (3, 2));
        assert!(
            said.iter().all(|change| change.starts_with('+')),
            "{said:?}"
        );
        let (same, said) = compared(&new, &old);
        assert_eq!((same, said.len()), (3, 2));
        assert!(
            said.iter().all(|change| change.starts_with('-')),
            "{said:?}"
        );
    }
}
