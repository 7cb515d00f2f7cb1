//! What the analysis of one function asks about the rest of the program, and who knows nothing of it.

use super::Interval;
use crate::ir::{Access, Bound, Callee, Contract, GlobalId, Ty, VarId, When};

/// A scalar at a fixed place in a global that no pointer reaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scalar {
    pub global: GlobalId,
    pub offset: u64,
    pub ty: Ty,
}

/// What a pointer points into, if anything may be accessed through it: an object of at most `size` bytes, of which at most so many come
/// before the place that it points to, and from there on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Extent {
    pub before: u64,
    pub after: u64,
    size: u64,
}

impl Extent {
    /// The start of an object.
    pub fn of(size: u64) -> Option<Extent> {
        let extent = Extent {
            before: 0,
            after: size,
            size,
        };
        (size > 0).then_some(extent)
    }

    /// Of one or the other.
    pub fn join(self, other: Extent) -> Extent {
        Extent {
            before: self.before.max(other.before),
            after: self.after.max(other.after),
            size: self.size.max(other.size),
        }
    }

    /// Anywhere in the object.
    pub fn moved(self) -> Extent {
        Extent {
            before: self.size,
            after: self.size,
            ..self
        }
    }

    /// So many bytes further on.
    pub fn shifted(self, bytes: i128) -> Extent {
        let inside = |bytes: i128| bytes.clamp(0, self.size.into()) as u64;
        Extent {
            before: inside(i128::from(self.before) + bytes),
            after: inside(i128::from(self.after) - bytes),
            ..self
        }
    }
}

/// What comes back from a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Back {
    /// It does not come back.
    Never,
    /// A value of the interval, of this type.
    Value(Interval, Ty),
    /// A value of the interval, as whatever type reads it.
    Within(Interval),
    Any,
}

impl Back {
    /// What the contracts of the C library say of every call.
    pub fn promised(contracts: &[Contract]) -> Back {
        let always = |contract: &&Contract| contract.when == When::Always;
        let (mut low, mut high) = (i128::from(i64::MIN), i128::from(u64::MAX));
        for contract in contracts.iter().filter(always) {
            if let Bound::Number(number) = contract.low {
                low = low.max(number.into());
            }
            if let Bound::Number(number) = contract.high {
                high = high.min(number.into());
            }
        }
        match low <= high && (low, high) != (i64::MIN.into(), u64::MAX.into()) {
            true => Back::Within((low, high)),
            false => Back::Any,
        }
    }
}

/// Who knows the rest of the program. Every answer holds in every execution; the answers here claim nothing.
pub trait Outside {
    /// What a parameter lies between whenever the function is entered, which is one of the unit.
    fn argument(&self, _function: GlobalId, _index: usize) -> Option<Interval> {
        None
    }

    /// What the call gives back.
    fn result(&self, _callee: &Callee) -> Back {
        Back::Any
    }

    /// What a scalar of this type lies between whenever it is read there, in a global of the function's unit.
    fn content(&self, _global: GlobalId, _access: &Access, _ty: Ty) -> Option<Interval> {
        None
    }

    /// Whether the call may write this global. Asked only of those that have a [`content`](Outside::content).
    fn may_write(&self, _callee: &Callee, _global: GlobalId) -> bool {
        true
    }

    /// The scalars to follow although the function need not name them: what they hold at its calls and its end matters to others.
    fn followed(&self) -> Vec<Scalar> {
        Vec::new()
    }

    /// Whether the scalar is worth following: something is known of it at some entry or after some call.
    fn is_followed(&self, _scalar: &Scalar) -> bool {
        false
    }

    /// What the scalar holds whenever the function is entered, which is one of the unit.
    fn entered(&self, _function: GlobalId, _scalar: &Scalar) -> Option<Interval> {
        None
    }

    /// What the scalar holds whenever the call has come back; asked only of calls that nothing else is evaluated with.
    fn left(&self, _callee: &Callee, _scalar: &Scalar) -> Option<Interval> {
        None
    }

    /// Whether nothing ever writes this global of the function's unit: it holds what its initialiser says.
    fn is_unwritten(&self, _global: GlobalId) -> bool {
        false
    }

    /// What a pointer variable of the function points into, which is one of the unit.
    fn extent(&self, _function: GlobalId, _var: VarId) -> Option<Extent> {
        None
    }

    /// The size of an object, however the program is linked.
    fn size(&self, _symbol: GlobalId) -> Option<u64> {
        None
    }

    /// Whether the symbol certainly has an address that is not null.
    fn exists(&self, _symbol: GlobalId) -> bool {
        false
    }
}

/// Knows nothing.
pub struct Nothing;

impl Outside for Nothing {}
