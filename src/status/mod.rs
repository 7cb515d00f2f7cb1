//! Verdicts, and the files that hold them.
//!
//! Comes in: labels as rows, verdicts, facts of the run. Goes out: the files of the output
//! directory, whole or not at all. Must not know how a verdict was proved.

mod annotated_names;
mod certificates;
mod compare;
mod context;
mod coverage;
mod directory;
mod file;
mod history;
mod inputs;
mod labels_csv;
mod ltest;
mod places;
mod ratio;
mod record;
mod relation;
mod seal;
mod status_csv;
mod summary;
mod suppressed;
mod table;
mod to_cover;
mod verdict;
mod witness;

pub use annotated_names::annotated_names;
pub use certificates::{
    CERTIFICATES, CertificateEntry, CertificateRow, CertifiedClaim, Shown, certificates_table,
    certificates_text, read_certificates, read_certificates_table,
};
pub use compare::{Change, Comparison, Labelled, Results, compare};
pub use context::{Context, read_contexts};
pub use coverage::{
    CoverageRow, TestRow, by_test, coverage_text, covered, read_coverage, read_tests, tests_text,
};
pub use directory::{CACHE, OutputDir};
pub use file::{write_to, write_whole};
pub use history::{HISTORY, HistoryRow, history_text, read_history};
pub use inputs::{InputRow, inputs_difference, inputs_text, read_inputs};
pub use labels_csv::{LabelRow, MUTANTS, Mutation, labels_text, mutants_text, read_labels};
pub use ltest::{LtestRow, ltest_text, read_ltest};
pub use places::Places;
pub use ratio::{CriterionRatio, FileRatio, Ratio, percent_text, ratios};
pub use record::{Record, RecordedFinding, RecordedGround, RecordedKind, Setup, digest};
pub use relation::{ProvedRelation, Relation, read_relation};
pub use seal::verify;
pub use status_csv::{read_status, status_text};
pub use summary::{
    Certificates, CriterionCount, Facts, Proving, Replayed, SecondOpinion, Summary, peak_memory_kib,
};
pub use suppressed::{SUPPRESSED, SuppressedRow, read_suppressed, suppressed_text};
pub use to_cover::{Objective, to_cover};
pub use verdict::{Status, Verdict};
pub use witness::{covered_by_status, name_covered_first, removed_for_certain};

#[cfg(test)]
mod ratio_tests;
#[cfg(test)]
mod tests;
