//! The output directory: made fresh, the previous one kept, never shared by two runs.
//!
//! Comes in: the directory the user named, the inputs' paths. Goes out: names inside the
//! directory, never outside. Must not know what the files hold.

use super::table::{cannot, write_whole};
use crate::base::Diagnostic;
use std::collections::HashSet;
use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Component, Path, PathBuf};

/// Marks a directory as one of ours; the run that writes there holds a lock on it.
const MARKER: &str = ".tamis";
const LAST: &str = "summary.json";
/// What later runs may use goes from the previous directory to the new one.
pub const CACHE: &str = ".cache";

/// A fresh output directory. The lock ends with the value, or with the process.
#[derive(Debug)]
pub struct OutputDir {
    path: PathBuf,
    _lock: File,
}

impl OutputDir {
    /// Moves a previous output to `PATH.old` and makes a new directory.
    pub fn create(path: &Path) -> Result<OutputDir, Diagnostic> {
        let old_lock = if fs::symlink_metadata(path).is_ok() {
            Some(set_aside(path)?)
        } else {
            None
        };
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(|error| cannot("make", parent, &error))?;
        }
        fs::create_dir(path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => in_use(path),
            _ => cannot("make", path, &error),
        })?;
        let marker = path.join(MARKER);
        let lock = File::create(&marker).map_err(|error| cannot("write", &marker, &error))?;
        lock_marker(&lock, path)?;
        pass_on_cache(&old_name(path), path)?;
        drop(old_lock);
        Ok(OutputDir {
            path: path.into(),
            _lock: lock,
        })
    }

    /// The directory of an earlier run, to add to it.
    pub fn open(path: &Path) -> Result<OutputDir, Diagnostic> {
        let absent = |why: &str| {
            let message = format!("{} {why}", path.display());
            Diagnostic::error(None, message)
                .with_hint("`tamis clean FILE… -o DIR` makes one; the default is tamis.out")
        };
        if !path.is_dir() {
            return Err(absent("is no directory"));
        }
        let marker = path.join(MARKER);
        let lock = File::open(&marker).map_err(|_| absent("is no output of tamis"))?;
        lock_marker(&lock, path)?;
        Ok(OutputDir {
            path: path.into(),
            _lock: lock,
        })
    }

    /// Where proofs are kept.
    pub fn cache(&self) -> PathBuf {
        self.path.join(CACHE)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The place of one of the files of the contract.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Writes a file of the directory itself.
    pub fn write(&self, name: &str, content: &[u8]) -> Result<(), Diagnostic> {
        write_whole(&self.file(name), content)
    }

    /// Reads what [`write_annotated`](Self::write_annotated) wrote.
    pub fn read_annotated(&self, name: &Path) -> Result<Vec<u8>, Diagnostic> {
        let path = self.path.join("annotated").join(name);
        fs::read(&path).map_err(|error| cannot("read", &path, &error))
    }

    /// Writes an annotated file under a name of [`annotated_names`].
    pub fn write_annotated(&self, name: &Path, text: &[u8]) -> Result<(), Diagnostic> {
        let path = self.path.join("annotated").join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(|error| cannot("make", parent, &error))?;
        }
        write_whole(&path, text)
    }
}

/// Renames our previous output to `.old`; its lock is held until the new directory stands. One that a run left without its
/// end does not take the place of one that is whole.
fn set_aside(path: &Path) -> Result<Option<File>, Diagnostic> {
    let Some(lock) = lock_ours(path)? else {
        // It is empty: nothing to keep.
        fs::remove_dir(path).map_err(|error| cannot("replace", path, &error))?;
        return Ok(None);
    };
    let old = old_name(path);
    if fs::symlink_metadata(&old).is_ok() {
        let _lock = lock_ours(&old)?;
        if is_whole(&old) && !is_whole(path) {
            pass_on_cache(path, &old)?;
            remove(path)?;
            return Ok(Some(lock));
        }
        // An earlier run may have been killed before it took it over.
        pass_on_cache(&old, path)?;
        remove(&old)?;
    }
    fs::rename(path, &old).map_err(|error| cannot("rename", path, &error))?;
    Ok(Some(lock))
}

/// The last file that a run writes is there.
fn is_whole(path: &Path) -> bool {
    path.join(LAST).is_file()
}

