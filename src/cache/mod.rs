//! What was found out about functions, by the digest of all that it depends on.
//!
//! Comes in: findings and digests ([`Alone::digest`](crate::steps::Alone::digest)). Goes out: the same findings, in this run or
//! in a later one, on this machine or another. Knows how findings are written down; must not know how they are made, nor what
//! a digest is made of.
//!
//! - `store`: content by name, in a directory that many processes may use.
//! - `codec`: findings as bytes.
//!
//! Only complete findings are kept: a later run takes them for the last word. Whoever can write to a cache can make
//! tamis say anything, so a cache is to be trusted as the program is.

mod codec;
mod store;

pub use store::Store;

use crate::base::{Diagnostic, Digest};
use crate::steps::{Findings, is_complete};
use std::path::Path;
use std::sync::Mutex;

/// Findings that are kept.
#[derive(Default)]
pub struct Cache {
    /// Where new ones go.
    own: Option<Store>,
    /// Looked at too.
    others: Vec<Store>,
    /// The first thing that could not be written.
    problem: Mutex<Option<Diagnostic>>,
}

impl Cache {
    /// What is in the directory, and what will be put there; it is made if it does not exist.
    pub fn open(path: &Path) -> Result<Cache, Diagnostic> {
        Ok(Cache {
            own: Some(Store::open(path)?),
            ..Cache::default()
        })
    }

    /// Looks there too.
    #[must_use]
    pub fn with(mut self, other: Store) -> Cache {
        self.others.push(other);
        self
    }

    /// What was found out about so many labels under this name.
    pub fn get(&self, name: &Digest, labels: usize) -> Option<Findings> {
        let all = self.own.iter().chain(&self.others);
        let mut found = all.filter_map(|store| store.get(name));
        found.find_map(|bytes| codec::read(&bytes, labels))
    }

    /// Keeps findings if they are complete. What cannot be kept is only not there the next time.
    pub fn put(&self, name: &Digest, findings: &Findings) {
        let Some(store) = self.own.as_ref().filter(|_| is_complete(findings)) else {
            return;
        };
        if let Err(error) = store.put(name, &codec::written(findings)) {
            let message = format!(
                "cannot write to the cache {}: {error}",
                store.path().display()
            );
            let problem = Diagnostic::warning(None, message)
                .with_hint("results are complete; a later run will not be faster");
            if let Ok(mut first) = self.problem.lock() {
                first.get_or_insert(problem);
            }
        }
    }

    /// Throws away what nobody has asked for in a long time.
    pub fn tidy(&self) {
        self.own.iter().for_each(Store::tidy);
    }

    /// Why something could not be kept.
    pub fn problem(&self) -> Option<Diagnostic> {
        self.problem.lock().ok()?.clone()
    }
}
