//! How a run goes, and how it went.

use crate::base::{Diagnostic, Severity};
use crate::status::{LabelRow, Summary, Verdict};
use std::path::Path;

/// How a run went.
#[derive(Default, Debug)]
pub struct Outcome {
    pub summary: Summary,
    /// In the order of the inputs.
    pub diagnostics: Vec<Diagnostic>,
    /// One text per file, if it was asked for.
    pub ir: Vec<String>,
    /// The labels of a run that proves, by id, and the verdict of each.
    pub labels: Vec<LabelRow>,
    pub verdicts: Vec<Verdict>,
    /// Faults of our own that cost a part of the result.
    pub internal_errors: usize,
}

/// Why a run gave no result at all.
#[derive(Debug)]
pub enum Failure {
    /// The inputs could not be found out.
    Input(Diagnostic),
    /// No input could be read; nothing was written.
    Unread(Box<Outcome>),
    /// The results could not be written.
    Output(Diagnostic),
}

/// What stops a run that has its inputs is that it cannot write.
impl From<Diagnostic> for Failure {
    fn from(problem: Diagnostic) -> Failure {
        Failure::Output(problem)
    }
}

impl Outcome {
    pub fn count(&self, severity: Severity) -> usize {
        let of_that = self.diagnostics.iter().filter(|d| d.severity == severity);
        of_that.count()
    }
}

/// Hears how far a run is.
pub trait Monitor: Sync {
    fn begins(&self, files: usize);
    fn finishes(&self, file: &Path);
    /// Proving begins.
    fn proves(&self, labels: usize);
    /// All is known about so many labels of a function; so many proofs were found.
    fn proved(&self, function: &str, labels: usize, proofs: u64);
}

/// Hears nothing.
pub struct Silent;

impl Monitor for Silent {
    fn begins(&self, _: usize) {}
    fn finishes(&self, _: &Path) {}
    fn proves(&self, _: usize) {}
    fn proved(&self, _: &str, _: usize, _: u64) {}
}
