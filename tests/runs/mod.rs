//! What tests that compare runs have in common.

use std::fs;
use std::path::{Path, PathBuf};

/// All that says what was found.
pub const RESULTS: [&str; 6] = [
    "labels.csv",
    "status.csv",
    "labels.labels",
    "subsumption.json",
    "subsumption.dot",
    "record.json",
];

/// An empty directory.
pub fn directory(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&root);
    fs::create_dir_all(&root).expect("made");
    root
}

pub fn read(path: PathBuf) -> String {
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Two runs left the same, byte for byte: what was found, and these files.
pub fn assert_same(a: &Path, b: &Path, more: &[&str], what: &str) {
    for name in RESULTS.iter().chain(more) {
        let same = read(a.join(name)) == read(b.join(name));
        assert!(same, "{what}: {name} differs");
    }
}
