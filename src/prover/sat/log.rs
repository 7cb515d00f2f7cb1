//! What a solver was given and what it learned, in order: a proof in DRUP, without deletions.

use super::{Lit, Solver};

/// Clauses as they were given, before any simplification, and as they were learned.
#[derive(Default)]
pub struct Log {
    literals: Vec<Lit>,
    /// Per clause where its literals end, and whether it was learned.
    clauses: Vec<(usize, bool)>,
}

impl Log {
    pub fn len(&self) -> usize {
        self.clauses.len()
    }

    /// The literals of a clause, and whether it was learned.
    pub fn clause(&self, index: usize) -> (&[Lit], bool) {
        let start = match index {
            0 => 0,
            _ => self.clauses[index - 1].0,
        };
        let (end, learned) = self.clauses[index];
        (&self.literals[start..end], learned)
    }

    pub(super) fn given(&mut self, clause: &[Lit]) {
        self.add(clause, false);
    }

    pub(super) fn learned(&mut self, clause: &[Lit]) {
        self.add(clause, true);
    }

    fn add(&mut self, clause: &[Lit], learned: bool) {
        self.literals.extend_from_slice(clause);
        self.clauses.push((self.literals.len(), learned));
    }
}

impl Solver {
    /// One that keeps a log.
    pub fn logged() -> Self {
        let mut log = Log::default();
        log.given(&[Lit::TRUE]);
        Solver {
            log: Some(Box::new(log)),
            ..Solver::default()
        }
    }
}
