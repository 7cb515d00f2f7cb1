//! What a step leaves for the next one, in the same run or in a later one.
//!
//! Each step begins with solvers of its own, with what the steps before it found out about the labels, and with this. So
//! steps 1, 2 and 3 one by one find what they find together.

use super::ids::{LabelId, RegionId};
use super::{Finding, Findings, Steps, Why};
use crate::base::IdVec;
use crate::logic::Kept;

/// What examining a function has come to, beside what is known of its labels.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Progress {
    /// The steps that were worked through, also those that the user has no verdicts of.
    pub done: usize,
    /// The states that the solver found, in their order.
    pub learnt: Vec<Learnt>,
    pub regions: IdVec<RegionId, Effort>,
    /// The sizes of regions whose first question had no answer.
    pub too_large: Vec<usize>,
}

/// A state that the solver found for a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Learnt {
    /// The first label that the question was about.
    pub about: LabelId,
    pub state: Kept,
}

/// How it went with the questions about a region.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// What was spent on questions without an answer, since there was none.
    pub open: u64,
    /// Some question had an answer.
    pub answered: bool,
}

/// How many steps have to be worked through for the verdicts of these. Step 3 needs to know what is always true.
pub fn last_step(steps: Steps) -> usize {
    match steps {
        Steps {
            subsumption: true, ..
        } => 3,
        Steps {
            duplicates: true, ..
        } => 2,
        _ => 1,
    }
}

/// Whether these steps would have asked more.
pub fn is_cut_short(findings: &Findings, steps: Steps) -> bool {
    let interrupted = findings
        .labels
        .values()
        .any(|finding| *finding == Finding::Open(Why::Interrupted));
    interrupted || (1..last_step(steps)).contains(&findings.progress.done)
}

/// Whether the findings of an earlier run can be built upon: nothing ended it early or broke it.
pub fn is_complete(findings: &Findings) -> bool {
    let whole = |finding: &Finding| match finding {
        Finding::Infeasible(_) | Finding::Possible { .. } => true,
        Finding::Open(why) => matches!(why, Why::Timeout | Why::Solver),
    };
    findings.progress.done > 0 && findings.labels.values().all(whole)
}
