//! Constructors of memory terms: bytes, and little-endian values of several bytes.

use super::*;

/// How many stores a `select` looks through.
const LOOK_THROUGH: usize = 1024;

impl Terms {
    /// An address as a base and a constant; a constant address has no base.
    fn base_and_offset(&self, address: TermId) -> (Option<TermId>, u64) {
        if let Some(value) = self.constant(address) {
            return (None, value as u64);
        }
        match self.plus_constant(address) {
            Some((base, offset)) => (Some(base), offset as u64),
            None => (Some(address), 0),
        }
    }

    /// Whether two addresses differ whatever the variables are: same base, other offset.
    pub fn surely_distinct(&self, a: TermId, b: TermId) -> bool {
        let (base_a, offset_a) = self.base_and_offset(a);
        let (base_b, offset_b) = self.base_and_offset(b);
        base_a == base_b && offset_a != offset_b
    }

    pub fn select(&mut self, memory: TermId, address: TermId) -> TermId {
        assert_eq!(self.sort(memory), Sort::Memory);
        assert_eq!(self.sort(address), Sort::BitVec(64));
        let mut memory = memory;
        for _ in 0..LOOK_THROUGH {
            if !self.is_op(memory, Op::Store) {
                break;
            }
            let at = self.arg(memory, 1);
            if at == address {
                return self.arg(memory, 2);
            }
            if !self.surely_distinct(at, address) {
                break;
            }
            memory = self.arg(memory, 0);
        }
        self.intern(Op::Select, Sort::BitVec(8), &[memory, address])
    }

    pub fn store(&mut self, memory: TermId, address: TermId, byte: TermId) -> TermId {
        assert_eq!(self.sort(memory), Sort::Memory);
        assert_eq!(self.sort(address), Sort::BitVec(64));
        assert_eq!(self.sort(byte), Sort::BitVec(8));
        // Writing what is there changes nothing.
        if self.is_op(byte, Op::Select) && *self.args(byte) == [memory, address] {
            return memory;
        }
        // Only the last write to an address counts.
        if self.is_op(memory, Op::Store) && self.arg(memory, 1) == address {
            return self.store(self.arg(memory, 0), address, byte);
        }
        self.intern(Op::Store, Sort::Memory, &[memory, address, byte])
    }

    pub fn offset(&mut self, address: TermId, by: u64) -> TermId {
        let by = self.bv(u128::from(by), 64);
        self.add(address, by)
    }

    /// The value of `bytes` bytes (1 to 16), the lowest address holding the lowest bits.
    pub fn load_le(&mut self, memory: TermId, address: TermId, bytes: u32) -> TermId {
        assert!((1..=16).contains(&bytes), "a load of {bytes} bytes");
        let mut value = self.select(memory, address);
        for i in 1..bytes {
            let at = self.offset(address, u64::from(i));
            let byte = self.select(memory, at);
            value = self.concat(byte, value);
        }
        value
    }

    /// The memory after a write of a value whose width is a number of bytes.
    pub fn store_le(&mut self, memory: TermId, address: TermId, value: TermId) -> TermId {
        let width = self.width(value);
        assert!(width.is_multiple_of(8), "a store of {width} bits");
        let mut memory = memory;
        for i in 0..width / 8 {
            let at = self.offset(address, u64::from(i));
            let byte = self.extract(8 * i + 7, 8 * i, value);
            memory = self.store(memory, at, byte);
        }
        memory
    }
}
