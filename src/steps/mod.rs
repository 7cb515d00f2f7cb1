//! The three steps: which question to ask, and which verdict follows from the answers.
//!
//! Comes in: functions with their labels, the order of points, the groups. Goes out: verdicts, and the proved
//! relation between labels. Knows neither SMT text nor file formats.
//!
//! ```text
//! step 1   reach(ℓ) ∧ φ  has no state                      ⇒  ℓ is infeasible
//! step 2   reach(ℓ) ∧ ¬φ has no state                      ⇒  ℓ is covered whenever it is reached; in a group, all such
//!                                                             labels are duplicates
//! step 3   reach(a) ∧ φₐ ∧ ¬(reach(b) ∧ φ_b) has no state  ⇒  a subsumes b; cycles are duplicates
//! ```
//!
//! - `slice`: a function with all that examining it may look at.
//! - `examine`: one function: step by step, region by region.
//! - `proof_state`: what is known so far, and how a large function is cut into shares.
//! - `states`, `signatures`: a native search for states, and what they say about predicates, 64 states in a machine word.
//! - `region`: the labels of one block: states refute, the solver confirms.
//! - `local`: questions that the block alone can answer.
//! - `trips`: what is never covered once loops are followed to their ends.
//! - `order`: which pairs of labels an implication may relate.
//! - `progress`: what a step leaves for the next.
//! - `claim`: what a finding claims, and the obligation that this is.
//! - `proof`: obligations are asked, and claims are proved, here only.
//! - `link`: the rules that make edges of the relation from proved claims.
//! - `again`: the claims of a function once more; `second`: for another solver; `certify`: for certificates.
//! - `conclude`, `relation`: all functions: from findings to verdicts.

mod again;
mod certify;
mod claim;
mod conclude;
mod examine;
mod ids;
mod link;
mod local;
mod order;
mod progress;
mod proof;
mod proof_state;
mod region;
mod relation;
mod second;
mod signatures;
mod slice;
mod states;
mod subsumption;
#[cfg(test)]
mod tests;
mod trips;

pub use certify::{Certification, Certified, certify};
pub use claim::{Always, Claim, Frame, Implies, Never, Obligation, Unfit};
pub use conclude::{Conclusions, Edge, Entry, conclude};
pub use examine::{LONGER, Subject, examine};
pub use ids::{LabelId, RegionId};
pub use link::Ground;
pub use order::{Order, Spot};
pub use progress::{Effort, Learnt, Progress, is_complete, is_cut_short};
pub use proof::Proved;
pub use second::{Against, Confirmed, Dispute, confirm};
pub use slice::{Slice, fewer_steps};

use crate::base::IdVec;
use crate::prover::Limits;
use std::ops::AddAssign;

/// What to look for, and how hard.
#[derive(Clone, Debug)]
pub struct Settings {
    pub steps: Steps,
    /// Relations between labels of different criteria too.
    pub across_criteria: bool,
    /// Per question.
    pub limits: Limits,
}

/// Solver steps of a question with normal effort.
pub const NORMAL_EFFORT: u32 = 150_000;

impl Default for Settings {
    /// What the command line does without options.
    fn default() -> Self {
        Settings {
            steps: Steps::default(),
            across_criteria: false,
            limits: Limits {
                resource: NORMAL_EFFORT,
                z3: 0,
                ..Limits::default()
            },
        }
    }
}

/// Which steps to run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Steps {
    pub infeasible: bool,
    pub duplicates: bool,
    pub subsumption: bool,
}

impl Steps {
    /// Those that either has.
    #[must_use]
    pub fn with(self, other: Steps) -> Steps {
        Steps {
            infeasible: self.infeasible || other.infeasible,
            duplicates: self.duplicates || other.duplicates,
            subsumption: self.subsumption || other.subsumption,
        }
    }

    /// Those of `done` that come before all of these.
    #[must_use]
    pub fn earlier(self, done: Steps) -> Steps {
        Steps {
            infeasible: done.infeasible && !self.infeasible,
            duplicates: done.duplicates && !self.infeasible && !self.duplicates,
            subsumption: false,
        }
    }

    pub fn any(self) -> bool {
        self.infeasible || self.duplicates || self.subsumption
    }
}

