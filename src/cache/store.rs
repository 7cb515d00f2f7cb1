//! Content by name: what a place has to offer that proofs can be kept in, and how content is sealed.
//!
//! Comes in: bytes and a name. Goes out: the same bytes, whole or not at all, whatever the place does to them. Must not know
//! what the content means.

use crate::base::{Diagnostic, Digest};

/// What all content starts with; changes when the form of the content does.
const MAGIC: &[u8; 16] = b"tamis findings 1";
/// Then comes the digest of name and content.
pub(super) const START: usize = MAGIC.len() + 32;

/// A place where sealed content lies by name, for any number of processes at once. A name always has the same content, so
/// it does not matter who writes it, nor how often.
pub trait Store: Send + Sync {
    /// What lies under a name, as far as it can be had; nobody has checked it.
    fn read(&self, name: &Digest) -> Option<Vec<u8>>;

    /// Puts bytes there, at once or until [`finish`](Store::finish). What fails is told by [`problem`](Store::problem).
    fn write(&self, name: &Digest, bytes: Vec<u8>);

    /// Is told that what was read is not what was written.
    fn is_spoilt(&self) {}

    /// The end of a run: completes what was begun, throws away what is old.
    fn finish(&self);

    /// Why not everything was read or written.
    fn problem(&self) -> Option<Diagnostic>;

    /// Nothing if it is not there, or not as it was written.
    fn get(&self, name: &Digest) -> Option<Vec<u8>> {
        let content = opened(name, self.read(name)?);
        if content.is_none() {
            self.is_spoilt();
        }
        content
    }

    fn put(&self, name: &Digest, content: &[u8]) {
        self.write(name, sealed(name, content));
    }
}

fn sealed(name: &Digest, content: &[u8]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(seal(name, content).as_bytes());
    bytes.extend(content);
    bytes
}

fn opened(name: &Digest, mut bytes: Vec<u8>) -> Option<Vec<u8>> {
    let is_whole = bytes.len() >= START
        && bytes.starts_with(MAGIC)
        && bytes[MAGIC.len()..START] == *seal(name, &bytes[START..]).as_bytes();
    is_whole.then(|| bytes.split_off(START))
}

/// Content under another name, or cut off, has another one.
fn seal(name: &Digest, content: &[u8]) -> Digest {
    Digest::of(&(name, content))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_holds_for_one_name_and_one_content() {
        let [name, other] = ["a", "b"].map(|name| Digest::of(&name));
        let bytes = sealed(&name, b"content");
        assert_eq!(
            opened(&name, bytes.clone()).as_deref(),
            Some(&b"content"[..])
        );
        assert_eq!(opened(&other, bytes.clone()), None);
        for length in [0, 5, START, bytes.len() - 1] {
            assert_eq!(opened(&name, bytes[..length].to_vec()), None, "{length}");
        }
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            assert_eq!(opened(&name, changed), None, "{at}");
        }
    }
}
