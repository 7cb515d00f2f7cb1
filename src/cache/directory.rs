//! A store in a directory.
//!
//! Any number of processes may use the directory at once, and each may die at any time: content is written beside and then
//! renamed. A marker says that the directory is a cache; only below it, and only under names that a cache gives, is anything
//! ever removed. Must not know what the content means.

use super::store::Store;
use crate::base::{self, Diagnostic, Digest};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// What was not asked for in so long is thrown away.
pub(super) const KEPT: Duration = Duration::from_secs(60 * 24 * 60 * 60);
/// Marks a directory as a cache.
const MARKER: &str = "tamis-cache";
const MARKER_TEXT: &str = "Proofs of tamis. What was not used for 60 days is removed; all of it may be removed at any time.\n";
/// What files are called that are not yet complete.
const UNFINISHED: &str = "unfinished-";
/// The digits of a digest that name content in its directory.
const CONTENT: usize = 62;

pub struct Directory {
    root: PathBuf,
    next: AtomicU64,
    /// The first thing that could not be written.
    problem: OnceLock<Diagnostic>,
}

impl Directory {
    /// What is in the directory, and what will be put there; it is made if it does not exist. A directory with anything
    /// else in it is refused.
    pub fn open(root: &Path) -> Result<Directory, Diagnostic> {
        let refused = |message: String| {
            Diagnostic::error(None, message)
                .with_hint("name another directory with --cache, or say --no-cache")
        };
        let cannot = |error: io::Error| {
            refused(format!("cannot make the cache {}: {error}", root.display()))
        };
        fs::create_dir_all(root).map_err(cannot)?;
        let marker = root.join(MARKER);
        if !base::is_file(&marker)? {
            // Caches of earlier versions have no marker.
            let before = base::entries(root)?;
            let mut ours = before.iter().map(|path| holds_only_ours(path));
            if !ours.try_fold(true, |all, ours| ours.map(|ours| all && ours))? {
                let path = root.display();
                return Err(refused(format!(
                    "{path} is neither empty nor a cache of tamis"
                )));
            }
            // Where nothing can be written, what is there can still be read.
            match fs::write(&marker, MARKER_TEXT) {
                Err(error) if before.is_empty() => return Err(cannot(error)),
                _ => {}
            }
        }
        Ok(Directory {
            root: root.into(),
            next: AtomicU64::new(0),
            problem: OnceLock::new(),
        })
    }

    fn place(&self, name: &Digest) -> PathBuf {
        let name = name.to_string();
        self.root.join(&name[..2]).join(&name[2..])
    }

    /// The first problem is told; without a warning, because every input has its results.
    fn tell(&self, problem: Diagnostic) {
        let note = Diagnostic::note(None, problem.message)
            .with_hint("results are complete; a later run will not be faster");
        let _ = self.problem.set(note);
    }

    fn try_write(&self, name: &Digest, bytes: &[u8]) -> io::Result<()> {
        let place = self.place(name);
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let beside = format!("{UNFINISHED}{}-{number}", std::process::id());
        let beside = self.root.join(beside);
        let create = || File::create(&beside)?.write_all(bytes);
        let written = create().and_then(|()| {
            // The directory may be there already.
            place.parent().map_or(Ok(()), fs::create_dir_all)?;
            fs::rename(&beside, &place)
        });
        if written.is_err() {
            // The first error is the one to report.
            let _ = fs::remove_file(&beside);
        }
        written
    }
}

impl Store for Directory {
    fn read(&self, name: &Digest) -> Option<Vec<u8>> {
        let path = self.place(name);
        let bytes = base::read_optional(&path).unwrap_or_else(|problem| {
            self.tell(problem);
            None
        })?;
        refresh(&path);
        Some(bytes)
    }

    fn write(&self, name: &Digest, bytes: Vec<u8>) {
        if let Err(error) = self.try_write(name, &bytes) {
            let path = self.root.display();
            let message = format!("cannot write to the cache {path}: {error}");
            self.tell(Diagnostic::error(None, message));
        }
    }

    /// Removes what was not asked for in a long time, and what dead processes left. What cannot be removed stays.
    fn finish(&self) {
        let now = SystemTime::now();
        let older = |path: &Path, age: Duration| {
            let changed = fs::metadata(path).and_then(|found| found.modified());
            changed.is_ok_and(|changed| now.duration_since(changed).is_ok_and(|old| old > age))
        };
        let ours = entries(&self.root).into_iter().filter(|path| is_ours(path));
        for path in ours {
            if path.is_file() && older(&path, DAY) {
                let _ = fs::remove_file(&path);
            } else if path.is_dir() {
                let content = entries(&path).into_iter();
                let content = content.filter(|path| is_named(path, CONTENT) && path.is_file());
                for path in content.filter(|path| older(path, KEPT)) {
                    let _ = fs::remove_file(&path);
                }
            }
        }
    }

    fn problem(&self) -> Option<Diagnostic> {
        self.problem.get().cloned()
    }
}

