//! The files of the output directory as its summary knows them: a table that was cut off or edited is noticed.

use super::summary::not_a_summary;
use crate::base::{self, Diagnostic, Digest, cannot};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// Marks a directory as one of ours; the run that writes there holds a lock on it.
pub(super) const MARKER: &str = ".tamis";
/// How one is made.
const MAKE: &str = "`tamis clean FILE… -o DIR` makes one; the default is tamis.out";

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

/// Why there is no summary.
fn unfinished(dir: &Path) -> Result<Diagnostic, Diagnostic> {
    let (what, hint) = match (base::is_dir(dir)?, base::is_file(&dir.join(MARKER))?) {
        (false, _) => ("is not a directory", MAKE),
        (true, false) => ("is not an output of tamis", MAKE),
        (true, true) => (
            "is unfinished: the run that wrote it was ended",
            "run `tamis clean` again",
        ),
    };
    let message = format!("{} {what}", dir.display());
    Ok(Diagnostic::error(None, message).with_hint(hint))
}

/// Of a summary, all that is needed here: the rest may be of another version.
#[derive(Deserialize)]
struct Sealed {
    #[serde(default)]
    files_sealed: Seals,
}

/// By the name of the file.
pub type Seals = BTreeMap<String, Seal>;

/// Compares the files of a directory with its summary.
pub fn verify(dir: &Path) -> Result<Seals, Diagnostic> {
    let path = dir.join("summary.json");
    if !base::is_file(&path)? {
        return Err(unfinished(dir)?);
    }
    let text = std::fs::read(&path).map_err(|error| cannot("read", &path, &error))?;
    let sealed: Sealed =
        serde_json::from_slice(&text).map_err(|error| not_a_summary(&path, &error))?;
    for (name, seal) in &sealed.files_sealed {
        let path = dir.join(name);
        let why = match std::fs::read(&path) {
            Err(error) if base::is_absence(&error) && seal.fits_absence() => continue,
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
    Ok(sealed.files_sealed)
}
