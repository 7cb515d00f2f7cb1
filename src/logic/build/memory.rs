//! Constructors of memory terms: little-endian values of one to 16 bytes.

use super::*;

/// How many stores a `select` looks through.
const LOOK_THROUGH: usize = 1024;

impl Terms {
    /// An address as a base and a constant; a constant address has no base.
    pub(super) fn base_and_offset(&self, address: TermId) -> (Option<TermId>, u64) {
        if let Some(value) = self.constant(address) {
            return (None, value as u64);
        }
        match self.plus_constant(address) {
            Some((base, offset)) => (Some(base), offset as u64),
            None => (Some(address), 0),
        }
    }

    /// How far `to` is behind `from`, if that does not depend on variables.
    pub fn distance(&self, from: TermId, to: TermId) -> Option<u64> {
        let (base_from, offset_from) = self.base_and_offset(from);
        let (base_to, offset_to) = self.base_and_offset(to);
        (base_from == base_to).then(|| offset_to.wrapping_sub(offset_from))
    }

    /// The byte at an address.
    pub fn select(&mut self, memory: TermId, address: TermId) -> TermId {
        self.load_le(memory, address, 1)
    }

    /// The memory after a write of a byte.
    pub fn store(&mut self, memory: TermId, address: TermId, byte: TermId) -> TermId {
        assert_eq!(self.sort(byte), Sort::BitVec(8));
        self.store_le(memory, address, byte)
    }

    pub fn offset(&mut self, address: TermId, by: u64) -> TermId {
        let by = self.bv(u128::from(by), 64);
        self.add(address, by)
    }

    /// The value of `bytes` bytes (1 to 16), the lowest address holding the lowest bits. Writes to places that surely
    /// are others are looked through; one that is surely read, whole or in part, gives its bits.
    pub fn load_le(&mut self, memory: TermId, address: TermId, bytes: u32) -> TermId {
        assert!((1..=16).contains(&bytes), "a load of {bytes} bytes");
        assert_eq!(self.sort(memory), Sort::Memory);
        assert_eq!(self.sort(address), Sort::BitVec(64));
        let mut memory = memory;
        for _ in 0..LOOK_THROUGH {
            if !self.is_op(memory, Op::Store) {
                break;
            }
            let (at, value) = (self.arg(memory, 1), self.arg(memory, 2));
            let written = u64::from(self.width(value) / 8);
            let Some(inside) = self.distance(at, address) else {
                let access = |address: TermId, bytes: u64| Access {
                    address,
                    offset: 0,
                    bytes,
                };
                if self.are_apart(access(at, written), access(address, u64::from(bytes))) {
                    memory = self.arg(memory, 0);
                    continue;
                }
                break;
            };
            let (wanted, before) = (u64::from(bytes), inside.wrapping_neg());
            if inside < written && inside + wanted <= written {
                let low = 8 * inside as u32;
                return self.extract(low + 8 * bytes - 1, low, value);
            }
            if inside < written {
                return self.load_parts(memory, address, written - inside, wanted);
            }
            if before < wanted {
                return self.load_parts(memory, address, before, wanted);
            }
            memory = self.arg(memory, 0);
        }
        self.intern(Op::Select, Sort::BitVec(8 * bytes), &[memory, address])
    }

    /// A load in two parts: the first `low` bytes, and the rest.
    fn load_parts(&mut self, memory: TermId, address: TermId, low: u64, bytes: u64) -> TermId {
        let first = self.load_le(memory, address, low as u32);
        let after = self.offset(address, low);
        let rest = self.load_le(memory, after, (bytes - low) as u32);
        self.concat(rest, first)
    }

    /// The memory after a write of a value whose width is a number of bytes, at most 16.
    pub fn store_le(&mut self, memory: TermId, address: TermId, value: TermId) -> TermId {
        let width = self.width(value);
        assert!(width.is_multiple_of(8), "a store of {width} bits");
        assert_eq!(self.sort(memory), Sort::Memory);
        assert_eq!(self.sort(address), Sort::BitVec(64));
        // Writing what is there changes nothing.
        if self.is_op(value, Op::Select) && *self.args(value) == [memory, address] {
            return memory;
        }
        // Only the last write to an address counts.
        if self.is_op(memory, Op::Store)
            && self.arg(memory, 1) == address
            && self.width(self.arg(memory, 2)) <= width
        {
            return self.store_le(self.arg(memory, 0), address, value);
        }
        self.intern(Op::Store, Sort::Memory, &[memory, address, value])
    }
}
