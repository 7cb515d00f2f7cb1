//! Files that are there completely or not at all. Must not know what they hold.

use crate::base::{self, Diagnostic, cannot};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// What names of files end with that are not yet in place.
const TEMPORARY: &str = ".tmp";

/// Writes a file so that a reader sees the old content or the new one, never a part.
pub fn write_whole(path: &Path, content: &[u8]) -> Result<(), Diagnostic> {
    replace(path, content, |_| Ok(())).map_err(|error| cannot("write", path, &error))
}

/// The same, also for a reader after a loss of power.
pub fn write_durably(path: &Path, content: &[u8]) -> Result<(), Diagnostic> {
    replace(path, content, File::sync_all).map_err(|error| cannot("write", path, &error))
}

/// Writes to a place that the user named. A link is followed; what is not a regular file (a device, a FIFO) is written to and never replaced.
pub fn write_to(path: &Path, content: &[u8]) -> Result<(), Diagnostic> {
    let failed = |error: io::Error| cannot("write", path, &error);
    match base::find(path)? {
        Some(found) if found.is_file() => {
            let target = fs::canonicalize(path).map_err(failed)?;
            write_whole(&target, content)
        }
        Some(_) => {
            let file = File::options().write(true).open(path);
            file.and_then(|mut file| file.write_all(content))
                .map_err(failed)
        }
        // A link to nowhere: what it names is made.
        None if base::exists(path)? => fs::write(path, content).map_err(failed),
        None => write_whole(path, content),
    }
}

fn replace(path: &Path, content: &[u8], settle: fn(&File) -> io::Result<()>) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}{TEMPORARY}", std::process::id()));
    let temporary = path.with_file_name(name);
    let write = || -> io::Result<()> {
        let mut file = File::create(&temporary)?;
        file.write_all(content)?;
        settle(&file)?;
        fs::rename(&temporary, path)
    };
    let done = write();
    if done.is_err() {
        // What is left of it would only confuse; the first error is the one to report.
        let _ = fs::remove_file(&temporary);
    }
    done
}

/// A name that [`write_whole`] gives to what is not yet in place.
pub(super) fn is_temporary(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    let mut parts = name.rsplit('.');
    let ends = parts.next() == TEMPORARY.strip_prefix('.');
    ends && parts
        .next()
        .is_some_and(|id| !id.is_empty() && id.chars().all(|c| c.is_ascii_digit()))
}

/// Lets a rename in the directory survive a loss of power, where the file system can do that.
pub(super) fn sync_directory(path: &Path) {
    let _ = File::open(path).and_then(|directory| directory.sync_all());
}
