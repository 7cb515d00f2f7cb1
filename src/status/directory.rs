//! The output directory: written beside, published whole, the previous one kept, never shared by two runs.
//!
//! ```text
//! DIR.new   what a run is writing; a run that is killed leaves it, and the next run takes its cache over
//! DIR       the last run that came to its end
//! DIR.old   the one before it; a whole run never makes way for an interrupted one
//! ```
//!
//! Comes in: the directory the user named. Goes out: names inside the directory, never outside. Must not know what the
//! files hold, except that a summary comes last and says whether the run was interrupted.

use super::file::{sync_directory, write_durably, write_whole};
use super::seal::{MARKER, Seal, verify};
use super::summary::Summary;
use crate::base::{self, Diagnostic, cannot, exists};
use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// The last file that a run writes.
const LAST: &str = "summary.json";
/// What later runs may use goes from the previous directory to the new one.
pub const CACHE: &str = ".cache";

/// A directory of results that is open for writing. The locks end with the value, or with the process.
#[derive(Debug)]
pub struct OutputDir {
    /// Where files are written.
    path: PathBuf,
    /// The directory that this one becomes when it is published.
    becomes: Option<PathBuf>,
    /// What was written to the directory itself.
    seals: Mutex<BTreeMap<String, Seal>>,
    _locks: Vec<File>,
}

