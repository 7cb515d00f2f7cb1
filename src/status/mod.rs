//! Verdicts, and the files that hold them.
//!
//! Comes in: labels as rows, verdicts, facts of the run. Goes out: the files of the output
//! directory, whole or not at all. Must not know how a verdict was proved.

mod directory;
mod labels_csv;
mod ltest;
mod record;
mod relation;
mod status_csv;
mod summary;
mod table;
mod verdict;

pub use directory::{OutputDir, annotated_names};
pub use labels_csv::{LabelRow, read_labels, write_labels};
pub use ltest::{LtestRow, read_ltest, write_ltest};
pub use record::{
    Record, RecordedFinding, RecordedGround, RecordedInput, RecordedKind, RecordedProgress,
    RecordedRest, RecordedState, Setup, digest,
};
pub use relation::Relation;
pub use status_csv::{read_status, write_status};
pub use summary::{CriterionCount, Proving, Summary, peak_memory_kib, read_assumptions};
pub use verdict::{Status, Verdict};

#[cfg(test)]
mod tests;
