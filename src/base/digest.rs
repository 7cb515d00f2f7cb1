//! Digests of values: equal values have the same one, and nobody finds two others that have.
//!
//! What goes into a digest is what `Hash` tells of a value, so a field that is added to a type is part of it.

use std::fmt;
use std::hash::{Hash, Hasher};

/// A name for content.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Digest([u8; 32]);

/// Small pieces are collected before they are hashed.
const BUFFER: usize = 1 << 16;

impl Digest {
    pub fn of(value: &impl Hash) -> Digest {
        let mut feed = Feed {
            buffer: Vec::with_capacity(BUFFER),
            hash: blake3::Hasher::new(),
        };
        value.hash(&mut feed);
        feed.hash.update(&feed.buffer);
        Digest(*feed.hash.finalize().as_bytes())
    }

    /// Of bytes alone.
    pub fn of_bytes(bytes: &[u8]) -> Digest {
        Digest(*blake3::hash(bytes).as_bytes())
    }

    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// Lower-case hexadecimal digits.
impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

struct Feed {
    buffer: Vec<u8>,
    hash: blake3::Hasher,
}

impl Hasher for Feed {
    fn write(&mut self, bytes: &[u8]) {
        if self.buffer.len() + bytes.len() > BUFFER {
            self.hash.update(&self.buffer);
            self.buffer.clear();
        }
        match bytes.len() > BUFFER {
            true => drop(self.hash.update(bytes)),
            false => self.buffer.extend_from_slice(bytes),
        }
    }

    /// Nobody asks: `Hash` only writes.
    fn finish(&self) -> u64 {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_tell_values_apart_and_do_not_depend_on_pieces() {
        let long = vec![7u8; 3 * BUFFER];
        let list = [
            Digest::of(&("ab", "c")),
            Digest::of(&("a", "bc")),
            Digest::of(&vec![1u32, 2]),
            Digest::of(&vec![1u32]),
            Digest::of(&long),
        ];
        for (i, a) in list.iter().enumerate() {
            assert!(list[..i].iter().all(|b| a != b), "{i}");
        }
        assert_eq!(Digest::of(&long), Digest::of(&long.clone()));
        assert_eq!(
            Digest::of_bytes(b"").to_string(),
            "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262"
        );
    }
}
