//! One place, one label. A file that is compiled several times, and a function of a header in several files, have a copy of
//! each label per compilation.
//!
//! Comes in: the labels of a run, verdicts, what tests cover. Goes out: the same for places, each under the id of its first
//! copy. A place is covered if a copy is. With copies aᵢ of a place and bⱼ of another,
//!
//! ```text
//! the place of a is infeasible        each aᵢ is
//! it is subsumed by the place of b    each bⱼ implies some aᵢ, or is infeasible
//! it is its duplicate                 the same, and each aᵢ implies some bⱼ
//! ```
//!
//! Must not know how files are compiled.

use super::{CoverageRow, LabelRow, ProvedRelation, Status, Verdict};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

/// Which labels are copies.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Places {
    /// The first copy, for all others.
    first: HashMap<u64, u64>,
    /// All copies of a place, by the first; nothing for one.
    copies: HashMap<u64, Vec<u64>>,
}

impl Places {
    pub fn new(labels: &[LabelRow]) -> Places {
        // The key has the function, the tag, the predicate, and the number among those of the function that are equal in these.
        type Copied<'a> = (&'a str, u32, u32, &'a str, &'a str);
        let mut seen: HashMap<Copied, u64> = HashMap::new();
        let mut places = Places::default();
        for label in labels.iter().filter(|label| !label.key.is_empty()) {
            let (at, key) = (&label.place, label.key.as_str());
            let place = (&*at.file, at.line, at.column, key, label.criterion.as_str());
            let first = *seen.entry(place).or_insert(label.id);
            if first != label.id {
                places.first.insert(label.id, first);
                let copies = places.copies.entry(first).or_insert_with(|| vec![first]);
                copies.push(label.id);
            }
        }
        places
    }

    /// The id of the place.
    pub fn of(&self, id: u64) -> u64 {
        self.first.get(&id).copied().unwrap_or(id)
    }

    /// How many labels are copies of others.
    pub fn copies(&self) -> usize {
        self.first.len()
    }

    /// The places and their verdicts, in the order of the labels.
    pub fn fold(&self, labels: &[LabelRow], verdicts: &[Verdict]) -> (Vec<LabelRow>, Vec<Verdict>) {
        let merged = self.verdicts(verdicts);
        let firsts = labels
            .iter()
            .filter(|row| !self.first.contains_key(&row.id));
        let verdict = |row: &LabelRow| {
            let known = merged.get(&row.id).cloned();
            known.unwrap_or_else(|| Verdict::unknown(row.id))
        };
        firsts.map(|row| (row.clone(), verdict(row))).unzip()
    }

    /// All copies of the place.
    fn copies_of<'a>(&'a self, place: &'a u64) -> &'a [u64] {
        let many = self.copies.get(place).map(Vec::as_slice);
        many.unwrap_or(std::slice::from_ref(place))
    }

    fn verdicts(&self, verdicts: &[Verdict]) -> BTreeMap<u64, Verdict> {
        let mut merged: BTreeMap<u64, Verdict> = BTreeMap::new();
        // The labels that imply some copy of the place, and those that are never covered.
        let mut implying: HashMap<u64, HashSet<u64>> = HashMap::new();
        let mut infeasible: HashSet<u64> = HashSet::new();
        for verdict in verdicts {
            let mut verdict = verdict.clone();
            if verdict.status == Status::Infeasible {
                infeasible.insert(verdict.id);
            }
            verdict.id = self.of(verdict.id);
            let by = verdict.status.by();
            implying
                .entry(verdict.id)
                .or_default()
                .extend(by.iter().copied());
            verdict.status = self.status(verdict.status);
            match merged.get_mut(&verdict.id) {
                Some(before) => join(before, verdict),
                None => drop(merged.insert(verdict.id, verdict)),
            }
        }
        for (place, verdict) in &mut merged {
            let known = |id: &u64| implying[place].contains(id) || infeasible.contains(id);
            let stands = |b: &u64| self.copies_of(b).iter().all(known);
            let holds = match &mut verdict.status {
                // Each of them implies the place by itself; of a duplicate they do so together only.
                Status::Subsumed(by) => {
                    by.retain(stands);
                    !by.is_empty()
                }
                other => other.by().iter().all(stands),
            };
            if !holds {
                *verdict = Verdict {
                    reason: "a copy of what stands for it says nothing of it".into(),
                    ..Verdict::unknown(*place)
                };
            }
        }
        merged
    }

    fn status(&self, status: Status) -> Status {
        match status {
            Status::Duplicate(by) => Status::Duplicate(self.all(&by)),
            Status::Subsumed(by) => Status::Subsumed(self.all(&by)),
            other => other,
        }
    }

    fn all(&self, ids: &[u64]) -> Vec<u64> {
        let mut ids: Vec<u64> = ids.iter().map(|&id| self.of(id)).collect();
        let mut seen = HashSet::new();
        ids.retain(|&id| seen.insert(id));
        ids
    }

    pub fn coverage(&self, coverage: &[CoverageRow]) -> Vec<CoverageRow> {
        let mut merged: BTreeMap<u64, CoverageRow> = BTreeMap::new();
        for row in coverage {
            let id = self.of(row.id);
            let Some(sum) = merged.get_mut(&id) else {
                merged.insert(id, CoverageRow { id, ..row.clone() });
                continue;
            };
            let had: HashSet<Arc<str>> = sum.tests.iter().cloned().collect();
            let more = row.tests.iter().filter(|test| !had.contains(*test));
            sum.tests.extend(more.cloned());
            // A test that reaches two copies reaches the place once; which tests reach it is not known.
            sum.reached = sum.reached.max(row.reached).max(sum.tests.len());
        }
        merged.into_values().collect()
    }

    /// What holds of places: each copy of the first implies one of the second.
    pub fn relation(&self, relation: &ProvedRelation) -> ProvedRelation {
        if self.first.is_empty() {
            return relation.clone();
        }
        let copies = |id: u64| self.copies_of(&id).len();
        // By places: the copies of the first that imply one of the second.
        let mut implications: BTreeMap<(u64, u64), HashSet<u64>> = BTreeMap::new();
        for &(a, b) in &relation.implications {
            let places = (self.of(a), self.of(b));
            implications.entry(places).or_default().insert(a);
        }
        let mut classes: BTreeMap<Vec<u64>, usize> = BTreeMap::new();
        for class in &relation.duplicates {
            let mut class = self.all(class);
            class.sort_unstable();
            *classes.entry(class).or_default() += 1;
        }
        classes
            .retain(|class, count| class.len() > 1 && class.iter().all(|&id| copies(id) == *count));
        implications.retain(|&(a, b), from| a != b && copies(a) == from.len());
        ProvedRelation {
            duplicates: classes.into_keys().collect(),
            implications: implications.into_keys().collect(),
        }
    }
}

