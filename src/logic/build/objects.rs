//! Objects in memory: which addresses lie in one, and so apart from all in another.
//!
//! An address that is computed from an object's address by adding numbers lies in that object, or the access is undefined
//! behaviour. So an access to one object touches no byte of another, whatever was added.

use super::super::term::Object;
use super::*;

/// Some bytes from an address on, with a constant added to it.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    pub address: TermId,
    pub offset: u64,
    pub bytes: u64,
}

impl Terms {
    /// The term is the address of an object of that many bytes.
    pub fn declare_object(&mut self, base: TermId, size: u64) {
        let object = Object {
            size,
            shares: Vec::new(),
        };
        self.objects.insert(base, object);
    }

    /// Two objects may have bytes in common.
    pub fn declare_shared(&mut self, a: TermId, b: TermId) {
        for (one, other) in [(a, b), (b, a)] {
            if let Some(object) = self.objects.get_mut(&one) {
                object.shares.push(other);
            }
        }
    }

    /// Whether these are addresses of bytes of two objects that have none in common.
    pub(super) fn are_different_bytes(&self, a: TermId, b: TermId) -> bool {
        let byte = |address: TermId| {
            let (base, offset) = self.base_and_offset(address);
            let object = self.objects.get(&base?)?;
            (offset < object.size).then_some(base?)
        };
        match (byte(a), byte(b)) {
            (Some(x), Some(y)) => self.are_separate(x, y),
            _ => false,
        }
    }

    /// The size of an object, if the term is the address of one.
    pub fn object_size(&self, base: TermId) -> Option<u64> {
        self.objects.get(&base).map(|object| object.size)
    }

    /// Whether these are addresses of two objects that have no byte in common.
    pub fn are_separate(&self, x: TermId, y: TermId) -> bool {
        let shares = self
            .objects
            .get(&x)
            .map(|object| object.shares.contains(&y));
        x != y && shares == Some(false)
    }

    /// Whether the accesses have no byte in common, if both are allowed.
    pub fn are_apart(&self, a: Access, b: Access) -> bool {
        match (self.object_of(a.address), self.object_of(b.address)) {
            (Some(x), Some(y)) if self.are_separate(x, y) => true,
            _ => self.ranges_apart(a, b),
        }
    }

    /// The object that an address is computed from, by adding numbers.
    pub fn object_of(&self, address: TermId) -> Option<TermId> {
        if self.objects.is_empty() {
            return None;
        }
        let parts = self.parts(address)?;
        let mut bases = parts
            .iter()
            .filter(|(term, _)| self.objects.contains_key(term));
        match (bases.next(), bases.next()) {
            (Some(&(base, 1)), None) => Some(base),
            _ => None,
        }
    }

    /// Whether the ranges of the addresses keep these bytes from having one in common.
    fn ranges_apart(&self, a: Access, b: Access) -> bool {
        let (Some(x), Some(y)) = (self.addresses(a), self.addresses(b)) else {
            return false;
        };
        x.1 <= y.0 || y.1 <= x.0
    }

    /// The first byte and the end of what an access may touch, if it does not wrap.
    fn addresses(&self, access: Access) -> Option<(u64, u64)> {
        let (low, high) = self.range(access.address)?.unsigned;
        let low = low.checked_add(access.offset)?;
        let end = high.checked_add(access.offset)?.checked_add(access.bytes)?;
        Some((low, end))
    }
}
