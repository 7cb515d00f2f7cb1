//! What is expected stands in a file.

use std::fs;
use std::path::Path;

/// Whether the text is what the file has. `UPDATE_EXPECT=1` writes it there.
pub fn is_expected(file: &Path, text: &str) -> bool {
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(file, text).expect("it can be written");
    }
    fs::read_to_string(file).unwrap_or_default() == text
}