impl std::fmt::Display for Steps {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let all = [
            (self.infeasible, "1"),
            (self.duplicates, "2"),
            (self.subsumption, "3"),
        ];
        let chosen: Vec<&str> = all.iter().filter(|(on, _)| *on).map(|(_, n)| *n).collect();
        f.write_str(&chosen.join(","))
    }
}

impl std::str::FromStr for Steps {
    type Err = String;

    /// Reads `1,3`.
    fn from_str(list: &str) -> Result<Steps, String> {
        let mut steps = Steps {
            infeasible: false,
            duplicates: false,
            subsumption: false,
        };
        for step in list.split(',') {
            match step.trim() {
                "1" => steps.infeasible = true,
                "2" => steps.duplicates = true,
                "3" => steps.subsumption = true,
                other => return Err(format!("`{other}` is not a step; the steps are 1, 2 and 3")),
            }
        }
        Ok(steps)
    }
}

impl Default for Steps {
    fn default() -> Self {
        Steps {
            infeasible: true,
            duplicates: true,
            subsumption: true,
        }
    }
}

/// What was found out about the labels of one function.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Findings {
    pub labels: IdVec<LabelId, Finding>,
    /// Some state covers the first label of each.
    pub implications: Vec<Proved<Implies>>,
    pub progress: Progress,
    pub counts: Counts,
}

impl Findings {
    /// Nothing is known of so many labels.
    pub fn without(labels: usize, why: Why) -> Findings {
        Findings {
            labels: IdVec::filled(Finding::Open(why), labels),
            ..Findings::default()
        }
    }

    pub fn is_failure(&self) -> bool {
        self.labels.values().next() == Some(&Finding::Open(Why::Fault))
    }
}

/// What is known of one label.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding {
    Infeasible(Proved<Never>),
    /// Some state covers it, as far as we can see.
    Possible {
        /// Whatever reaches it covers it, if that is proved.
        always: Option<Proved<Always>>,
    },
    Open(Why),
}

impl Finding {
    /// What it claims.
    pub fn claim(&self) -> Option<Claim> {
        match self {
            Finding::Infeasible(proved) => Some(proved.claim().into()),
            Finding::Possible { always } => always.map(|proved| proved.claim().into()),
            Finding::Open(_) => None,
        }
    }

    /// The same of a label that has the same reach and the same predicate.
    fn restated(&self, frame: &Frame, label: LabelId) -> Finding {
        match self {
            Finding::Infeasible(proved) => match frame.restated(*proved, Never(label)) {
                Some(proved) => Finding::Infeasible(proved),
                None => Finding::Open(Why::Fault),
            },
            Finding::Possible { always } => Finding::Possible {
                always: always.and_then(|proved| frame.restated(proved, Always(label))),
            },
            Finding::Open(why) => Finding::Open(why.clone()),
        }
    }
}

/// Why nothing is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// The limit of time or steps was reached.
    Timeout,
    Memory,
    /// The solver gave up or failed.
    Solver,
    /// The run was ended.
    Interrupted,
    /// Another part of the run asks.
    Elsewhere,
    /// A fault of our own.
    Fault,
    /// The hypotheses were not shown satisfiable.
    Vacuous,
    /// The second solver did not prove it again.
    Unconfirmed,
    /// The order of the labels does not let any proof mean it.
    Order,
    /// Something in the function is not modelled.
    Unsupported(&'static str),
}

/// How much was asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Ordered pairs of labels that an implication may relate.
    pub pairs: u64,
    /// Pairs that a state refuted, or that followed from others.
    pub without_solver: u64,
    /// Questions to the solver about the function, by step.
    pub calls: [u64; 3],
    /// Questions about one block alone.
    pub local_calls: u64,
    /// Microseconds spent, by step; the first has what is needed by all.
    pub micros: [u64; 3],
    /// Questions without an answer.
    pub open: u64,
    /// Questions that were not asked: others like them had no answer.
    pub not_asked: u64,
    pub proofs: u64,
    /// Labels about which an earlier run of other steps has found out what it could.
    pub taken_over: u64,
    /// Labels about which everything was known from an earlier run.
    pub cached: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.pairs += other.pairs;
        self.without_solver += other.without_solver;
        self.local_calls += other.local_calls;
        self.open += other.open;
        self.not_asked += other.not_asked;
        self.proofs += other.proofs;
        self.taken_over += other.taken_over;
        self.cached += other.cached;
        for step in 0..3 {
            self.calls[step] += other.calls[step];
            self.micros[step] += other.micros[step];
        }
    }
}
