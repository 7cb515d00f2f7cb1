//! The sorts of terms.

use std::fmt;

/// The widest bit-vector.
pub const MAX_WIDTH: u32 = 128;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sort {
    Bool,
    /// From 1 to [`MAX_WIDTH`] bits.
    BitVec(u32),
    /// An array of bytes, indexed by 64-bit addresses.
    Memory,
    /// An uninterpreted sort; two numbers are two sorts.
    Opaque(u32),
}

impl Sort {
    /// The width of a bit-vector; `None` for the other sorts.
    pub fn width(self) -> Option<u32> {
        match self {
            Sort::BitVec(width) => Some(width),
            _ => None,
        }
    }
}

impl fmt::Display for Sort {
    /// As SMT-LIB writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bool => write!(f, "Bool"),
            Sort::BitVec(width) => write!(f, "(_ BitVec {width})"),
            Sort::Memory => write!(f, "(Array (_ BitVec 64) (_ BitVec 8))"),
            Sort::Opaque(number) => write!(f, "Opaque{number}"),
        }
    }
}
