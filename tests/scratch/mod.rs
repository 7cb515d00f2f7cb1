//! Directories for tests.

use std::path::Path;

/// A fresh directory for a test.
pub fn scratch(name: &str) -> std::path::PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("made");
    std::fs::canonicalize(path).expect("there")
}
