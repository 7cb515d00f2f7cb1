//! The map of a test: two bytes for each label, written by `runtime.c`.

use fixedbitset::FixedBitSet;
use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Counters come first; as in `runtime.c`.
const HEADER: usize = 64;

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

/// Makes the empty map of a test.
pub fn make(path: &Path, labels: usize) -> io::Result<()> {
    File::create(path)?.set_len((HEADER + 2 * labels) as u64)
}

/// Reads a map, and removes it.
pub fn take(path: &Path, labels: usize) -> io::Result<Hits> {
    let bytes = fs::read(path)?;
    fs::remove_file(path)?;
    let number = |at: usize| {
        let bytes = bytes.get(at..at + 4).and_then(|b| b.try_into().ok());
        u32::from_ne_bytes(bytes.unwrap_or_default())
    };
    let mut hits = Hits {
        reached: FixedBitSet::with_capacity(labels),
        covered: FixedBitSet::with_capacity(labels),
        began: number(0),
        ended: number(4),
    };
    let pairs = bytes.get(HEADER..).unwrap_or_default().chunks_exact(2);
    for (id, pair) in pairs.take(labels).enumerate() {
        hits.reached.set(id, pair != [0, 0]);
        hits.covered.set(id, pair[1] != 0);
    }
    Ok(hits)
}
