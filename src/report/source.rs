//! The text of the user's files.
//!
//! Comes in: paths that the label table names, which may be anything. Goes out: text of plain files below the directories
//! that the user trusts, and of no other file.

use crate::base::{self, Diagnostic, cannot, name_path};
use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// A larger file is no source that somebody reads.
const MAX_BYTES: u64 = 64 << 20;

/// The directories whose files may be shown.
pub struct Sources {
    roots: Vec<PathBuf>,
    /// What names may be relative to; trusted no more than the names.
    starts: Vec<PathBuf>,
}

impl Sources {
    /// Files below these; a name is relative to one of them, or to where a compiler ran.
    pub fn new(roots: &[PathBuf], directories: &BTreeSet<PathBuf>) -> Result<Sources, Diagnostic> {
        let mut real = Vec::new();
        for root in roots {
            real.extend(follow(root)?);
        }
        let starts = [PathBuf::from(".")]
            .into_iter()
            .chain(roots.iter().cloned());
        Ok(Sources {
            roots: real,
            starts: starts.chain(directories.iter().cloned()).collect(),
        })
    }

    /// The text of a file, which lies below one of the directories after all links are followed.
    pub fn text(&self, file: &str) -> Result<Option<String>, Diagnostic> {
        let places = self.starts.iter().map(|start| start.join(name_path(file)));
        for path in places {
            if let Some(text) = self.read(&path)? {
                return Ok(Some(text));
            }
        }
        Ok(None)
    }

    fn read(&self, path: &Path) -> Result<Option<String>, Diagnostic> {
        let Some(real) = follow(path)? else {
            return Ok(None);
        };
        if !self.roots.iter().any(|root| real.starts_with(root)) {
            return Ok(None);
        }
        let shown = base::find(&real)?.filter(|it| it.is_file() && it.len() <= MAX_BYTES);
        let bytes = shown.map(|_| base::read_optional(&real)).transpose()?;
        Ok(bytes
            .flatten()
            .map(|it| String::from_utf8_lossy(&it).into_owned()))
    }
}

/// Where a path leads after all links. A name that no file can have, or one in a directory that is closed to the user, leads nowhere.
fn follow(path: &Path) -> Result<Option<PathBuf>, Diagnostic> {
    use ErrorKind::{InvalidFilename, InvalidInput, PermissionDenied};
    match path.canonicalize() {
        Ok(real) => Ok(Some(real)),
        Err(error) if base::is_absence(&error) => Ok(None),
        Err(error)
            if matches!(
                error.kind(),
                InvalidFilename | InvalidInput | PermissionDenied
            ) =>
        {
            Ok(None)
        }
        Err(error) => Err(cannot("read", path, &error)),
    }
}