/// Marks the file as used, once a day.
fn refresh(path: &Path) {
    let now = SystemTime::now();
    let used = fs::metadata(path).and_then(|found| found.modified());
    let is_old = |used: SystemTime| now.duration_since(used).is_ok_and(|age| age > DAY);
    if used.is_ok_and(is_old)
        && let Ok(file) = File::options().append(true).open(path)
    {
        // A cache that cannot be written to is still good for reading.
        let _ = file.set_modified(now);
    }
}

/// A name that a cache gives, to what it names: unfinished content, or a directory of content.
fn is_ours(path: &Path) -> bool {
    let Ok(found) = fs::symlink_metadata(path) else {
        return false;
    };
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let numbers = name.strip_prefix(UNFINISHED).map(|rest| rest.split('-'));
    let unfinished = numbers.is_some_and(|mut numbers| {
        numbers.all(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
    });
    found.is_file() && unfinished || found.is_dir() && is_named(path, 2)
}

/// The same, and a directory holds nothing but content.
fn holds_only_ours(path: &Path) -> Result<bool, Diagnostic> {
    Ok(is_ours(path)
        && base::entries(path)?
            .iter()
            .all(|path| is_named(path, CONTENT)))
}

/// So many digits of a digest.
fn is_named(path: &Path, digits: usize) -> bool {
    let name = path.file_name().unwrap_or_default().as_encoded_bytes();
    let lower = |byte: &u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(byte);
    name.len() == digits && name.iter().all(lower)
}

/// What cannot be listed is not cleaned.
fn entries(path: &Path) -> Vec<PathBuf> {
    base::entries(path).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::store::START;
    use super::*;

    fn fresh(name: &str) -> Directory {
        let root = std::env::temp_dir().join(format!("tamis-store-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        Directory::open(&root).expect("made")
    }

    #[test]
    fn what_is_not_whole_is_not_there() {
        let store = fresh("whole");
        let [name, other] = ["a", "b"].map(|name| Digest::of(&name));
        assert_eq!(store.get(&name), None);
        store.put(&name, b"content");
        assert_eq!(store.get(&name).as_deref(), Some(&b"content"[..]));
        let place = store.place(&name);
        let bytes = fs::read(&place).expect("there");
        // Under another name.
        fs::create_dir_all(store.place(&other).parent().expect("one")).expect("made");
        fs::copy(&place, store.place(&other)).expect("copied");
        assert_eq!(store.get(&other), None);
        for length in [0, 5, START, bytes.len() - 1] {
            fs::write(&place, &bytes[..length]).expect("written");
            assert_eq!(store.get(&name), None, "{length}");
        }
        let mut changed = bytes.clone();
        *changed.last_mut().expect("a byte") ^= 1;
        fs::write(&place, &changed).expect("written");
        assert_eq!(store.get(&name), None);
        store.put(&name, b"content");
        assert!(store.get(&name).is_some());
        let _ = fs::remove_dir_all(&store.root);
        assert_eq!(store.problem(), None);
        store.put(&name, b"content");
        assert!(store.problem().is_some(), "the directory is gone");
    }

    #[test]
    fn what_is_foreign_is_left_alone() {
        let store = fresh("foreign");
        let old = |path: &str| {
            let path = store.root.join(path);
            fs::create_dir_all(path.parent().expect("one")).expect("made");
            let file = File::create(&path).expect("made");
            file.set_modified(SystemTime::now() - 100 * DAY)
                .expect("set");
            path
        };
        let name = "0".repeat(CONTENT);
        let ours = [old(&format!("ab/{name}")), old("unfinished-1-2")];
        let foreign = ["ab/x", "db/x", "xy/x", "unfinished-work", "mine"].map(old);
        let foreign = foreign.into_iter().chain([old(&format!("AB/{name}"))]);
        store.finish();
        assert!(ours.iter().all(|path| !path.exists()));
        for path in foreign {
            assert!(path.exists(), "{}", path.display());
        }
        // Without its marker it is somebody's directory.
        fs::remove_file(store.root.join(MARKER)).expect("there");
        let refused = Directory::open(&store.root).err().expect("refused");
        assert!(
            refused.message.contains("neither empty nor a cache"),
            "{refused}"
        );
        let _ = fs::remove_dir_all(&store.root);
    }

    #[test]
    fn what_nobody_asks_for_is_thrown_away() {
        let store = fresh("tidy");
        let names = [1, 2, 3].map(|name: u32| Digest::of(&name));
        let age = |name: &Digest, days: u32| {
            let file = File::options().append(true).open(store.place(name));
            let time = SystemTime::now() - days * DAY;
            file.and_then(|file| file.set_modified(time)).expect("set");
        };
        for name in &names {
            store.put(name, b"x");
            age(name, 100);
        }
        age(&names[0], 10);
        // Asking for it makes it young.
        assert!(store.get(&names[1]).is_some());
        store.finish();
        let there = names.map(|name| store.get(&name).is_some());
        assert_eq!(there, [true, true, false]);
        let _ = fs::remove_dir_all(&store.root);
    }
}
