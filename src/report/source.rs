//! The text of the user's files.
//!
//! Comes in: paths that the label table names, which may be anything. Goes out: text of plain files below the directories
//! that the user trusts, and of no other file.

use crate::base::name_path;
use std::collections::BTreeSet;
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
    pub fn new(roots: &[PathBuf], directories: &BTreeSet<PathBuf>) -> Sources {
        let real = roots.iter().filter_map(|root| root.canonicalize().ok());
        let starts = [PathBuf::from(".")]
            .into_iter()
            .chain(roots.iter().cloned());
        Sources {
            roots: real.collect(),
            starts: starts.chain(directories.iter().cloned()).collect(),
        }
    }

    /// The text of a file, which lies below one of the directories after all links are followed.
    pub fn text(&self, file: &str) -> Option<String> {
        let mut places = self.starts.iter().map(|start| start.join(name_path(file)));
        places.find_map(|path| self.read(&path))
    }

    fn read(&self, path: &Path) -> Option<String> {
        let real = path.canonicalize().ok()?;
        let below = self.roots.iter().any(|root| real.starts_with(root));
        let found = std::fs::metadata(&real).ok()?;
        if !below || !found.is_file() || found.len() > MAX_BYTES {
            return None;
        }
        let bytes = std::fs::read(&real).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }
}
