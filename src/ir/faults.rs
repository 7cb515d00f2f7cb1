//! Which pure expressions may be undefined when evaluated in an arbitrary state.
//!
//! Comes in: an expression of a function. Goes out: no only if in every state evaluating it reads
//! inside live objects, divides by non-zero, and shifts and converts in range. Must not know why
//! anybody asks. Signed overflow does not count: predicates wrap. Conditions inside the expression
//! do not help: `p && *p` may fault, since a non-null pointer may still be invalid.

use super::ops::normalise;
use super::{BinOp, Constant, ExprId, ExprKind, Function, GlobalId, Ty, fold};
use crate::base::Id;

#[cfg(test)]
mod tests;

/// Answers for one function. Remembers them, since trees share their parts; the function's arena
/// may grow between two questions.
pub struct Faults<G> {
    globals_size: G,
    known: Vec<Option<bool>>,
}

/// One question; [`Faults`] is for many.
pub fn may_fault(f: &Function, globals_size: impl Fn(GlobalId) -> u64, e: ExprId) -> bool {
    Faults::new(globals_size).may_fault(f, e)
}

impl<G: Fn(GlobalId) -> u64> Faults<G> {
    /// `globals_size` gives the bytes that certainly are at a global's address: 0 for functions,
    /// incomplete objects and weak symbols.
    pub fn new(globals_size: G) -> Self {
        Faults {
            globals_size,
            known: Vec::new(),
        }
    }

    pub fn may_fault(&mut self, f: &Function, e: ExprId) -> bool {
        self.known.resize(f.exprs.len().max(self.known.len()), None);
        // An explicit stack: a tree may be as deep as the input likes.
        let mut stack = vec![e];
        while let Some(&top) = stack.last() {
            let waiting = stack.len();
            let kind = &f.exprs[top].kind;
            stack.extend(kind.operands().filter(|e| self.known[e.index()].is_none()));
            if stack.len() > waiting {
                continue;
            }
            let inner = kind.operands().any(|e| self.known[e.index()] == Some(true));
            self.known[top.index()] = Some(inner || self.itself_may_fault(f, top));
            stack.pop();
        }
        self.known[e.index()] != Some(false)
    }

    /// Whether the operation may be undefined although its operands are not.
    fn itself_may_fault(&self, f: &Function, e: ExprId) -> bool {
        let expr = &f.exprs[e];
        match expr.kind {
            ExprKind::Load(addr) => !self.is_inside(f, addr, expr.ty.size()),
            ExprKind::Binary(BinOp::Div | BinOp::Rem, a, b) => division_may_fault(f, a, b),
            ExprKind::Binary(BinOp::Shl | BinOp::Shr, a, b) => {
                let bits = i128::from(f.exprs[a].ty.bits());
                !range(f, b).is_some_and(|r| 0 <= r.low && r.high < bits)
            }
            ExprKind::Cast(a) => cast_may_fault(f, a, expr.ty),
            _ => false,
        }
    }

    /// Whether `size` bytes at the address certainly lie in one variable or global.
    fn is_inside(&self, f: &Function, addr: ExprId, size: u64) -> bool {
        let mut offset = Range::of(0);
        let mut addr = addr;
        loop {
            let object = match f.exprs[addr].kind {
                ExprKind::VarAddr(var) => f.vars[var].size,
                ExprKind::GlobalAddr(global) => (self.globals_size)(global),
                ExprKind::PtrAdd {
                    base,
                    index,
                    scale,
                    bound,
                } => {
                    let Some(next) = subscript(f, index, scale, bound, offset) else {
                        return false;
                    };
                    (offset, addr) = (next, base);
                    continue;
                }
                ExprKind::Cast(a) if f.exprs[a].ty == Ty::Ptr && f.exprs[addr].ty == Ty::Ptr => {
                    addr = a;
                    continue;
                }
                _ => return false,
            };
            return offset.low >= 0 && offset.high + i128::from(size) <= i128::from(object);
        }
    }
}

/// The offset after a `PtrAdd`; `None` if it may be outside the array that the user subscripts,
/// even where that array lies in a larger object.
fn subscript(
    f: &Function,
    index: ExprId,
    scale: u64,
    bound: Option<u64>,
    offset: Range,
) -> Option<Range> {
    let index = range(f, index)?;
    if bound.is_some_and(|n| index.low < 0 || index.high >= i128::from(n)) {
        return None;
    }
    let by = index.combine(Range::of(i128::from(scale)), i128::checked_mul)?;
    let sum = offset.combine(by, i128::checked_add)?;
    // Far from overflow, so that sizes may be added.
    (sum.low.unsigned_abs() < 1 << 100 && sum.high.unsigned_abs() < 1 << 100).then_some(sum)
}

/// By zero, or `MIN / -1`. Floats divide by anything.
fn division_may_fault(f: &Function, a: ExprId, b: ExprId) -> bool {
    let ty = f.exprs[a].ty;
    if ty.is_float() {
        return false;
    }
    let Some(divisor) = range(f, b) else {
        return true;
    };
    let overflows = ty.is_signed()
        && divisor.contains(-1)
        && range(f, a).is_none_or(|r| Range::of_type(ty).is_none_or(|t| r.contains(t.low)));
    divisor.contains(0) || overflows
}

