//! Which removals hold whatever else can be covered.
//!
//! Comes in: verdicts, and which labels tests cover. Goes out: which removals are certain, and verdicts that name covered labels first. A
//! label that is infeasible and not proved so implies everything: what is removed in favour of it is worth a test. So a label that is
//! subsumed is removed for certain only if a test covers a label that implies it; until then it is removed if that label is feasible.
//! Must not know how labels are covered.

use super::{Status, Verdict};
use std::collections::BTreeSet;

/// Whether the label is removed, and whatever else can be covered.
pub fn removed_for_certain(status: &Status, covered: &BTreeSet<u64>) -> bool {
    match status {
        Status::Infeasible | Status::Duplicate(_) => true,
        Status::Subsumed(by) => by.iter().any(|id| covered.contains(id)),
        Status::Unknown | Status::Covered => false,
    }
}

/// The labels that a test covers, as their verdicts say.
pub fn covered_by_status(verdicts: &[Verdict]) -> BTreeSet<u64> {
    let covered = verdicts.iter().filter(|v| v.status == Status::Covered);
    covered.map(|verdict| verdict.id).collect()
}

/// Names the labels that a test covers first, each kind ascending.
pub fn name_covered_first(verdict: &mut Verdict, covered: &BTreeSet<u64>) {
    if let Status::Subsumed(by) = &mut verdict.status {
        by.sort_unstable_by_key(|id| (!covered.contains(id), *id));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_removed_for_certain_below_a_covered_one() {
        let covered = BTreeSet::from([7]);
        let subsumed = |by: &[u64]| Status::Subsumed(by.to_vec());
        assert!(removed_for_certain(&Status::Infeasible, &covered));
        assert!(removed_for_certain(&subsumed(&[3, 7]), &covered));
        assert!(!removed_for_certain(&subsumed(&[3]), &covered));
        assert!(!removed_for_certain(&Status::Unknown, &covered));
        let mut verdict = Verdict {
            status: subsumed(&[3, 5, 7]),
            ..Verdict::unknown(1)
        };
        name_covered_first(&mut verdict, &covered);
        assert_eq!(verdict.status, subsumed(&[7, 3, 5]));
        name_covered_first(&mut verdict, &BTreeSet::new());
        assert_eq!(verdict.status, subsumed(&[3, 5, 7]));
    }
}
