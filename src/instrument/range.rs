//! Which expressions may overflow: an interval for each, by one pass over the function.
//!
//! Comes in: a function's expressions. Goes out: for each, whether evaluating its text as C
//! could overflow a signed type. When in doubt, it could.

use crate::base::{Id, IdVec};
use crate::ir::{BinOp, Expr, ExprId, ExprKind, Ty, UnOp};

/// An inclusive range of mathematical integers.
type Range = (i128, i128);

#[derive(Clone, Copy)]
struct Fact {
    /// `None`: nothing is known, or it is no integer.
    range: Option<Range>,
    /// This very operation may leave its signed type.
    overflows: bool,
    /// This operation or one below it may.
    tainted: bool,
}

const UNKNOWN: Fact = Fact {
    range: None,
    overflows: true,
    tainted: true,
};

/// What is known of each expression of a function.
pub(super) struct Ranges(Vec<Fact>);

impl Ranges {
    pub fn new(exprs: &IdVec<ExprId, Expr>) -> Self {
        let mut ranges = Ranges(Vec::with_capacity(exprs.len()));
        for expr in exprs.values() {
            let fact = ranges.fact_of(expr);
            ranges.0.push(fact);
        }
        ranges
    }

    /// Whether the operation of this node may leave its signed type.
    pub fn overflows(&self, id: ExprId) -> bool {
        self.fact(id).overflows
    }

    /// Whether the text of this node may overflow somewhere in it.
    pub fn tainted(&self, id: ExprId) -> bool {
        self.fact(id).tainted
    }

    /// An operand that stands later in the table is one whose range is not known.
    fn fact(&self, id: ExprId) -> Fact {
        self.0.get(id.index()).copied().unwrap_or(UNKNOWN)
    }

    fn fact_of(&self, expr: &Expr) -> Fact {
        let exact = self.exact(&expr.kind);
        let all = type_range(expr.ty);
        let fits = matches!((exact, all), (Some(e), Some(a)) if a.0 <= e.0 && e.1 <= a.1);
        let overflows = expr.ty.is_signed() && !fits && self.may_overflow(&expr.kind);
        let below = expr
            .kind
            .operands()
            .any(|operand| self.fact(operand).tainted);
        Fact {
            range: if fits { exact } else { all },
            overflows,
            tainted: overflows || below,
        }
    }

    /// The operators whose result, taken as a mathematical integer, may not fit.
    fn may_overflow(&self, kind: &ExprKind) -> bool {
        use BinOp::*;
        matches!(
            kind,
            ExprKind::Unary(UnOp::Neg, _) | ExprKind::Binary(Add | Sub | Mul | Div | Rem | Shl, ..)
        )
    }

    /// The range of the mathematical result, where that is easily had.
    fn exact(&self, kind: &ExprKind) -> Option<Range> {
        let range = |id: ExprId| self.fact(id).range;
        match *kind {
            ExprKind::Int(value) => Some((value, value)),
            ExprKind::Cast(a) => range(a),
            ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Unary(UnOp::Not, _) => Some((0, 1)),
            ExprKind::Unary(UnOp::Neg, a) => {
                let (low, high) = range(a)?;
                Some((high.checked_neg()?, low.checked_neg()?))
            }
            ExprKind::Select(_, a, b) => {
                let (a, b) = (range(a)?, range(b)?);
                Some((a.0.min(b.0), a.1.max(b.1)))
            }
            ExprKind::Binary(op, ..) if op.is_comparison() => Some((0, 1)),
            ExprKind::Binary(op, a, b) => arithmetic(op, range(a)?, range(b)?),
            _ => None,
        }
    }
}

fn arithmetic(op: BinOp, a: Range, b: Range) -> Option<Range> {
    match op {
        BinOp::Add => Some((a.0.checked_add(b.0)?, a.1.checked_add(b.1)?)),
        BinOp::Sub => Some((a.0.checked_sub(b.1)?, a.1.checked_sub(b.0)?)),
        BinOp::Mul => {
            let corners = [
                a.0.checked_mul(b.0)?,
                a.0.checked_mul(b.1)?,
                a.1.checked_mul(b.0)?,
                a.1.checked_mul(b.1)?,
            ];
            Some((*corners.iter().min()?, *corners.iter().max()?))
        }
        // Only `MIN / -1` leaves the type: |a / b| ≤ |a|, and ≤ max(a) when no b is negative.
        BinOp::Div | BinOp::Rem if b.0 >= 0 => Some((a.0.min(0), a.1.max(0))),
        BinOp::Div | BinOp::Rem if b.1 < -1 => {
            let most = a.0.checked_abs()?.max(a.1.checked_abs()?) / 2;
            (op == BinOp::Div)
                .then_some((-most, most))
                .or(Some((a.0.min(0), a.1.max(0))))
        }
        BinOp::Div | BinOp::Rem => {
            let most = a.0.checked_abs()?.max(a.1.checked_abs()?);
            Some((-most, most))
        }
        BinOp::BitAnd if a.0 >= 0 || b.0 >= 0 => {
            let bound = |r: Range| if r.0 >= 0 { r.1 } else { i128::MAX };
            Some((0, bound(a).min(bound(b))))
        }
        // A left shift of a negative value, or into the sign bit, is undefined.
        BinOp::Shl if a.0 >= 0 && b.0 >= 0 && b.1 < 64 => {
            Some((0, a.1.checked_mul(1i128.checked_shl(b.1 as u32)?)?))
        }
        _ => None,
    }
}

fn type_range(ty: Ty) -> Option<Range> {
    match ty {
        Ty::Int {
            bits: 128,
            signed: true,
        } => Some((i128::MIN, i128::MAX)),
        Ty::Int { bits: 128, .. } => None,
        Ty::Int { bits, signed: true } => Some((-(1 << (bits - 1)), (1 << (bits - 1)) - 1)),
        Ty::Int { bits, .. } => Some((0, (1 << bits) - 1)),
        _ => None,
    }
}
