//! Removals by what they follow from, when claims were gone through again.

use crate::explain::Plan;
use crate::status::Status;
use crate::steps::{Claim, Conclusions, LabelId};

/// How many labels are removed, and by what: each is counted once more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Removals {
    pub all: u64,
    pub confirmed: u64,
    pub open: u64,
    pub disputed: u64,
}

/// Counts the removals of a run by what they follow from: from the claims that were confirmed, from those that are not disputed,
/// or from neither.
pub(super) fn removals(
    run: &Conclusions,
    certain: &Conclusions,
    undisputed: &Conclusions,
) -> Removals {
    let [sure, left] = [certain, undisputed].map(|c| Plan::new(&c.edges, &c.pairs));
    let mut count = Removals::default();
    for (i, verdict) in run.verdicts.iter().enumerate() {
        if matches!(verdict.status, Status::Unknown | Status::Covered) {
            continue;
        }
        let follows = |from: &Conclusions, plan: &Plan| {
            let status = &from.verdicts[i].status;
            *status == verdict.status || plan.holds(verdict.id, &verdict.status)
        };
        count.all += 1;
        if follows(certain, &sure) {
            count.confirmed += 1;
        } else if follows(undisputed, &left) {
            count.open += 1;
        } else {
            count.disputed += 1;
        }
    }
    count
}

/// For people.
pub(super) fn told(claim: Claim, id: impl Fn(LabelId) -> u64) -> String {
    match claim {
        Claim::Unreached(label) => format!("label {} is never reached", id(label)),
        Claim::Never(label) => format!("label {} is never covered", id(label)),
        Claim::Always(label) => format!("label {} is covered whenever it is reached", id(label)),
        Claim::Implies(a, b) => format!(
            "every test that covers label {} covers label {}",
            id(a),
            id(b)
        ),
    }
}
