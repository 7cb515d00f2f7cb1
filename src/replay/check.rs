//! Do the tests agree with what was proved?
//!
//! Comes in: verdicts, the relation, what one test covers. Goes out: what it contradicts. An infeasible label must never be
//! covered. Relations between labels hold of executions that end by themselves: one that a signal cuts short may have covered
//! a label and not yet the one that always follows.

use crate::status::{ProvedRelation, Status, Verdict};
use std::collections::HashSet;
use std::sync::Arc;

/// What a test showed to be wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Broken {
    Infeasible,
    /// Covered, and none of these is; or not covered, and one of these is.
    Duplicate(Vec<u64>),
    /// Not covered, and one of these is.
    Subsumed(Vec<u64>),
    /// Not covered, and this one is, although `subsumption.json` has it that this implies it.
    Implied(u64),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contradiction {
    pub test: Arc<str>,
    pub label: u64,
    pub broken: Broken,
}

/// What one test contradicts, verdicts first; each label once.
pub fn contradictions(
    test: &Arc<str>,
    whole: bool,
    covers: impl Fn(u64) -> bool,
    verdicts: &[Verdict],
    relation: &ProvedRelation,
) -> Vec<Contradiction> {
    let (mut found, mut known) = (Vec::new(), HashSet::new());
    let mut add = |label: u64, broken: Broken| {
        if known.insert(label) {
            let test = test.clone();
            found.push(Contradiction {
                test,
                label,
                broken,
            });
        }
    };
    for verdict in verdicts {
        let (label, hit) = (verdict.id, covers(verdict.id));
        let stands_for_it = || verdict.status.by().iter().any(|&by| covers(by));
        match &verdict.status {
            Status::Infeasible if hit => add(label, Broken::Infeasible),
            Status::Duplicate(by) if whole && hit != stands_for_it() => {
                add(label, Broken::Duplicate(by.clone()))
            }
            Status::Subsumed(by) if whole && !hit && stands_for_it() => {
                add(label, Broken::Subsumed(by.clone()))
            }
            _ => {}
        }
    }
    if whole {
        let same = relation
            .duplicates
            .iter()
            .flat_map(|class| class.windows(2).map(|pair| (pair[0], pair[1])));
        let both_ways = same.flat_map(|(a, b)| [(a, b), (b, a)]);
        for (a, b) in both_ways.chain(relation.implications.iter().copied()) {
            if covers(a) && !covers(b) {
                add(b, Broken::Implied(a));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(id: u64, status: Status) -> Verdict {
        Verdict {
            status,
            ..Verdict::unknown(id)
        }
    }

    fn found(covered: &[u64], whole: bool) -> Vec<(u64, Broken)> {
        let verdicts = [
            verdict(1, Status::Infeasible),
            verdict(2, Status::Unknown),
            verdict(3, Status::Duplicate(vec![2])),
            verdict(4, Status::Subsumed(vec![2, 5])),
            verdict(5, Status::Covered),
            verdict(6, Status::Duplicate(vec![2, 5])),
        ];
        let relation = ProvedRelation {
            duplicates: vec![vec![2, 3]],
            implications: vec![(2, 4), (5, 4), (7, 8)],
        };
        let found = contradictions(
            &"t".into(),
            whole,
            |id| covered.contains(&id),
            &verdicts,
            &relation,
        );
        found.into_iter().map(|c| (c.label, c.broken)).collect()
    }

    #[test]
    fn what_agrees_is_no_contradiction() {
        for covered in [
            &[][..],
            &[2, 3, 4, 6],
            &[4, 5, 6],
            &[4],
            &[2, 3, 4, 5, 6, 8],
        ] {
            assert_eq!(found(covered, true), [], "{covered:?}");
        }
    }

    #[test]
    fn each_kind_is_found() {
        assert_eq!(found(&[1], true), [(1, Broken::Infeasible)]);
        assert_eq!(
            found(&[3], true),
            [(3, Broken::Duplicate(vec![2])), (2, Broken::Implied(3))]
        );
        assert_eq!(found(&[2, 3, 6], true), [(4, Broken::Subsumed(vec![2, 5]))]);
        assert_eq!(found(&[6], true), [(6, Broken::Duplicate(vec![2, 5]))]);
        assert_eq!(found(&[4, 5], true), [(6, Broken::Duplicate(vec![2, 5]))]);
        assert_eq!(found(&[7], true), [(8, Broken::Implied(7))]);
    }

    #[test]
    fn a_test_that_was_cut_short_can_only_show_feasibility() {
        assert_eq!(found(&[1, 2, 7], false), [(1, Broken::Infeasible)]);
    }
}
