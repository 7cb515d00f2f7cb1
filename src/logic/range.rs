//! What a term's value lies between, read as unsigned and as signed number.
//!
//! Comes in: an operator and the ranges of its arguments. Goes out: a range that holds under every assignment. Only for
//! bit-vectors of at most 64 bits; numbers are computed in 128 bits, so that nothing here wraps unseen.

use super::Sort;
use super::bits;
use super::term::{Op, TermId, Terms};

/// Widths up to this have ranges.
const WIDEST: u32 = 64;

/// Smallest and largest value, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    pub unsigned: (u64, u64),
    pub signed: (i64, i64),
}

type Interval = (i128, i128);

/// The argument of an operator: its intervals.
#[derive(Clone, Copy)]
struct Operand {
    u: Interval,
    s: Interval,
}

impl Range {
    pub fn full(width: u32) -> Range {
        let width = width.min(WIDEST);
        Range {
            unsigned: (0, bits::mask(width) as u64),
            signed: (
                bits::signed(bits::min_signed(width), width) as i64,
                bits::max_signed(width) as i64,
            ),
        }
    }

    /// The only value there is.
    pub fn single(self) -> Option<u128> {
        let (low, high) = self.unsigned;
        (low == high).then_some(u128::from(low))
    }

    pub fn disjoint(self, other: Range) -> bool {
        self.unsigned.1 < other.unsigned.0
            || other.unsigned.1 < self.unsigned.0
            || self.signed.1 < other.signed.0
            || other.signed.1 < self.signed.0
    }

    /// All values of both.
    fn join(self, other: Range) -> Range {
        let (a, b) = (self.unsigned, other.unsigned);
        let (c, d) = (self.signed, other.signed);
        Range {
            unsigned: (a.0.min(b.0), a.1.max(b.1)),
            signed: (c.0.min(d.0), c.1.max(d.1)),
        }
    }

    /// From what is known of the value as unsigned and as signed number; an interval that does not fit the width says
    /// nothing, since the value may have wrapped.
    fn of(width: u32, unsigned: Option<Interval>, signed: Option<Interval>) -> Range {
        let full = Range::full(width);
        let whole = (i128::from(full.unsigned.0), i128::from(full.unsigned.1));
        let both = (i128::from(full.signed.0), i128::from(full.signed.1));
        let fits = |interval: &Interval, into: Interval| {
            into.0 <= interval.0 && interval.0 <= interval.1 && interval.1 <= into.1
        };
        let mut u = unsigned.filter(|i| fits(i, whole)).unwrap_or(whole);
        let mut s = signed.filter(|i| fits(i, both)).unwrap_or(both);
        // Each says something of the other where the sign is the same for all values.
        let turn = whole.1 + 1;
        if u.1 <= both.1 {
            s = meet(s, u);
        } else if u.0 > both.1 {
            s = meet(s, (u.0 - turn, u.1 - turn));
        }
        if s.0 >= 0 {
            u = meet(u, s);
        } else if s.1 < 0 {
            u = meet(u, (s.0 + turn, s.1 + turn));
        }
        Range {
            unsigned: (u.0 as u64, u.1 as u64),
            signed: (s.0 as i64, s.1 as i64),
        }
    }

    fn operand(self) -> Operand {
        Operand {
            u: (i128::from(self.unsigned.0), i128::from(self.unsigned.1)),
            s: (i128::from(self.signed.0), i128::from(self.signed.1)),
        }
    }
}

/// Both hold; of two that exclude each other the first stays, as no value has both.
fn meet(a: Interval, b: Interval) -> Interval {
    let both = (a.0.max(b.0), a.1.min(b.1));
    if both.0 <= both.1 { both } else { a }
}

impl Terms {
    /// The range of a bit-vector of at most 64 bits.
    pub(super) fn range(&self, term: TermId) -> Option<Range> {
        match self.sort(term) {
            Sort::BitVec(width) if width <= WIDEST => Some(self.ranges[term]),
            _ => None,
        }
    }

    /// Notes what the caller knows: under every assignment the term lies between these, read as signed or unsigned.
    pub fn note_between(&mut self, term: TermId, low: i128, high: i128, signed: bool) {
        let Some(known) = self.range(term) else {
            return;
        };
        let Operand { u, s } = known.operand();
        let (u, s) = match signed {
            true => (u, meet(s, (low, high))),
            false => (meet(u, (low, high)), s),
        };
        self.ranges[term] = Range::of(self.width(term), Some(u), Some(s));
    }

    /// The range of a term that is about to be made.
    pub(super) fn range_of(&self, op: Op, sort: Sort, args: &[TermId]) -> Range {
        let Sort::BitVec(width) = sort else {
            return Range::full(1);
        };
        if width > WIDEST {
            return Range::full(WIDEST);
        }
        let known = |index: usize| args.get(index).and_then(|&arg| self.range(arg));
        match op {
            Op::Const(index) => {
                let value = self.constant_at(index) as i128;
                Range::of(width, Some((value, value)), None)
            }
            Op::Ite => match (known(1), known(2)) {
                (Some(a), Some(b)) => a.join(b),
                _ => Range::full(width),
            },
            Op::Neg | Op::BvNot | Op::Extract(_) | Op::Zext | Op::Sext => match known(0) {
                Some(a) => unary(op, a.operand(), width),
                None => Range::full(width),
            },
            Op::Concat => match (known(0), known(1)) {
                (Some(a), Some(b)) => concat(a.operand(), b.operand(), self.width(args[1]), width),
                _ => Range::full(width),
            },
            _ => match (known(0), known(1)) {
                (Some(a), Some(b)) => binary(op, a.operand(), b.operand(), width),
                _ => Range::full(width),
            },
        }
    }
}

