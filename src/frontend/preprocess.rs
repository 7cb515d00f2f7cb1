//! Runs the C preprocessor.
//!
//! Comes in: a compile command. Goes out: the preprocessed text. Never goes through a shell.

use super::{CompileCommand, Source};
use crate::base::Diagnostic;

/// `<compiler> <args> -E file`; a missing header or a time-out is an error with its place.
pub fn preprocess(_command: &CompileCommand) -> Result<Source, Diagnostic> {
    todo!()
}
