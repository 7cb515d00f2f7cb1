//! What went wrong, where, and what to do about it.

use super::Place;
use std::fmt;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// Precision is lost, or a choice was made that the user may want to know.
    Note,
    /// A part of the input, say one function, has no result.
    Warning,
    /// A whole input has no result.
    Error,
}

/// A message about the input. Errors are values: nothing is printed where they arise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    pub severity: Severity,
    pub place: Option<Place>,
    pub message: String,
    /// What the user can do about it.
    pub hint: Option<String>,
}

impl Diagnostic {
    pub fn new(severity: Severity, place: Option<Place>, message: impl Into<String>) -> Self {
        Diagnostic {
            severity,
            place,
            message: message.into(),
            hint: None,
        }
    }

    pub fn error(place: Option<Place>, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, place, message)
    }

    pub fn warning(place: Option<Place>, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, place, message)
    }

    pub fn note(place: Option<Place>, message: impl Into<String>) -> Self {
        Self::new(Severity::Note, place, message)
    }

    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        })
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{place}: ")?;
        }
        write!(f, "{}: {}", self.severity, self.message)?;
        if let Some(hint) = &self.hint {
            write!(f, "\n  hint: {hint}")?;
        }
        Ok(())
    }
}
