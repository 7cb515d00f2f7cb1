//! A directory of one process outside of the user's tree, removed when it is no longer needed.
//!
//! Comes in: nothing. Goes out: a directory whose name is one word to any shell, so that make and configure scripts may
//! name a compiler in it without quotes.

use crate::base::{Diagnostic, cannot};
use std::fs::{self, DirBuilder};
use std::io::ErrorKind;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Those of this process, for an end that drops nothing.
static THERE: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Removes those of this process: it ends at once.
pub fn remove_private_dirs() {
    let there = THERE.lock().unwrap_or_else(PoisonError::into_inner);
    for path in there.iter() {
        let _ = fs::remove_dir_all(path);
    }
}

pub struct PrivateDir(PathBuf);

impl PrivateDir {
    pub fn new() -> Result<PrivateDir, Diagnostic> {
        let wanted = std::env::temp_dir();
        let parent = match is_one_word(&wanted) {
            true => wanted,
            false => "/tmp".into(),
        };
        let process = std::process::id();
        // A process that was killed may have left one of this number.
        let mut count = 0;
        // From before it is made: the process may end at any moment.
        let mut there = THERE.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let path = parent.join(format!("tamis-{process}-{count}"));
            match DirBuilder::new().mode(0o700).create(&path) {
                Ok(()) => {
                    there.push(path.clone());
                    return Ok(PrivateDir(path));
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => count += 1,
                Err(error) => return Err(cannot("make", &path, &error)),
            }
        }
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for PrivateDir {
    fn drop(&mut self) {
        // What the user asked for is there or not; this is not part of it.
        let _ = fs::remove_dir_all(&self.0);
        let mut there = THERE.lock().unwrap_or_else(PoisonError::into_inner);
        there.retain(|path| *path != self.0);
    }
}

/// Whether a shell takes the path as it is.
pub(super) fn is_one_word(path: &Path) -> bool {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"/._-+,:@%".contains(byte);
    let bytes = path.as_os_str().as_encoded_bytes();
    path.is_absolute() && bytes.iter().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_goes_with_its_owner() {
        let first = PrivateDir::new().expect("a directory");
        let second = PrivateDir::new().expect("another one");
        let path = first.path().to_path_buf();
        assert!(path != second.path() && is_one_word(&path));
        drop(first);
        assert!(!path.exists() && second.path().exists());
    }

    #[test]
    fn what_a_shell_splits_is_no_word() {
        let word = |text: &str| is_one_word(Path::new(text));
        assert!(word("/home/me/a-b_1.2"));
        assert!(!word("/home/a b") && !word("/a$b") && !word("/it's") && !word("here"));
    }
}
