//! The interface behind which solvers of clauses stand.
//!
//! Comes in: clauses over numbered variables, the variables that the next questions are about, questions. Goes out: a core
//! of the assumptions, a model, or nothing. Nothing here knows gates, terms or what a variable stands for.

#[cfg(feature = "batsat")]
mod batsat;

use super::sat::{Budget, Guide, Lit, Log, Solver, Variable, Verdict};
use std::fmt;
use std::str::FromStr;

/// A solver of clauses that is asked many times, about a small part of its clauses each time.
pub trait SatSolver {
    /// A new variable; `phase` is the value that is tried first. [`Lit::TRUE`] is there from the beginning.
    fn variable(&mut self, phase: bool) -> Lit;

    /// How many variables there are.
    fn len(&self) -> usize;

    /// How many literals the clauses have, learned ones included.
    fn size(&self) -> usize;

    /// Adds a clause for good.
    fn clause(&mut self, literals: &[Lit]);

    /// The next questions are about this variable too; says whether that is new. Others need no value: whatever the
    /// variables of the cone are, those outside can follow.
    fn add_to_cone(&mut self, variable: Variable) -> bool;

    /// The next questions are about other variables.
    fn clear_cone(&mut self);

    fn is_in_cone(&self, literal: Lit) -> bool;

    /// Whether the clauses and the assumptions exclude each other. What it takes is taken off the budget. The guide may
    /// be asked for decisions.
    fn solve(&mut self, assumptions: &[Lit], guide: &dyn Guide, budget: &mut Budget) -> Verdict;

    /// The value of a literal in the last model, if the model has one.
    fn model(&self, literal: Lit) -> Option<bool>;

    /// The clauses that were given and learned, if they are logged.
    fn log(&self) -> Option<&Log> {
        None
    }
}

/// The solver of clauses of a session.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Backend {
    /// [`super::sat`]
    #[default]
    Own,
    /// BatSat, an heir of MiniSat.
    #[cfg(feature = "batsat")]
    Batsat,
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Backend {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let named = Backend::ALL.iter().find(|backend| backend.name() == text);
        named.copied().ok_or_else(|| {
            let names: Vec<&str> = Backend::ALL.iter().map(|b| b.name()).collect();
            format!("this build has {}", names.join(" and "))
        })
    }
}

impl Backend {
    pub const ALL: &'static [Backend] = &[
        Backend::Own,
        #[cfg(feature = "batsat")]
        Backend::Batsat,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Backend::Own => "own",
            #[cfg(feature = "batsat")]
            Backend::Batsat => "batsat",
        }
    }

    pub(super) fn solver(self) -> Box<dyn SatSolver> {
        match self {
            Backend::Own => Box::new(Solver::default()),
            #[cfg(feature = "batsat")]
            Backend::Batsat => Box::new(batsat::Batsat::default()),
        }
    }
}
