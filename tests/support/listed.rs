//! The cases of a test.

use std::path::{Path, PathBuf};

/// The files of `tests/cases/FOLDER` that end so, in order. `CASE=NAME,NAME` leaves those of these names.
pub fn cases(folder: &str, ending: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/cases")
        .join(folder);
    let only = std::env::var("CASE").ok();
    let is_asked = |file: &Path| {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        let listed = |list: &String| list.split(',').any(|asked| asked == name);
        only.as_ref().is_none_or(listed)
    };
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("readable").path())
        .collect();
    files.retain(|file| file.extension().is_some_and(|end| end == ending) && is_asked(file));
    files.sort();
    assert!(!files.is_empty() || only.is_some(), "no cases");
    files
}
