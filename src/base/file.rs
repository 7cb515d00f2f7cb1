//! Files that may be absent. A file that cannot be read is not absent: only what the system says is not there is not there.
//!
//! Comes in: a path. Goes out: what is there, `None`, or a [`Diagnostic`] with the path. Must not know what files hold.

use super::Diagnostic;
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

/// The content of a file, if there is one.
pub fn read_optional(path: &Path) -> Result<Option<Vec<u8>>, Diagnostic> {
    present(path, fs::read(path))
}

/// What a path leads to, if anything.
pub fn find(path: &Path) -> Result<Option<Metadata>, Diagnostic> {
    present(path, fs::metadata(path))
}

/// Whether the path names something, if only a link to nowhere.
pub fn exists(path: &Path) -> Result<bool, Diagnostic> {
    present(path, fs::symlink_metadata(path)).map(|found| found.is_some())
}

/// Whether the path leads to a regular file.
pub fn is_file(path: &Path) -> Result<bool, Diagnostic> {
    find(path).map(|found| found.is_some_and(|found| found.is_file()))
}

/// Whether the path leads to a directory.
pub fn is_dir(path: &Path) -> Result<bool, Diagnostic> {
    find(path).map(|found| found.is_some_and(|found| found.is_dir()))
}

/// What a directory holds, sorted; nothing where there is none.
pub fn entries(path: &Path) -> Result<Vec<PathBuf>, Diagnostic> {
    let read = || -> io::Result<Vec<PathBuf>> {
        let found = fs::read_dir(path)?.map(|entry| entry.map(|entry| entry.path()));
        let mut found = found.collect::<io::Result<Vec<_>>>()?;
        found.sort();
        Ok(found)
    };
    present(path, read()).map(Option::unwrap_or_default)
}

/// Whether an error says that nothing has this name.
pub fn is_absence(error: &io::Error) -> bool {
    use io::ErrorKind::{NotADirectory, NotFound};
    matches!(error.kind(), NotFound | NotADirectory)
}

fn present<T>(path: &Path, found: io::Result<T>) -> Result<Option<T>, Diagnostic> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(error) if is_absence(&error) => Ok(None),
        Err(error) => Err(cannot("read", path, &error)),
    }
}

/// That something could not be done with a file.
pub fn cannot(what: &str, path: &Path, error: &io::Error) -> Diagnostic {
    Diagnostic::error(None, format!("cannot {what} {}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_looked_at_is_not_absent() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let absent = [here.join("absent"), here.join("Cargo.toml/inside")];
        for path in absent {
            assert!(read_optional(&path).expect("absent").is_none());
            assert!(!exists(&path).expect("absent") && !is_file(&path).expect("absent"));
            assert!(entries(&path).expect("absent").is_empty());
        }
        // A name that no file system takes: whether it is there cannot be said.
        let unreadable = here.join("x".repeat(5000));
        assert!(read_optional(&unreadable).is_err() && find(&unreadable).is_err());
        assert!(exists(&unreadable).is_err() && entries(&unreadable).is_err());
        assert!(is_file(&here.join("Cargo.toml")).expect("there") && is_dir(here).expect("there"));
        assert!(entries(here).expect("there").contains(&here.join("src")));
    }
}
