//! Verdicts, and the files that hold them.
//!
//! Comes in: labels as rows, verdicts, facts of the run. Goes out: the files of the output
//! directory, whole or not at all. Must not know how a verdict was proved.

mod compare;
mod coverage;
mod directory;
mod inputs;
mod labels_csv;
mod ltest;
mod ratio;
mod record;
mod relation;
mod status_csv;
mod summary;
mod table;
mod to_cover;
mod verdict;

pub use compare::{Change, Comparison, Labelled, Results, compare};
pub use coverage::{
    CoverageRow, TestRow, by_test, covered, read_coverage, read_tests, write_coverage, write_tests,
};
pub use directory::{CACHE, OutputDir, annotated_names};
pub use inputs::{InputRow, inputs_difference, read_inputs, write_inputs};
pub use labels_csv::{LabelRow, read_labels, write_labels};
pub use ltest::{LtestRow, ltest_text, read_ltest, write_ltest};
pub use ratio::{CriterionRatio, FileRatio, Ratio, ratios};
pub use record::{Record, RecordedFinding, RecordedGround, RecordedKind, Setup, digest};
pub use relation::{ProvedRelation, Relation, read_relation};
pub use status_csv::{read_status, write_status};
pub use summary::{
    Context, CriterionCount, Proving, Replayed, SecondOpinion, Summary, peak_memory_kib,
    read_assumptions,
};
pub use table::write_whole;
pub use to_cover::{Objective, to_cover};
pub use verdict::{Status, Verdict};

#[cfg(test)]
mod ratio_tests;
#[cfg(test)]
mod tests;
