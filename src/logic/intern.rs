//! The hash index of the term table: from content to id, without a second copy of the content.

use super::Sort;
use super::term::{Op, TermId};
use crate::base::Id;
use std::hash::{Hash, Hasher};

const EMPTY: u32 = u32::MAX;

/// Open addressing with linear probing; at most half full.
pub(super) struct Index {
    slots: Vec<(u32, u32)>,
    used: usize,
}

impl Index {
    pub fn new() -> Self {
        Index {
            slots: vec![(0, EMPTY); 64],
            used: 0,
        }
    }

    pub fn hash(op: Op, sort: Sort, args: &[TermId]) -> u32 {
        let mut hasher = Mix(0);
        op.hash(&mut hasher);
        sort.hash(&mut hasher);
        for arg in args {
            hasher.write_u32(arg.index() as u32);
        }
        (hasher.finish() >> 32) as u32
    }

    pub fn find(&self, hash: u32, same: impl Fn(TermId) -> bool) -> Option<TermId> {
        let mut slot = hash as usize & (self.slots.len() - 1);
        loop {
            match self.slots[slot] {
                (_, EMPTY) => return None,
                (h, id) if h == hash && same(TermId::from_index(id as usize)) => {
                    return Some(TermId::from_index(id as usize));
                }
                _ => slot = (slot + 1) & (self.slots.len() - 1),
            }
        }
    }

    pub fn insert(&mut self, hash: u32, id: TermId) {
        if self.used * 2 >= self.slots.len() {
            let double = vec![(0, EMPTY); self.slots.len() * 2];
            for (h, id) in std::mem::replace(&mut self.slots, double) {
                if id != EMPTY {
                    self.place(h, id);
                }
            }
        }
        self.place(hash, id.index() as u32);
        self.used += 1;
    }

    fn place(&mut self, hash: u32, id: u32) {
        let mut slot = hash as usize & (self.slots.len() - 1);
        while self.slots[slot].1 != EMPTY {
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        self.slots[slot] = (hash, id);
    }
}

/// A multiplicative hash: fast, and the same in every run.
struct Mix(u64);

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
