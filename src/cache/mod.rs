//! What was found out about functions, by the digest of all that it depends on.
//!
//! Comes in: findings and digests ([`Slice::digest`](crate::steps::Slice::digest)). Goes out: the same findings, in this run or
//! in a later one, on this machine or another. Knows how findings are written down; must not know how they are made, nor what
//! a digest is made of.
//!
//! - `address`: what `--cache` names.
//! - `store`: content by name, sealed; `directory` and `remote` are the places where it lies.
//! - `patience`, `outbox`: how long a store beyond the network is asked, what is on its way there.
//! - `codec`: findings as bytes.
//!
//! Only complete findings are kept: a later run takes them for the last word. Whoever can write to a cache can make
//! tamis say anything, so a cache is to be trusted as the program is.

mod address;
mod codec;
mod directory;
#[cfg(feature = "remote-cache")]
mod outbox;
#[cfg(feature = "remote-cache")]
mod patience;
#[cfg(feature = "remote-cache")]
mod remote;
mod store;

pub use address::Address;
pub use directory::Directory;
pub use store::Store;

use crate::base::{Diagnostic, Digest};
use crate::steps::{Findings, is_complete};
use std::path::Path;

/// Findings that are kept.
#[derive(Default)]
pub struct Cache {
    /// Where new ones go.
    own: Option<Directory>,
    /// Looked at too.
    others: Vec<Directory>,
    /// What other machines share; asked last, and told everything.
    common: Option<Box<dyn Store>>,
}

impl Cache {
    /// In a directory.
    pub fn open(path: &Path) -> Result<Cache, Diagnostic> {
        Ok(Cache {
            own: Some(Directory::open(path)?),
            ..Cache::default()
        })
    }

    /// Where the address says. What lies beyond the network is kept in the directory `near` as well: it may go away.
    pub fn at(address: &Address, near: &Path) -> Result<Cache, Diagnostic> {
        match address {
            Address::Directory(path) => Cache::open(path),
            Address::Remote(_place) => Ok(Cache {
                #[cfg(feature = "remote-cache")]
                common: Some(Box::new(remote::Remote::open(_place)?)),
                ..Cache::open(near)?
            }),
        }
    }

    /// Looks there too.
    #[must_use]
    pub fn with(mut self, other: Directory) -> Cache {
        self.others.push(other);
        self
    }

    /// What was found out about so many labels under this name.
    pub fn get(&self, name: &Digest, labels: usize) -> Option<Findings> {
        if let Some(found) = self.get_near(name, labels) {
            return Some(found);
        }
        let bytes = self.common.as_ref()?.get(name)?;
        let found = codec::read(&bytes, labels)?;
        if let Some(store) = &self.own {
            store.put(name, &bytes);
        }
        Some(found)
    }

    /// The same without the network: for what is seldom there.
    pub fn get_near(&self, name: &Digest, labels: usize) -> Option<Findings> {
        let all = self.own.iter().chain(&self.others);
        let mut found = all.filter_map(|store| store.get(name));
        found.find_map(|bytes| codec::read(&bytes, labels))
    }

    /// Keeps findings if they are complete. What cannot be kept is only not there the next time.
    pub fn put(&self, name: &Digest, findings: &Findings) {
        if !is_complete(findings) || self.own.is_none() {
            return;
        }
        let bytes = codec::written(findings);
        self.writable().for_each(|store| store.put(name, &bytes));
    }

    /// The end of a run: what is still on its way arrives, what nobody has asked for in a long time goes.
    pub fn finish(&self) {
        self.writable().for_each(Store::finish);
    }

    /// Why something could not be kept, or not be looked up.
    pub fn problems(&self) -> Vec<Diagnostic> {
        self.writable().filter_map(Store::problem).collect()
    }

    fn writable(&self) -> impl Iterator<Item = &dyn Store> {
        let own = self.own.iter().map(|store| store as &dyn Store);
        own.chain(self.common.as_deref())
    }
}
