//! Two runs compared.

use super::read;
use std::path::Path;

/// All that says what was found.
pub const RESULTS: [&str; 6] = [
    "labels.csv",
    "status.csv",
    "labels.labels",
    "subsumption.json",
    "subsumption.dot",
    "record.json",
];

/// Two runs left the same, byte for byte: what was found, and these files.
pub fn assert_same(a: &Path, b: &Path, more: &[&str], what: &str) {
    for name in RESULTS.iter().chain(more) {
        let same = read(a.join(name)) == read(b.join(name));
        assert!(same, "{what}: {name} differs");
    }
}
