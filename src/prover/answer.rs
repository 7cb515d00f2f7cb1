//! What the solver may say.

use super::ended;
use crate::logic::Assignment;

/// The answer to "can the hypotheses and the assumptions not hold together?".
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// They cannot. The assumptions at these indices, ascending, with the hypotheses already exclude each other.
    Unsat(Vec<usize>),
    /// They hold together in this state, which was checked by evaluation.
    Sat(Box<Assignment>),
    /// The resource limit or the wall clock ended the search.
    Timeout,
    /// The memory limit ended the search.
    Memory,
    /// The solver gave up, for this reason.
    Unknown(String),
    /// Something broke: an error of the solver, or a model that evaluation does not confirm.
    Failure(String),
}

impl Answer {
    pub fn is_valid(&self) -> bool {
        matches!(self, Answer::Unsat(_))
    }

    pub fn is_invalid(&self) -> bool {
        matches!(self, Answer::Sat(_))
    }
}

/// What kept an answer from coming.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Fault {
    /// The memory that a job has is used up.
    Memory,
    /// The question is about more than its limit lets be made.
    Limit,
    /// The run was ended.
    Ended,
    Failure(String),
}

impl Fault {
    pub fn new(what: impl Into<String>) -> Self {
        Fault::Failure(what.into())
    }
}

impl From<Fault> for Answer {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Memory => {
                ended::note_end();
                Answer::Memory
            }
            Fault::Limit | Fault::Ended => Answer::Timeout,
            Fault::Failure(what) => Answer::Failure(what),
        }
    }
}
