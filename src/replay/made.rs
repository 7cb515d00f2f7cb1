//! What a build made of labelled files, which the user's next build is to make without labels.
//!
//! Comes in: the work_dir of a replay, the directory of the build. Goes out: the number of files that were removed. Must not
//! touch what was there before the build, nor what is not measured.

use super::WorkDir;
use super::wrapper::{FILE, MADE};
use crate::base::name_path;
use crate::status::OutputDir;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Removes measured objects, archives, libraries and programs outside of the work_dir; gives the number of files.
pub fn remove_made(shop: &WorkDir, directory: &Path) -> usize {
    let text = fs::read_to_string(shop.root().join(MADE)).unwrap_or_default();
    let mut made: BTreeSet<PathBuf> = text.lines().map(name_path).collect();
    if made.is_empty() {
        return 0;
    }
    // `ar`, `ld` and `g++` made of it what no call of the wrapper names.
    if let (Some(since), Ok(directory)) = (began(shop), fs::canonicalize(directory)) {
        made.extend(written_since(&directory, since));
    }
    let outside = made.iter().filter(|path| !path.starts_with(shop.root()));
    let removed = outside.filter(|path| {
        is_measured(path) && {
            // What libtool's own make target stands for; most objects have none.
            let _ = libtool_object(path).map(fs::remove_file);
            fs::remove_file(path).is_ok()
        }
    });
    removed.count()
}

/// When the build began.
fn began(shop: &WorkDir) -> Option<SystemTime> {
    modified(&fs::metadata(shop.root().join(FILE)).ok()?)
}

fn modified(file: &fs::Metadata) -> Option<SystemTime> {
    file.modified().ok()
}

/// The plain files below a directory that were written since then; another replay cares for those in its output directory.
fn written_since(directory: &Path, since: SystemTime) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![directory.to_path_buf()];
    while let Some(directory) = open.pop() {
        if OutputDir::is_at(&directory) {
            continue;
        }
        // What cannot be read was not written by this build.
        for entry in fs::read_dir(&directory).into_iter().flatten().flatten() {
            // Links are not followed.
            let Ok(data) = entry.metadata() else { continue };
            if data.is_dir() {
                open.push(entry.path());
            } else if data.is_file() && modified(&data).is_some_and(|time| time >= since) {
                found.push(entry.path());
            }
        }
    }
    found
}

/// Whether a file is an object, an archive, a library or a program that is measured: it has the name of the variable that
/// `runtime.c` reads.
fn is_measured(path: &Path) -> bool {
    const VARIABLE: &[u8] = b"TAMIS_REPLAY_MAP";
    const BEGINNINGS: [&[u8]; 2] = [b"\x7fELF", b"!<arch>\n"];
    let plain = fs::symlink_metadata(path).is_ok_and(|found| found.is_file());
    let bytes = plain.then(|| fs::read(path).ok()).flatten();
    bytes.is_some_and(|bytes| {
        BEGINNINGS.iter().any(|begin| bytes.starts_with(begin))
            && bytes.windows(VARIABLE.len()).any(|part| part == VARIABLE)
    })
}

/// `dir/.libs/x.o` and `dir/x.o` belong to `dir/x.lo`.
fn libtool_object(object: &Path) -> Option<PathBuf> {
    object.extension().filter(|end| *end == "o")?;
    let directory = object.parent()?;
    let directory = match directory.ends_with(".libs") {
        true => directory.parent()?,
        false => directory,
    };
    Some(directory.join(object.file_name()?).with_extension("lo"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::PrivateDir;
    use std::fs::FileTimes;
    use std::time::Duration;

    #[test]
    fn only_what_this_build_made_is_removed() {
        let place = PrivateDir::new().expect("a directory");
        let root = place.path();
        fs::create_dir(root.join("other")).expect("made");
        let shop = WorkDir::new(&root.join("work")).expect("a work_dir");
        fs::write(shop.root().join(FILE), "{}").expect("written");
        fs::write(shop.root().join(MADE), "/nowhere/a.o\n").expect("written");
        let measured = b"\x7fELF TAMIS_REPLAY_MAP".as_slice();
        for (name, bytes) in [
            ("new.so", measured),
            ("old.so", measured),
            ("plain.o", b"\x7fELF"),
            ("notes.txt", b"TAMIS_REPLAY_MAP"),
            ("other/theirs.o", measured),
            ("other/.tamis", b""),
        ] {
            fs::write(root.join(name), bytes).expect("written");
        }
        let before = SystemTime::now() - Duration::from_secs(3600);
        let old = fs::File::options().append(true).open(root.join("old.so"));
        let times = FileTimes::new().set_modified(before);
        old.and_then(|file| file.set_times(times)).expect("older");
        assert_eq!(remove_made(&shop, root), 1);
        let there = |name: &str| root.join(name).exists();
        assert!(!there("new.so"));
        assert!(there("old.so") && there("plain.o") && there("notes.txt"));
        assert!(there("other/theirs.o"));
    }
}