impl OutputDir {
    /// A fresh directory beside the one the user named, which [`publish`](Self::publish) puts in its place. Until then
    /// the previous one stays as it is; if it never comes to that, nothing has changed.
    pub fn create(path: &Path) -> Result<OutputDir, Diagnostic> {
        let fresh = beside(path, ".new");
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(|error| cannot("make", parent, &error))?;
        }
        let mut locks = Vec::new();
        if exists(&fresh)? {
            // What a killed run left. It may have been whole, and about to be published.
            let left = lock_ours(&fresh)?;
            match is_finished(&fresh)? && !exists(path)? {
                true => rename(&fresh, path)?,
                false => clear(&fresh)?,
            }
            drop(left);
        }
        for other in [path.to_path_buf(), beside(path, ".old")] {
            if exists(&other)? {
                locks.extend(lock_ours(&other)?);
            }
        }
        make(&fresh, path)?;
        let marker = fresh.join(MARKER);
        let lock = File::create(&marker).map_err(|error| cannot("write", &marker, &error))?;
        lock_marker(&lock, path)?;
        locks.push(lock);
        pass_on_cache(path, &fresh)?;
        pass_on_cache(&beside(path, ".old"), &fresh)?;
        Ok(OutputDir {
            path: fresh,
            becomes: Some(path.into()),
            seals: Mutex::default(),
            _locks: locks,
        })
    }

    /// Puts the directory in its place. The previous one becomes `DIR.old`, unless that is whole and the previous one is not.
    pub fn publish(mut self) -> Result<(), Diagnostic> {
        let Some(path) = self.becomes.clone() else {
            return Ok(());
        };
        sync_directory(&self.path);
        let old = beside(&path, ".old");
        let mut moved = false;
        if exists(&path)? {
            match is_empty(&path)? || is_whole(&old)? && !is_whole(&path)? {
                true => remove(&path)?,
                false => {
                    if exists(&old)? {
                        remove(&old)?;
                    }
                    rename(&path, &old)?;
                    moved = true;
                }
            }
        }
        if let Err(problem) = rename(&self.path, &path) {
            // The previous one is better than none; the first error is the one to report.
            let _ = moved.then(|| fs::rename(&old, &path));
            return Err(problem);
        }
        self.becomes = None;
        sync_directory(&path.join(".."));
        Ok(())
    }

    /// Whether there is one at this path, finished or not.
    pub fn is_at(path: &Path) -> bool {
        path.join(MARKER).exists()
    }

    /// The directory of an earlier run, to read it or to add to it.
    pub fn open(path: &Path) -> Result<OutputDir, Diagnostic> {
        let marker = path.join(MARKER);
        let lock = File::open(&marker).map_err(|error| {
            // What is there instead says why there is none.
            let why = base::is_absence(&error).then(|| verify(path).err());
            why.flatten().unwrap_or(cannot("read", &marker, &error))
        })?;
        lock_marker(&lock, path)?;
        let seals = verify(path)?;
        remove_temporary(path);
        Ok(OutputDir {
            path: path.into(),
            becomes: None,
            seals: Mutex::new(seals),
            _locks: vec![lock],
        })
    }

    /// A file of the directory that this one takes the place of.
    pub fn previous(&self, name: &str) -> Option<PathBuf> {
        self.becomes.as_ref().map(|path| path.join(name))
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

    /// Writes a file for people.
    pub fn write(&self, name: &str, content: &[u8]) -> Result<(), Diagnostic> {
        write_durably(&self.file(name), content)
    }

    /// Writes a file that tamis reads again.
    pub fn write_table(&self, name: &str, content: &[u8]) -> Result<(), Diagnostic> {
        self.seal(name, Seal::of(content));
        self.write(name, content)
    }

    /// Writes the summary, the last file of a run.
    pub fn write_summary(&self, summary: &mut Summary) -> Result<(), Diagnostic> {
        summary.files_sealed = self.lock_seals().clone();
        summary.write(&self.file(LAST))
    }

    /// Replaces files of a directory that is in use, together with its summary. Before the first of them a summary is
    /// written that fits the old ones and the new ones, so that readers never take what a killed process left for broken.
    pub fn replace(
        &self,
        summary: &mut Summary,
        files: &[(&str, Vec<u8>)],
    ) -> Result<(), Diagnostic> {
        for (name, content) in files {
            let before = self.lock_seals().get(*name).cloned().unwrap_or_default();
            let replaces = Some(Box::new(before));
            self.seal(
                name,
                Seal {
                    replaces,
                    ..Seal::of(content)
                },
            );
        }
        self.write_summary(summary)?;
        for (name, content) in files {
            self.write_table(name, content)?;
        }
        self.write_summary(summary)
    }

    fn seal(&self, name: &str, seal: Seal) {
        self.lock_seals().insert(name.into(), seal);
    }

    fn lock_seals(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Seal>> {
        self.seals
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Reads a draft.
    pub fn read_annotated(&self, name: &Path) -> Result<Vec<u8>, Diagnostic> {
        let path = self.path.join("annotated").join(name);
        fs::read(&path).map_err(|error| cannot("read", &path, &error))
    }

    /// Writes an annotated file under a name of [`annotated_names`](super::annotated_names), for this run alone to read.
    pub fn draft_annotated(&self, name: &Path, text: &[u8]) -> Result<(), Diagnostic> {
        self.write_below("annotated", name, text)
    }

    /// Writes a file for people below a folder.
    pub fn write_below(&self, folder: &str, name: &Path, text: &[u8]) -> Result<(), Diagnostic> {
        let path = self.path.join(folder).join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(|error| cannot("make", parent, &error))?;
        }
        write_whole(&path, text)
    }

    /// Writes a file that a table of the directory lists with its digest, and gives its name there.
    pub fn write_listed(
        &self,
        folder: &str,
        name: &str,
        text: &[u8],
    ) -> Result<String, Diagnostic> {
        let path = self.path.join(folder);
        fs::create_dir_all(&path).map_err(|error| cannot("make", &path, &error))?;
        write_whole(&path.join(name), text)?;
        Ok(format!("{folder}/{name}"))
    }

    /// Puts the final text in the place of a draft.
    pub fn write_annotated(&self, name: &Path, text: &[u8]) -> Result<(), Diagnostic> {
        write_durably(&self.path.join("annotated").join(name), text)
    }
}

impl Drop for OutputDir {
    /// A run that ends without publishing gives back the cache. Where there is nobody to give it to, it stays for the next run.
    fn drop(&mut self) {
        let Some(path) = &self.becomes else {
            return;
        };
        // Whatever fails here, the next run clears up.
        let _ = pass_on_cache(&self.path, path);
        if matches!(exists(&self.cache()), Ok(false)) {
            let _ = remove(&self.path);
        }
    }
}

/// A run came to its end here.
fn is_finished(path: &Path) -> Result<bool, Diagnostic> {
    base::is_file(&path.join(LAST))
}

/// A run came to its end here and was not interrupted. A summary that is there and cannot be read says neither.
fn is_whole(path: &Path) -> Result<bool, Diagnostic> {
    let summary = path.join(LAST);
    let text = base::read_optional(&summary)?;
    let whole = |text: Vec<u8>| Summary::parse(&summary, &text).is_ok_and(|it| !it.interrupted);
    Ok(text.is_some_and(whole))
}

fn is_empty(path: &Path) -> Result<bool, Diagnostic> {
    base::entries(path).map(|entries| entries.is_empty())
}

fn rename(from: &Path, to: &Path) -> Result<(), Diagnostic> {
    fs::rename(from, to).map_err(|error| cannot("rename", from, &error))
}

/// Makes the directory unless a cleared one is there.
fn make(fresh: &Path, path: &Path) -> Result<(), Diagnostic> {
    match fs::create_dir(fresh) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
            Err(cannot("make", fresh, &error))
        }
        Err(_) => lock_ours(fresh).map(drop).map_err(|_| in_use(path)),
        Ok(()) => Ok(()),
    }
}