/// Removes one of our directories, the marker last: if the process ends meanwhile, what is left is still known as ours.
fn remove(path: &Path) -> Result<(), Diagnostic> {
    let removed = || -> io::Result<()> {
        for entry in fs::read_dir(path)? {
            let entry = entry?;
            if entry.file_name() == MARKER {
                continue;
            }
            match entry.file_type()?.is_dir() {
                true => fs::remove_dir_all(entry.path())?,
                false => fs::remove_file(entry.path())?,
            }
        }
        // An empty directory may have none.
        match fs::remove_file(path.join(MARKER)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        fs::remove_dir(path)
    };
    removed().map_err(|error| cannot("remove", path, &error))
}

/// Moves the cache from one of our directories to another, if that has none.
fn pass_on_cache(from: &Path, to: &Path) -> Result<(), Diagnostic> {
    let is_there = |path: &Path| fs::symlink_metadata(path).is_ok();
    let ours = is_there(&from.join(MARKER));
    let (from, to) = (from.join(CACHE), to.join(CACHE));
    if ours && is_there(&from) && !is_there(&to) {
        fs::rename(&from, &to).map_err(|error| cannot("rename", &from, &error))?;
    }
    Ok(())
}

fn old_name(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".old");
    path.with_file_name(name)
}

/// The lock of a directory that tamis made; `None` for an empty directory, an error for others.
fn lock_ours(path: &Path) -> Result<Option<File>, Diagnostic> {
    let kind = fs::symlink_metadata(path).map_err(|error| cannot("read", path, &error))?;
    if kind.is_dir() && path.file_name().is_some() {
        let marker = path.join(MARKER);
        if fs::symlink_metadata(&marker).is_ok_and(|marker| marker.is_file()) {
            let lock = File::open(&marker).map_err(|error| cannot("read", &marker, &error))?;
            lock_marker(&lock, path)?;
            return Ok(Some(lock));
        }
        if fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_none()) {
            return Ok(None);
        }
    }
    let message = format!(
        "{} exists and is no output of tamis; it is left alone",
        path.display()
    );
    Err(Diagnostic::error(None, message).with_hint("name another directory with -o"))
}

fn lock_marker(lock: &File, path: &Path) -> Result<(), Diagnostic> {
    match lock.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(in_use(path)),
        Err(TryLockError::Error(error)) => Err(cannot("lock", path, &error)),
    }
}

fn in_use(path: &Path) -> Diagnostic {
    let message = format!("another run of tamis writes to {}", path.display());
    Diagnostic::error(None, message).with_hint("wait for it, or name another directory with -o")
}

/// Where each input's annotated text goes, below `annotated/`: the input's path from the
/// directory that all inputs share, as `NAME_labels.c`. Names are relative, plain and distinct.
pub fn annotated_names(inputs: &[PathBuf]) -> Vec<PathBuf> {
    let paths: Vec<Vec<OsString>> = inputs.iter().map(|input| plain_components(input)).collect();
    let shared = shared_directories(&paths);
    let mut taken = HashSet::new();
    paths
        .iter()
        .map(|path| distinct_name(&path[shared..], &mut taken))
        .collect()
}

/// The names on the way from the root, with `.` and `..` resolved by the text alone.
fn plain_components(path: &Path) -> Vec<OsString> {
    let mut names = Vec::new();
    for component in path.components() {
        match component {
            Component::Normal(name) => names.push(name.to_os_string()),
            Component::ParentDir => drop(names.pop()),
            Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
        }
    }
    names
}

/// How many leading directories all paths have in common.
fn shared_directories(paths: &[Vec<OsString>]) -> usize {
    let Some(first) = paths.first() else { return 0 };
    let shared_with = |path: &Vec<OsString>| {
        let directories = path
            .len()
            .saturating_sub(1)
            .min(first.len().saturating_sub(1));
        (0..directories)
            .take_while(|&i| path[i] == first[i])
            .count()
    };
    paths.iter().map(shared_with).min().unwrap_or(0)
}

fn distinct_name(path: &[OsString], taken: &mut HashSet<PathBuf>) -> PathBuf {
    let (name, directories) = path
        .split_last()
        .map_or((OsString::new(), path), |(n, d)| (n.clone(), d));
    let mut file = Path::new(&name)
        .file_stem()
        .unwrap_or_default()
        .to_os_string();
    file.push("_labels.c");
    let directory: PathBuf = directories.iter().collect();
    let mut candidate = directory.join(&file);
    let mut number = 1;
    // The same file compiled twice, or `a.c` beside `a.i`.
    while !taken.insert(candidate.clone()) {
        number += 1;
        candidate = directory.join(number.to_string()).join(&file);
    }
    candidate
}
