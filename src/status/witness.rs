//! Verdicts in the light of what tests cover. A label that a test covers has a witness.
//!
//! Comes in: verdicts, the proved relation, which labels are covered. Goes out: the verdicts with these witnesses. A label that is
//! infeasible and not proved so implies everything, and removes labels that tests do cover. So a label that has a witness is
//! subsumed only by labels that have one, and is worth a test otherwise; `by` names labels with a witness first. Must not know
//! where the covered labels come from.

use super::{ProvedRelation, Status, Verdict};
use std::collections::{BTreeSet, HashMap, HashSet};

/// What a verdict says when a test decided it.
const STEP: &str = "replay";
/// The reason, before that of an earlier verdict.
const REASON: &str = "a test covers it";
const BEFORE: &str = "; before: ";
/// The reason of a label that would be subsumed without its witness.
const KEPT: &str = "a test covers it, and none covers what implies it";
/// A subsumed label names at most this many.
const MOST_NAMED: usize = 8;

/// Whether the label is removed whatever else can be covered. A subsumed one is if a test covers a label that implies it.
pub fn removed_for_certain(status: &Status, covered: impl Fn(u64) -> bool) -> bool {
    match status {
        Status::Infeasible | Status::Duplicate(_) => true,
        Status::Subsumed(by) => by.iter().any(|&id| covered(id)),
        Status::Unknown | Status::Covered => false,
    }
}

/// The labels that have a witness, as their verdicts say.
pub fn covered_by_status(verdicts: &[Verdict]) -> BTreeSet<u64> {
    let covered = verdicts.iter().filter(|v| v.status == Status::Covered);
    covered.map(|verdict| verdict.id).collect()
}

/// The verdicts with these witnesses, and with no earlier ones.
pub fn settle(verdicts: &mut [Verdict], relation: &ProvedRelation, covered: &BTreeSet<u64>) {
    let subsumed = subsumed(verdicts);
    for verdict in verdicts.iter_mut() {
        mark(verdict, covered.contains(&verdict.id));
    }
    let is_live = |verdict: &&Verdict| verdict.status.is_live() && !subsumed.contains(&verdict.id);
    let live = verdicts.iter().filter(is_live).map(|verdict| verdict.id);
    let graph = Graph::new(relation);
    let above = graph.above(&live.collect(), &subsumed, covered);
    for verdict in verdicts.iter_mut() {
        if subsumed.contains(&verdict.id)
            && let Some(&class) = graph.class.get(&verdict.id)
            && !above[class].is_empty()
        {
            *verdict = one(verdict.id, &above[class], &graph.members[class], covered);
        }
    }
}

/// The labels that are subsumed but for their witnesses: those that are named so, those that were kept, and their duplicates.
fn subsumed(verdicts: &[Verdict]) -> HashSet<u64> {
    let is_kept = |verdict: &&Verdict| verdict.step == STEP && verdict.reason == KEPT;
    let kept: HashSet<u64> = verdicts.iter().filter(is_kept).map(|v| v.id).collect();
    let stands = |verdict: &&Verdict| match &verdict.status {
        Status::Subsumed(_) => true,
        Status::Duplicate(by) => by.len() == 1 && kept.contains(&by[0]),
        _ => kept.contains(&verdict.id),
    };
    verdicts.iter().filter(stands).map(|v| v.id).collect()
}

/// The verdict of a label of a class that these imply, those with a witness first.
fn one(id: u64, above: &[u64], members: &[u64], covered: &BTreeSet<u64>) -> Verdict {
    let first = members.iter().find(|id| covered.contains(id));
    match first {
        Some(&first) if !covered.contains(&above[0]) => match first == id {
            true => Verdict {
                id,
                status: Status::Covered,
                step: STEP.into(),
                reason: KEPT.into(),
            },
            false => Verdict::duplicate(id, first),
        },
        _ => Verdict::subsumed(id, above.to_vec()),
    }
}

/// A live label is covered or unknown, as these tests have it.
fn mark(verdict: &mut Verdict, covered: bool) {
    if verdict.status == Status::Covered && verdict.step == STEP {
        verdict.status = Status::Unknown;
        verdict.step.clear();
        let before = verdict.reason.strip_prefix(REASON);
        let before = before.and_then(|rest| rest.strip_prefix(BEFORE));
        verdict.reason = before.unwrap_or_default().to_string();
    }
    if covered && verdict.status == Status::Unknown {
        verdict.status = Status::Covered;
        verdict.step = STEP.into();
        verdict.reason = match verdict.reason.as_str() {
            "" => REASON.into(),
            before => format!("{REASON}{BEFORE}{before}"),
        };
    }
}

/// The relation by classes of labels that the same tests cover.
#[derive(Default)]
struct Graph {
    class: HashMap<u64, usize>,
    members: Vec<Vec<u64>>,
    implied: Vec<Vec<usize>>,
    /// By class: how many edges lead to it.
    implying: Vec<usize>,
}

impl Graph {
    fn new(relation: &ProvedRelation) -> Graph {
        let mut graph = Graph::default();
        for class in &relation.duplicates {
            graph.add(class.clone());
        }
        for &(a, b) in &relation.implications {
            let [a, b] = [a, b].map(|id| match graph.class.get(&id) {
                Some(&class) => class,
                None => graph.add(vec![id]),
            });
            graph.implied[a].push(b);
            graph.implying[b] += 1;
        }
        graph
    }

    fn add(&mut self, members: Vec<u64>) -> usize {
        let class = self.members.len();
        self.class.extend(members.iter().map(|&id| (id, class)));
        self.members.push(members);
        self.implied.push(Vec::new());
        self.implying.push(0);
        class
    }

