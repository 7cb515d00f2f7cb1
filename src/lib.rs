//! tamis: which test objectives of a C program are worth a test.
//!
//! [`clean`] is what `tamis clean` does: it labels the C files of a [`CleanRequest`], proves which labels are infeasible,
//! duplicate or subsumed, writes the output directory, and gives back the labels with their verdicts.
//! `examples/clean.rs` shows it. The modules may change from version to version; what is named here stays.
//!
//! The modules are listed in the order the data flows through them; each may use only those
//! above it, and `tests/tidy.rs` checks that.

pub mod base;
pub mod ir;
pub mod ranges;

pub mod frontend;
pub mod labels;

pub mod context;
pub mod coreach;
pub mod criteria;

pub mod logic;
pub mod prover;
pub mod vc;

pub mod instrument;
pub mod oracle;
pub mod status;
pub mod steps;

pub mod cache;
pub mod check;
pub mod explain;
pub mod generate;
pub mod replay;
pub mod report;

pub mod cli;
pub mod pipeline;

pub use base::{Diagnostic, Stop};
pub use pipeline::{CleanRequest, Failure, Inputs, Monitor, Outcome};
pub use status::{LabelRow, Status, Verdict};

/// Labels the inputs, proves what is not worth a test, and writes the results. [`pipeline::clean`] does the same, can be
/// stopped, and tells how far it is.
pub fn clean(request: &CleanRequest) -> Result<Outcome, Failure> {
    pipeline::clean(request, &Stop::default(), &pipeline::Silent)
}