/// The verdict of a place and of one more copy. The order of `by` says nothing: it differs where tests cover other copies.
fn join(place: &mut Verdict, copy: Verdict) {
    match (&mut place.status, &copy.status) {
        (a, b) if a == b => return,
        (Status::Duplicate(a), Status::Duplicate(b)) if is_same_set(a, b) => return,
        // What stands for the place does so beside each copy.
        (Status::Subsumed(a), Status::Subsumed(b)) if a.iter().any(|id| b.contains(id)) => {
            return a.retain(|id| b.contains(id));
        }
        _ => {}
    }
    let covered = [&place.status, &copy.status].contains(&&Status::Covered);
    // The reason is that of the copy that is worth a test.
    if copy.status.is_live() && !place.status.is_live() {
        *place = copy;
    } else if !place.status.is_live() {
        *place = Verdict {
            reason: "its copies have different verdicts".into(),
            ..Verdict::unknown(place.id)
        };
    }
    if covered {
        place.status = Status::Covered;
    }
}

fn is_same_set(a: &[u64], b: &[u64]) -> bool {
    a.len() == b.len() && a.iter().all(|id| b.contains(id))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Place;

    fn label(id: u64, key: &str, line: u32) -> LabelRow {
        LabelRow {
            id,
            key: key.into(),
            criterion: "cc".into(),
            tag: "CC".into(),
            place: Place {
                file: "a.c".into(),
                line,
                column: 1,
            },
            function: "f".into(),
            group: String::new(),
            predicate: String::new(),
            mutation: None,
        }
    }

    fn verdict(id: u64, status: Status) -> Verdict {
        Verdict {
            status,
            ..Verdict::unknown(id)
        }
    }

    /// Two places, each compiled twice: 1 and 3, 2 and 4.
    fn twice() -> Places {
        let labels = [(1, "x", 1), (2, "y", 2), (3, "x", 1), (4, "y", 2)];
        Places::new(&labels.map(|(id, key, line)| label(id, key, line)))
    }

    fn statuses(all: [Status; 4]) -> Vec<Status> {
        let mut ids = 1..;
        let verdicts = all.map(|status| verdict(ids.next().expect("an id"), status));
        let merged = twice().verdicts(&verdicts);
        merged.into_values().map(|verdict| verdict.status).collect()
    }

    #[test]
    fn copies_are_known_by_place_and_key() {
        let places = twice();
        assert_eq!((places.of(3), places.of(4), places.copies()), (1, 2, 2));
        let apart = [label(1, "x", 1), label(2, "x", 2), label(3, "z", 1)];
        assert_eq!(Places::new(&apart).copies(), 0);
        // A label without a key is only itself.
        assert_eq!(Places::new(&[label(1, "", 1), label(2, "", 1)]).copies(), 0);
    }

    #[test]
    fn a_verdict_holds_for_a_place_if_it_holds_in_each_copy() {
        use Status::{Covered, Duplicate, Infeasible, Subsumed, Unknown};
        let by = |id| Subsumed(vec![id]);
        assert_eq!(statuses([by(2), Unknown, by(4), Unknown]), [by(2), Unknown]);
        assert_eq!(
            statuses([Infeasible, Unknown, Infeasible, Unknown]),
            [Infeasible, Unknown]
        );
        assert_eq!(
            statuses([Infeasible, Unknown, Unknown, Unknown]),
            [Unknown, Unknown]
        );
        // The one copy proves nothing about tests that reach the other.
        assert_eq!(
            statuses([Infeasible, Unknown, by(4), Unknown]),
            [Unknown, Unknown]
        );
        assert_eq!(
            statuses([Duplicate(vec![2]), Unknown, by(4), Covered]),
            [Unknown, Covered]
        );
    }

    #[test]
    fn what_stands_for_a_place_does_so_in_each_copy() {
        use Status::{Duplicate, Infeasible, Subsumed, Unknown};
        // 1 and 3 are reached together with 2, and 4 is another compilation's.
        let both = |status: Status| [status.clone(), Unknown, status, Unknown];
        assert_eq!(statuses(both(Duplicate(vec![2]))), [Unknown, Unknown]);
        assert_eq!(statuses(both(Subsumed(vec![2]))), [Unknown, Unknown]);
        let all = Duplicate(vec![2, 4]);
        assert_eq!(statuses(both(all)), [Duplicate(vec![2]), Unknown]);
        let one = Duplicate(vec![2]);
        assert_eq!(
            statuses([one.clone(), Unknown, one.clone(), Infeasible]),
            [one.clone(), Unknown]
        );
        // One place that is compiled once, beside one that is compiled twice.
        let labels = [label(1, "x", 1), label(2, "y", 2), label(4, "y", 2)];
        let verdicts = [verdict(1, one), verdict(2, Unknown), verdict(4, Unknown)];
        let (_, merged) = Places::new(&labels).fold(&labels, &verdicts);
        assert_eq!(merged[0].status, Unknown);
    }

    /// Replay names what tests cover first, and tests cover different copies: that changes no verdict.
    #[test]
    fn the_order_of_what_stands_for_a_place_says_nothing() {
        use Status::{Covered, Duplicate, Subsumed, Unknown};
        let three = [(1, "x", 1), (2, "y", 2), (3, "z", 3)];
        let copies = three.map(|(id, key, line)| (id + 3, key, line));
        let labels = [three, copies].concat();
        let labels: Vec<LabelRow> = labels.iter().map(|l| label(l.0, l.1, l.2)).collect();
        let first = |one: Status, other: Status| {
            let all = [one, Covered, Unknown, other, Unknown, Covered];
            let verdicts: Vec<Verdict> = (1..).zip(all).map(|(id, s)| verdict(id, s)).collect();
            Places::new(&labels).fold(&labels, &verdicts).1[0]
                .status
                .clone()
        };
        let kinds: [fn(Vec<u64>) -> Status; 2] = [Subsumed, Duplicate];
        for kind in kinds {
            assert_eq!(first(kind(vec![2, 3]), kind(vec![6, 5])), kind(vec![2, 3]));
        }
        // What implies one copy only stands for nothing; two labels that a place equals stand for it together.
        assert_eq!(
            first(Subsumed(vec![2, 3]), Subsumed(vec![6])),
            Subsumed(vec![3])
        );
        assert_eq!(first(Subsumed(vec![2]), Subsumed(vec![6])), Unknown);
        assert_eq!(first(Duplicate(vec![2, 3]), Duplicate(vec![6])), Unknown);
    }

    #[test]
    fn a_place_is_covered_if_a_copy_is() {
        let row = |id, test: &str| CoverageRow {
            id,
            tests: vec![test.into()],
            reached: 1,
        };
        let merged = twice().coverage(&[row(1, "s"), row(3, "t"), row(4, "t")]);
        let tests: Vec<String> = merged.iter().map(|row| row.tests.join(" ")).collect();
        assert_eq!(tests, ["s t", "t"]);
        assert_eq!((merged[0].id, merged[1].id, merged[0].reached), (1, 2, 2));
    }

    #[test]
    fn a_relation_between_places_holds_in_each_copy() {
        let relation = |implications: &[(u64, u64)]| ProvedRelation {
            duplicates: Vec::new(),
            implications: implications.to_vec(),
        };
        let both = twice().relation(&relation(&[(1, 2), (3, 4)]));
        assert_eq!(both.implications, [(1, 2)]);
        let one = twice().relation(&relation(&[(1, 2)]));
        assert_eq!(one.implications, []);
        let twice_from_one = twice().relation(&relation(&[(1, 2), (1, 4)]));
        assert_eq!(twice_from_one.implications, []);
    }
}