fn unary(op: Op, a: Operand, width: u32) -> Range {
    let most = bits::mask(width) as i128;
    let (unsigned, signed) = match op {
        Op::Neg => (None, Some((-a.s.1, -a.s.0))),
        Op::BvNot => (Some((most - a.u.1, most - a.u.0)), None),
        // Dropping high bits keeps a number that fits without them.
        Op::Extract(0) => (Some(a.u), Some(a.s)),
        Op::Extract(low) => (Some((a.u.0 >> low, a.u.1 >> low)), None),
        Op::Zext => (Some(a.u), None),
        Op::Sext => (None, Some(a.s)),
        _ => (None, None),
    };
    Range::of(width, unsigned, signed)
}

fn concat(high: Operand, low: Operand, low_width: u32, width: u32) -> Range {
    let at = |high: i128, low: i128| (high << low_width) + low;
    let unsigned = (at(high.u.0, low.u.0), at(high.u.1, low.u.1));
    Range::of(width, Some(unsigned), None)
}

fn binary(op: Op, a: Operand, b: Operand, width: u32) -> Range {
    let unsigned = match op {
        Op::Add => Some(sum(a, b, width)),
        Op::Sub => Some((a.u.0 - b.u.1, a.u.1 - b.u.0)),
        Op::Mul => product(a.u, b.u),
        Op::Udiv if b.u.0 > 0 => Some((a.u.0 / b.u.1, a.u.1 / b.u.0)),
        Op::Urem if b.u.0 > a.u.1 => Some(a.u),
        Op::Urem if b.u.0 > 0 => Some((0, a.u.1.min(b.u.1 - 1))),
        // x % 0 = x
        Op::Urem => Some((0, a.u.1)),
        Op::BvAnd => Some((0, a.u.1.min(b.u.1))),
        Op::BvOr => Some((a.u.0.max(b.u.0), all_bits(a.u.1.max(b.u.1)))),
        Op::BvXor => Some((0, all_bits(a.u.1.max(b.u.1)))),
        Op::Shl => shifted(a, b, width),
        Op::Lshr => Some((a.u.0 >> amount(b.u.1), a.u.1 >> amount(b.u.0))),
        _ => None,
    };
    let signed = match op {
        Op::Add => Some((a.s.0 + b.s.0, a.s.1 + b.s.1)),
        Op::Sub => Some((a.s.0 - b.s.1, a.s.1 - b.s.0)),
        Op::Mul => Some(corners(a.s, b.s, |x, y| x * y)),
        Op::Sdiv if b.s.0 > 0 || b.s.1 < 0 => Some(corners(a.s, b.s, |x, y| x / y)),
        Op::Srem => Some(remainder(a.s, b.s)),
        Op::Ashr => Some(corners(a.s, b.u, |x, by| x >> amount(by))),
        _ => None,
    };
    Range::of(width, unsigned, signed)
}

/// a + b: when both ends pass the end of the type, both are one turn too large.
fn sum(a: Operand, b: Operand, width: u32) -> Interval {
    let turn = bits::mask(width) as i128 + 1;
    let (low, high) = (a.u.0 + b.u.0, a.u.1 + b.u.1);
    match low >= turn {
        true => (low - turn, high - turn),
        false => (low, high),
    }
}

fn product(a: Interval, b: Interval) -> Option<Interval> {
    Some((a.0.checked_mul(b.0)?, a.1.checked_mul(b.1)?))
}

/// The extremes of an operator that is monotone in each argument.
fn corners(a: Interval, b: Interval, f: impl Fn(i128, i128) -> i128) -> Interval {
    let values = [f(a.0, b.0), f(a.0, b.1), f(a.1, b.0), f(a.1, b.1)];
    let low = values.iter().copied().fold(values[0], i128::min);
    let high = values.iter().copied().fold(values[0], i128::max);
    (low, high)
}

/// The remainder has the sign of the dividend, is no further from zero than it, and nearer to zero than the
/// divisor unless that is zero.
fn remainder(a: Interval, b: Interval) -> Interval {
    let nonzero = b.0 > 0 || b.1 < 0;
    let most = match nonzero {
        true => b.0.abs().max(b.1.abs()) - 1,
        false => i128::MAX,
    };
    (a.0.min(0).max(-most), a.1.max(0).min(most))
}

fn shifted(a: Operand, b: Operand, width: u32) -> Option<Interval> {
    if b.u.1 >= i128::from(width) {
        return None;
    }
    product(a.u, (1 << b.u.0, 1 << b.u.1))
}

/// A shift by more than the width of 128 bits does what one by 127 does to a number of 64.
fn amount(by: i128) -> u32 {
    by.min(127) as u32
}

/// The largest number with the bits that this one may have.
fn all_bits(most: i128) -> i128 {
    (1 << (128 - most.leading_zeros())) - 1
}
