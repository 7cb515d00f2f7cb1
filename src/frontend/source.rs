//! The preprocessed text of a translation unit and the way back to the user's files.

use crate::base::{Diagnostic, Place, Span};
use std::path::PathBuf;

/// A preprocessed text. Every [`Span`] of the unit is a range of it.
#[derive(Debug)]
pub struct Source {
    /// The file as the compile command names it.
    pub file: PathBuf,
    /// What the preprocessor gave, byte for byte.
    pub bytes: Vec<u8>,
    /// The same with each byte that is not UTF-8 replaced by `?`; offsets are the same.
    pub text: String,
}

impl Source {
    /// Refuses a text of 1 GiB and more.
    pub fn new(_file: PathBuf, _bytes: Vec<u8>) -> Result<Source, Diagnostic> {
        todo!()
    }

    /// The user's file, line and column of an offset, through the line markers.
    pub fn place(&self, _offset: u32) -> Place {
        todo!()
    }

    /// Whether the offset lies in a system header, as the line markers say.
    pub fn in_system_header(&self, _offset: u32) -> bool {
        todo!()
    }

    /// The text of a span on one line: line markers and line breaks left out.
    pub fn snippet(&self, _span: Span) -> String {
        todo!()
    }
}