/// A float whose integral part the integer type cannot hold has no value there (C11 6.3.1.4).
fn cast_may_fault(f: &Function, a: ExprId, to: Ty) -> bool {
    if !f.exprs[a].ty.is_float() || to.is_float() {
        return false;
    }
    let (Constant::Float(value), Some(range)) = (fold(&f.exprs, a), Range::of_type(to)) else {
        return true;
    };
    // The low end is exact; the high end may be rounded up to a power of two, itself too large.
    !(value >= range.low as f64 && value < range.high as f64)
}

/// An inclusive range of integers.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Range {
    low: i128,
    high: i128,
}

impl Range {
    fn of(value: i128) -> Range {
        Range {
            low: value,
            high: value,
        }
    }

    /// `None` for floats and for the 128-bit types, whose values do not all fit.
    fn of_type(ty: Ty) -> Option<Range> {
        let bits = ty.bits();
        if ty.is_float() || bits >= 128 {
            return None;
        }
        Some(if ty.is_signed() {
            Range {
                low: -(1 << (bits - 1)),
                high: (1 << (bits - 1)) - 1,
            }
        } else {
            Range {
                low: 0,
                high: (1 << bits) - 1,
            }
        })
    }

    fn contains(self, value: i128) -> bool {
        self.low <= value && value <= self.high
    }

    fn is_within(self, other: Range) -> bool {
        other.low <= self.low && self.high <= other.high
    }

    /// For an operator that is monotone in each operand (`+ - *`): the extremes are at corners.
    fn combine(self, other: Range, op: fn(i128, i128) -> Option<i128>) -> Option<Range> {
        let corners = [
            op(self.low, other.low)?,
            op(self.low, other.high)?,
            op(self.high, other.low)?,
            op(self.high, other.high)?,
        ];
        let low = corners.into_iter().min()?;
        let high = corners.into_iter().max()?;
        Some(Range { low, high })
    }

    fn hull(self, other: Range) -> Range {
        Range {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
        }
    }
}

/// How far a range looks into a tree; both operands are followed, so the cost is 2^depth.
const RANGE_DEPTH: u32 = 6;

/// The values that an integer or pointer expression can have.
fn range(f: &Function, e: ExprId) -> Option<Range> {
    range_to(f, e, RANGE_DEPTH)
}

fn range_to(f: &Function, e: ExprId, depth: u32) -> Option<Range> {
    let expr = &f.exprs[e];
    let whole = Range::of_type(expr.ty);
    let of = |e| range_to(f, e, depth - 1);
    let narrow = match expr.kind {
        ExprKind::Int(value) => match normalise(expr.ty, value) {
            // A 128-bit unsigned number above `i128::MAX`.
            n if n < 0 && !expr.ty.is_signed() => None,
            n => return Some(Range::of(n)),
        },
        _ if depth == 0 => None,
        ExprKind::Cast(a) => of(a),
        ExprKind::Binary(op, a, b) => binary_range(op, of(a), of(b)),
        ExprKind::Select(_, a, b) => of(a).zip(of(b)).map(|(a, b)| a.hull(b)),
        ExprKind::Unary(super::UnOp::Not, _) | ExprKind::And(..) | ExprKind::Or(..) => {
            Some(Range { low: 0, high: 1 })
        }
        _ => None,
    };
    match (narrow, whole) {
        // A result that leaves the type wraps.
        (Some(narrow), Some(whole)) if narrow.is_within(whole) => Some(narrow),
        _ => whole,
    }
}

/// The exact results, before they are reduced to the type.
fn binary_range(op: BinOp, a: Option<Range>, b: Option<Range>) -> Option<Range> {
    let natural = |r: &Range| r.low >= 0;
    match op {
        _ if op.is_comparison() => Some(Range { low: 0, high: 1 }),
        BinOp::Add => a?.combine(b?, i128::checked_add),
        BinOp::Sub => a?.combine(b?, i128::checked_sub),
        BinOp::Mul => a?.combine(b?, i128::checked_mul),
        // `x & m` is at most each operand that is not negative.
        BinOp::BitAnd => {
            let high = [a, b].into_iter().flatten().filter(natural).map(|r| r.high);
            high.min().map(|high| Range { low: 0, high })
        }
        BinOp::Rem => {
            let divisor = b.filter(|r| r.low > 0)?;
            let most = divisor.high - 1;
            let low = if a.as_ref().is_some_and(natural) {
                0
            } else {
                -most
            };
            Some(Range { low, high: most })
        }
        BinOp::Shr => {
            let by = b.filter(natural).filter(|r| r.high < 128)?;
            let value = a.filter(natural)?;
            Some(Range {
                low: value.low >> by.high,
                high: value.high >> by.low,
            })
        }
        _ => None,
    }
}