    /// By class: the live labels that imply it, those with a witness first; nothing for a live class. A class that a witness
    /// keeps is live for those below it.
    fn above(
        &self,
        live: &HashSet<u64>,
        subsumed: &HashSet<u64>,
        covered: &BTreeSet<u64>,
    ) -> Vec<Vec<u64>> {
        let mut above: Vec<Vec<u64>> = vec![Vec::new(); self.members.len()];
        let mut left = self.implying.clone();
        let mut open: Vec<usize> = (0..left.len()).filter(|&class| left[class] == 0).collect();
        let order = |id: &u64| (!covered.contains(id), *id);
        while let Some(class) = open.pop() {
            let members = &self.members[class];
            let mut handed = above[class].clone();
            let witnessed = handed.first().is_some_and(|id| covered.contains(id));
            let stands = |id: &&u64| match handed.is_empty() {
                true => live.contains(id),
                false => !witnessed && covered.contains(id) && subsumed.contains(id),
            };
            if let Some(&own) = members.iter().find(stands) {
                handed.push(own);
            }
            for &below in &self.implied[class] {
                let named = &mut above[below];
                named.extend(&handed);
                named.sort_by_key(order);
                named.dedup();
                named.truncate(MOST_NAMED);
                left[below] -= 1;
                if left[below] == 0 {
                    open.push(below);
                }
            }
        }
        // A proved relation has no circles between classes.
        for (named, left) in above.iter_mut().zip(left) {
            if left > 0 {
                named.clear();
            }
        }
        above
    }
}

#[cfg(test)]
mod tests {
    use super::Status::{Covered, Duplicate, Subsumed, Unknown};
    use super::*;

    fn verdict(id: u64, status: Status) -> Verdict {
        let reason = "as it was".into();
        match status {
            Subsumed(by) => Verdict::subsumed(id, by),
            status => Verdict {
                status,
                reason,
                ..Verdict::unknown(id)
            },
        }
    }

    /// 1 ⇒ 2 ⇔ 3 ⇒ 4, and 5 ⇒ 4; 6 is one of 1 and 5.
    fn example() -> (Vec<Verdict>, ProvedRelation) {
        let statuses = [
            Unknown,
            Subsumed(vec![1]),
            Subsumed(vec![1]),
            Subsumed(vec![1, 5]),
            Unknown,
            Duplicate(vec![1, 5]),
        ];
        let verdicts = (1..).zip(statuses).map(|(id, s)| verdict(id, s)).collect();
        let relation = ProvedRelation {
            duplicates: vec![vec![2, 3]],
            implications: vec![(1, 2), (2, 4), (5, 4), (1, 6), (5, 6)],
        };
        (verdicts, relation)
    }

    fn statuses(covered: &[u64]) -> Vec<Status> {
        let (mut verdicts, relation) = example();
        settle(&mut verdicts, &relation, &covered.iter().copied().collect());
        verdicts.into_iter().map(|v| v.status).collect()
    }

    #[test]
    fn a_label_with_a_witness_is_removed_only_in_favour_of_one_with_a_witness() {
        let pair = || Duplicate(vec![1, 5]);
        let by = |ids: &[u64]| Subsumed(ids.to_vec());
        assert_eq!(
            statuses(&[2, 3, 4]),
            [
                Unknown,
                Covered,
                Duplicate(vec![2]),
                by(&[2, 1, 5]),
                Unknown,
                pair()
            ]
        );
        assert_eq!(
            statuses(&[4]),
            [Unknown, by(&[1]), by(&[1]), Covered, Unknown, pair()]
        );
        assert_eq!(
            statuses(&[4, 5, 6]),
            [Unknown, by(&[1]), by(&[1]), by(&[5, 1]), Covered, pair()]
        );
        assert_eq!(
            statuses(&[1, 2, 3, 4, 6]),
            [Covered, by(&[1]), by(&[1]), by(&[1, 5]), Unknown, pair()]
        );
    }

    #[test]
    fn without_its_tests_everything_is_as_before() {
        let (before, relation) = example();
        for covered in [&[][..], &[4], &[2, 3, 4], &[4, 5, 6], &[1, 2, 3, 4, 6]] {
            let mut verdicts = before.clone();
            let covered: BTreeSet<u64> = covered.iter().copied().collect();
            settle(&mut verdicts, &relation, &covered);
            let once = verdicts.clone();
            settle(&mut verdicts, &relation, &covered);
            assert_eq!(verdicts, once);
            settle(&mut verdicts, &relation, &BTreeSet::new());
            assert_eq!(verdicts, before);
        }
    }

    #[test]
    fn circles_in_a_file_that_someone_wrote_change_nothing() {
        let (mut verdicts, mut relation) = example();
        relation.implications.push((4, 2));
        settle(&mut verdicts, &relation, &BTreeSet::from([2, 3, 4]));
        assert_eq!(verdicts[1].status, Subsumed(vec![1]));
    }

    #[test]
    fn a_covered_label_is_unknown_again_when_its_test_is_gone() {
        for reason in ["", "a state may cover it", "the solver reached its limit"] {
            let before = Verdict {
                reason: reason.into(),
                ..Verdict::unknown(1)
            };
            let mut verdict = before.clone();
            mark(&mut verdict, true);
            assert_eq!(
                (&verdict.status, verdict.step.as_str()),
                (&Covered, "replay")
            );
            let covered = verdict.clone();
            mark(&mut verdict, true);
            assert_eq!(verdict, covered);
            mark(&mut verdict, false);
            assert_eq!(verdict, before);
        }
    }
}
