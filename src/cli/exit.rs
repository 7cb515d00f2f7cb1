//! What the exit code says.

use std::process::ExitCode;

/// How a run ended, by its exit code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Exit {
    /// Everything asked for was done.
    Done = 0,
    /// The arguments make no sense, or results cannot be written.
    Usage = 1,
    /// A part of the input was not understood. The rest was analysed and written.
    Input = 2,
    /// A fault of tamis itself.
    Internal = 3,
    /// A gate that the user asked for did not hold.
    Gate = 4,
    /// Ctrl-C ended it early; what was found until then was written.
    Interrupted = 130,
}

impl Exit {
    /// This one, or the other where this one has nothing to say.
    #[must_use]
    pub fn or(self, other: Exit) -> Exit {
        match self {
            Exit::Done => other,
            exit => exit,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}