/// Removes what one of our directories holds, except its marker and its cache.
fn clear(path: &Path) -> Result<(), Diagnostic> {
    let cleared = || -> io::Result<()> {
        for entry in fs::read_dir(path)? {
            let entry = entry?;
            let name = entry.file_name();
            if name == MARKER || name == CACHE {
                continue;
            }
            match entry.file_type()?.is_dir() {
                true => fs::remove_dir_all(entry.path())?,
                false => fs::remove_file(entry.path())?,
            }
        }
        Ok(())
    };
    cleared().map_err(|error| cannot("remove", path, &error))
}

/// Removes one of our directories, the marker last: if the process ends meanwhile, what is left is still known as ours.
fn remove(path: &Path) -> Result<(), Diagnostic> {
    let absent = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => Ok(()),
        _ => Err(error),
    };
    let last = || {
        fs::remove_dir_all(path.join(CACHE)).or_else(absent)?;
        // An empty directory may have none.
        fs::remove_file(path.join(MARKER)).or_else(absent)?;
        fs::remove_dir(path)
    };
    clear(path)?;
    last().map_err(|error| cannot("remove", path, &error))
}

/// Files that a killed process was about to put in place.
fn remove_temporary(path: &Path) {
    // They would only be in the way of people.
    for path in base::entries(path).unwrap_or_default() {
        if path.file_name().is_some_and(super::file::is_temporary) {
            let _ = fs::remove_file(path);
        }
    }
}

/// Moves the cache from one of our directories to another, if that has none.
fn pass_on_cache(from: &Path, to: &Path) -> Result<(), Diagnostic> {
    let ours = exists(&from.join(MARKER))? && exists(to)?;
    let (from, to) = (from.join(CACHE), to.join(CACHE));
    match ours && exists(&from)? && !exists(&to)? {
        true => rename(&from, &to),
        false => Ok(()),
    }
}

fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(suffix);
    path.with_file_name(name)
}

/// The lock of a directory that tamis made; `None` for an empty directory, an error for others.
fn lock_ours(path: &Path) -> Result<Option<File>, Diagnostic> {
    let kind = fs::symlink_metadata(path).map_err(|error| cannot("read", path, &error))?;
    if kind.is_dir() && path.file_name().is_some() {
        let marker = path.join(MARKER);
        let unreadable = |error: io::Error| cannot("read", &marker, &error);
        match fs::symlink_metadata(&marker) {
            Ok(found) if found.is_file() => {
                let lock = File::open(&marker).map_err(unreadable)?;
                lock_marker(&lock, path)?;
                return Ok(Some(lock));
            }
            Err(error) if !base::is_absence(&error) => return Err(unreadable(error)),
            _ => {}
        }
        if is_empty(path)? {
            return Ok(None);
        }
    }
    let message = format!(
        "{} exists and is not an output of tamis; it is left alone",
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
