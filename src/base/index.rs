//! Hash indexes: from content to a number, without a second copy of the content; and a hash for maps that are asked often.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// A map with a fast hash. Its order is the same in every run, but means nothing.
pub type FastMap<K, V> = HashMap<K, V, BuildHasherDefault<Mix>>;

const EMPTY: u32 = u32::MAX;

/// Open addressing with linear probing; at most half full.
pub struct Index {
    slots: Vec<(u32, u32)>,
    used: usize,
}

impl Default for Index {
    fn default() -> Self {
        Index {
            slots: vec![(0, EMPTY); 64],
            used: 0,
        }
    }
}

impl Index {
    pub fn hash(content: impl Hash) -> u32 {
        let mut hasher = Mix::default();
        content.hash(&mut hasher);
        (hasher.finish() >> 32) as u32
    }

    /// The number with that hash whose content is the same.
    pub fn find(&self, hash: u32, same: impl Fn(u32) -> bool) -> Option<u32> {
        let mut slot = hash as usize & (self.slots.len() - 1);
        loop {
            match self.slots[slot] {
                (_, EMPTY) => return None,
                (h, number) if h == hash && same(number) => return Some(number),
                _ => slot = (slot + 1) & (self.slots.len() - 1),
            }
        }
    }

    pub fn insert(&mut self, hash: u32, number: u32) {
        if self.used * 2 >= self.slots.len() {
            let double = vec![(0, EMPTY); self.slots.len() * 2];
            for (h, other) in std::mem::replace(&mut self.slots, double) {
                if other != EMPTY {
                    self.place(h, other);
                }
            }
        }
        self.place(hash, number);
        self.used += 1;
    }

    fn place(&mut self, hash: u32, number: u32) {
        let mut slot = hash as usize & (self.slots.len() - 1);
        while self.slots[slot].1 != EMPTY {
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        self.slots[slot] = (hash, number);
    }
}

/// A multiplicative hash: fast, and the same in every run.
#[derive(Clone, Copy, Default)]
pub struct Mix(u64);

impl Mix {
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        (self.0 ^ self.0 >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
    }
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.add(u64::from(byte));
        }
    }
    fn write_u32(&mut self, word: u32) {
        self.add(u64::from(word));
    }
    fn write_u64(&mut self, word: u64) {
        self.add(word);
    }
    fn write_usize(&mut self, word: usize) {
        self.add(word as u64);
    }
    fn write_isize(&mut self, word: isize) {
        self.add(word as u64);
    }
}
