//! The files of the output directory as its summary knows them: a table that was cut off or edited is noticed.

use super::file::cannot;
use super::summary::Summary;
use crate::base::{Diagnostic, Digest};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// What a file was when it was written. While it is being replaced it may be either of two.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Seal {
    pub bytes: usize,
    /// BLAKE3.
    pub digest: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replaces: Option<Box<Seal>>,
}

impl Seal {
    pub fn of(content: &[u8]) -> Seal {
        Seal {
            bytes: content.len(),
            digest: Digest::of_bytes(content).to_string(),
            replaces: None,
        }
    }

    fn fits(&self, content: &[u8]) -> bool {
        let same =
            self.bytes == content.len() && self.digest == Digest::of_bytes(content).to_string();
        same || self
            .replaces
            .as_ref()
            .is_some_and(|seal| seal.fits(content))
    }

    /// A file that was not there before may still be absent.
    fn fits_absence(&self) -> bool {
        self.replaces
            .as_ref()
            .is_some_and(|seal| **seal == Seal::default())
    }
}

/// Reads the summary of a directory and compares the other files with it.
pub fn verify(dir: &Path) -> Result<Summary, Diagnostic> {
    let path = dir.join("summary.json");
    if !path.is_file() {
        let message = format!(
            "{} is unfinished: the run that wrote it was ended",
            dir.display()
        );
        return Err(Diagnostic::error(None, message).with_hint("run `tamis clean` again"));
    }
    let summary = Summary::read(&path)?;
    for (name, seal) in &summary.files_sealed {
        let path = dir.join(name);
        let why = match std::fs::read(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound && seal.fits_absence() => {
                continue;
            }
            Err(error) => return Err(cannot("read", &path, &error)),
            Ok(content) if seal.fits(&content) => continue,
            Ok(content) if content.len() < seal.bytes => {
                format!("has {} of its {} bytes", content.len(), seal.bytes)
            }
            Ok(_) => "is not what tamis wrote there".to_string(),
        };
        let message = format!("{} {why}", path.display());
        return Err(Diagnostic::error(None, message).with_hint("run `tamis clean` again"));
    }
    Ok(summary)
}
