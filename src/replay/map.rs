//! The map of a test: two bytes for each label, written by `runtime.c`.

use crate::base::Digest;
use fixedbitset::FixedBitSet;
use std::fs::{self, File, Metadata};
use std::io;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};

/// Counters come first, then a seal; as in `runtime.c`.
const HEADER: usize = 64;
const COUNTERS: usize = 8;

/// Label ids up to this have room in a map.
pub const MAX_LABEL: u64 = 1 << 24;

/// What a test did.
#[derive(Clone, Debug, Default)]
pub struct Hits {
    /// By id: places reached, whatever the predicate.
    pub reached: FixedBitSet,
    /// By id: places reached with the predicate true.
    pub covered: FixedBitSet,
    /// Measured processes that began, and that ended by exit.
    pub began: u32,
    pub ended: u32,
}

impl Hits {
    pub fn covers(&self, id: u64) -> bool {
        usize::try_from(id).is_ok_and(|id| self.covered.contains(id))
    }
}

/// The map of a test that runs. It is kept open, so that a test that does anything else to it than to cover labels is noticed.
pub struct Map {
    path: PathBuf,
    file: File,
    made: Metadata,
    labels: usize,
}

impl Map {
    /// Makes the empty map of a test.
    pub fn make(path: &Path, labels: usize) -> io::Result<Map> {
        let file = File::options()
            .read(true)
            .write(true)
            .create_new(true)
            .open(path)?;
        file.set_len((HEADER + 2 * labels) as u64)?;
        file.write_all_at(&seal(path), COUNTERS as u64)?;
        Ok(Map {
            path: path.into(),
            made: file.metadata()?,
            file,
            labels,
        })
    }

    /// Reads the map and removes it; otherwise what became of it.
    pub fn take(self) -> Result<Hits, &'static str> {
        let found = fs::symlink_metadata(&self.path).map_err(|_| "removed")?;
        let removed = fs::remove_file(&self.path);
        if (found.dev(), found.ino()) != (self.made.dev(), self.made.ino()) {
            return Err("replaced");
        }
        if found.mode() != self.made.mode() || removed.is_err() {
            return Err("made inaccessible");
        }
        if found.len() != self.made.len() {
            return Err("given another size");
        }
        let mut bytes = vec![0; HEADER + 2 * self.labels];
        self.file
            .read_exact_at(&mut bytes, 0)
            .map_err(|_| "given another size")?;
        let (header, pairs) = bytes.split_at(HEADER);
        if header[COUNTERS..] != seal(&self.path) || pairs.iter().any(|&byte| byte > 1) {
            return Err("overwritten");
        }
        Ok(hits(header, pairs, self.labels))
    }
}

/// What stands between the counters and the labels; nobody changes it.
fn seal(path: &Path) -> [u8; HEADER - COUNTERS] {
    let digest = Digest::of_bytes(path.as_os_str().as_encoded_bytes()).to_string();
    let mut seal = [b'-'; HEADER - COUNTERS];
    for (byte, digit) in seal.iter_mut().zip(digest.bytes()) {
        *byte = digit;
    }
    seal
}

fn hits(header: &[u8], pairs: &[u8], labels: usize) -> Hits {
    let number = |at: usize| {
        let bytes = header.get(at..at + 4).and_then(|b| b.try_into().ok());
        u32::from_ne_bytes(bytes.unwrap_or_default())
    };
    let mut hits = Hits {
        reached: FixedBitSet::with_capacity(labels),
        covered: FixedBitSet::with_capacity(labels),
        began: number(0),
        ended: number(4),
    };
    for (id, pair) in pairs.chunks_exact(2).enumerate() {
        hits.reached.set(id, pair != [0, 0]);
        hits.covered.set(id, pair[1] != 0);
    }
    hits
}
