//! What an earlier run of other steps proved about the same function.
//!
//! Comes in: the findings of that run, for the same labels. Goes out: answers to questions that need not be asked again.
//! Only proofs of steps 1 and 2 are taken over: what was open then is asked again, and step 3 has none before it.

use super::region::Atom;
use super::{Finding, Findings};

/// The proofs of an earlier run; none as a rule.
pub struct Prior<'a> {
    /// By label.
    labels: &'a [Finding],
}

impl<'a> Prior<'a> {
    pub fn new(findings: Option<&'a Findings>) -> Self {
        Prior {
            labels: findings.map_or(&[], |findings| &findings.labels),
        }
    }

    /// No state covers it.
    pub fn never(&self, atom: &Atom) -> bool {
        self.says(atom, |finding| *finding == Finding::Infeasible)
    }

    /// Whatever reaches it covers it.
    pub fn always(&self, atom: &Atom) -> bool {
        self.says(atom, |finding| {
            *finding == Finding::Possible { always: true }
        })
    }

    fn says(&self, atom: &Atom, what: impl Fn(&Finding) -> bool) -> bool {
        let finding = |label: &u32| self.labels.get(*label as usize);
        atom.labels.iter().filter_map(finding).any(what)
    }
}
