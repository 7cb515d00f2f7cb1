//! Content by name, in a directory.
//!
//! Comes in: bytes and a name. Goes out: the same bytes, whole or not at all. Any number of processes may use the directory
//! at once, and each may die at any time: content is written beside and then renamed, and a name always has the
//! same content. Must not know what the content means.

use crate::base::{Diagnostic, Digest};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

/// What every file starts with; changes when the form of the content does.
const MAGIC: &[u8; 16] = b"tamis findings 1";
/// Then comes the digest of name and content.
const START: usize = MAGIC.len() + 32;
const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// What was not asked for in so long is thrown away.
const KEPT: Duration = Duration::from_secs(60 * 24 * 60 * 60);
/// What files are called that are not yet complete.
const UNFINISHED: &str = "unfinished-";

pub struct Store {
    root: PathBuf,
    next: AtomicU64,
}

impl Store {
    pub fn open(root: &Path) -> Result<Store, Diagnostic> {
        fs::create_dir_all(root).map_err(|error| {
            let message = format!("cannot make the cache {}: {error}", root.display());
            Diagnostic::error(None, message)
                .with_hint("name another directory with --cache, or say --no-cache")
        })?;
        Ok(Store {
            root: root.into(),
            next: AtomicU64::new(0),
        })
    }

    pub fn path(&self) -> &Path {
        &self.root
    }

    fn place(&self, name: &Digest) -> PathBuf {
        let name = name.to_string();
        self.root.join(&name[..2]).join(&name[2..])
    }

    /// Nothing if it is not there, or not as it was written.
    pub fn get(&self, name: &Digest) -> Option<Vec<u8>> {
        let path = self.place(name);
        let mut bytes = fs::read(&path).ok()?;
        let is_whole = bytes.len() >= START
            && bytes.starts_with(MAGIC)
            && bytes[MAGIC.len()..START] == *seal(name, &bytes[START..]).as_bytes();
        if !is_whole {
            return None;
        }
        refresh(&path);
        Some(bytes.split_off(START))
    }

    pub fn put(&self, name: &Digest, content: &[u8]) -> io::Result<()> {
        let place = self.place(name);
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let beside = format!("{UNFINISHED}{}-{number}", std::process::id());
        let beside = self.root.join(beside);
        let written = write(&beside, name, content).and_then(|()| {
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

    /// Removes what was not asked for in a long time, and what dead processes left. What cannot be removed stays.
    pub fn tidy(&self) {
        let now = SystemTime::now();
        let older = |path: &Path, age: Duration| {
            let changed = fs::metadata(path).and_then(|found| found.modified());
            changed.is_ok_and(|changed| now.duration_since(changed).is_ok_and(|old| old > age))
        };
        for path in entries(&self.root) {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if name.starts_with(UNFINISHED) && older(&path, DAY) {
                let _ = fs::remove_file(&path);
            } else if name.len() == 2 {
                for path in entries(&path).into_iter().filter(|path| older(path, KEPT)) {
                    let _ = fs::remove_file(&path);
                }
            }
        }
    }
}

/// Content under another name, or cut off, has another one.
fn seal(name: &Digest, content: &[u8]) -> Digest {
    Digest::of(&(name, content))
}

fn write(path: &Path, name: &Digest, content: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    let mut bytes = MAGIC.to_vec();
    bytes.extend(seal(name, content).as_bytes());
    bytes.extend(content);
    file.write_all(&bytes)
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

fn entries(path: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(path).into_iter().flatten();
    entries.flatten().map(|entry| entry.path()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fresh(name: &str) -> Store {
        let root = std::env::temp_dir().join(format!("tamis-store-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        Store::open(&root).expect("made")
    }

    #[test]
    fn what_is_not_whole_is_not_there() {
        let store = fresh("whole");
        let [name, other] = ["a", "b"].map(|name| Digest::of(&name));
        assert_eq!(store.get(&name), None);
        store.put(&name, b"content").expect("written");
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
        store.put(&name, b"content").expect("written again");
        assert!(store.get(&name).is_some());
        let _ = fs::remove_dir_all(store.path());
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
            store.put(name, b"x").expect("written");
            age(name, 100);
        }
        age(&names[0], 10);
        // Asking for it makes it young.
        assert!(store.get(&names[1]).is_some());
        store.tidy();
        let there = names.map(|name| store.get(&name).is_some());
        assert_eq!(there, [true, true, false]);
        let _ = fs::remove_dir_all(store.path());
    }
}
