//! The directory that a replay works in, inside the output directory.

use super::private_dir::{PrivateDir, is_one_word};
use crate::base::{self, Diagnostic, cannot};
use std::fs;
use std::path::{Path, PathBuf};

/// Everything that is made for a replay and by it. Made anew by each.
pub struct WorkDir {
    root: PathBuf,
    /// For scripts, where the name of the root is more than one word to a shell.
    elsewhere: Option<PrivateDir>,
}

impl WorkDir {
    pub fn new(root: &Path) -> Result<WorkDir, Diagnostic> {
        let fail = |error| {
            let hint = "a replay builds and runs below this directory: make it writable, or clean into another one with --out";
            cannot("make", root, &error).with_hint(hint)
        };
        if base::exists(root)? {
            fs::remove_dir_all(root).map_err(fail)?;
        }
        fs::create_dir(root).map_err(fail)?;
        let root = fs::canonicalize(root).map_err(fail)?;
        for part in ["src", "obj", "output", "maps", "work", "tmp", "build"] {
            fs::create_dir(root.join(part)).map_err(|error| cannot("make", &root, &error))?;
        }
        let elsewhere = match is_one_word(&root) {
            true => None,
            false => Some(PrivateDir::new()?),
        };
        Ok(WorkDir { root, elsewhere })
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Where scripts are that a shell names without quotes.
    pub(super) fn scripts(&self) -> &Path {
        self.elsewhere.as_ref().map_or(&self.root, PrivateDir::path)
    }

    /// Where a build command may build outside of the user's tree.
    pub fn build_directory(&self) -> PathBuf {
        self.root.join("build")
    }

    /// A name in one of its directories, made of any text.
    pub fn file(&self, part: &str, index: usize, name: &str, end: &str) -> PathBuf {
        let plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
        let name: String = name
            .chars()
            .map(|c| if plain(c) { c } else { '_' })
            .collect();
        // Short enough for any file system; the number keeps names apart.
        let name = &name[..name.len().min(80)];
        self.root.join(part).join(format!("{index}-{name}{end}"))
    }

    pub fn write(&self, path: &Path, content: &[u8]) -> Result<(), Diagnostic> {
        fs::write(path, content).map_err(|error| cannot("write", path, &error))
    }
}
