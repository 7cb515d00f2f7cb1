//! Constant expressions.
//!
//! Comes in: an expression of an arena. Goes out: its constant, when it has one that does not
//! depend on the execution: a number, or the address of a global with an offset. Nothing here
//! knows variables' values or memory.

use super::ops::{self, Value};
use super::{BinOp, Expr, ExprId, ExprKind, GlobalId, Ty};
use crate::base::IdVec;

/// The value of a constant expression.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Constant {
    /// Integers and pointers without a base, as [`Value::Int`] holds them.
    Int(i128),
    Float(f64),
    /// `offset` bytes from the start of a global. It is taken as different from null.
    Address {
        base: GlobalId,
        offset: i64,
    },
    NotConstant,
}

/// A deeper expression is not constant: it could exhaust the stack.
const MAX_DEPTH: u32 = 2000;

/// The constant that `expr` evaluates to. Operands that are not evaluated (the right side of
/// `0 && x`, the other arm of `?:`) need not be constant.
pub fn fold(exprs: &IdVec<ExprId, Expr>, expr: ExprId) -> Constant {
    Folder { exprs }
        .fold(expr, 0)
        .unwrap_or(Constant::NotConstant)
}

struct Folder<'a> {
    exprs: &'a IdVec<ExprId, Expr>,
}

impl Folder<'_> {
    fn fold(&self, id: ExprId, depth: u32) -> Option<Constant> {
        if depth > MAX_DEPTH {
            return None;
        }
        let depth = depth + 1;
        let expr = self.exprs.get(id)?;
        match expr.kind {
            ExprKind::Int(value) => Some(Constant::Int(ops::normalise(expr.ty, value))),
            ExprKind::Float { value, exact: true } => Some(Constant::Float(value)),
            ExprKind::Float { exact: false, .. } => None,
            ExprKind::GlobalAddr(base) => Some(Constant::Address { base, offset: 0 }),
            ExprKind::VarAddr(_) | ExprKind::Var(_) | ExprKind::Load(_) => None,
            ExprKind::Unary(op, a) => unary(op, self.ty(a)?, self.fold(a, depth)?),
            ExprKind::Binary(op, a, b) => {
                binary(op, self.ty(a)?, self.fold(a, depth)?, self.fold(b, depth)?)
            }
            ExprKind::PtrAdd {
                base, index, scale, ..
            } => ptr_add(self.fold(base, depth)?, self.fold(index, depth)?, scale),
            ExprKind::And(a, b) => {
                let value = truth(self.fold(a, depth)?)? && truth(self.fold(b, depth)?)?;
                Some(Constant::Int(value.into()))
            }
            ExprKind::Or(a, b) => {
                let value = truth(self.fold(a, depth)?)? || truth(self.fold(b, depth)?)?;
                Some(Constant::Int(value.into()))
            }
            ExprKind::Select(c, a, b) => {
                let arm = if truth(self.fold(c, depth)?)? { a } else { b };
                self.fold(arm, depth)
            }
            ExprKind::Cast(a) => cast(self.ty(a)?, expr.ty, self.fold(a, depth)?),
        }
    }

    fn ty(&self, id: ExprId) -> Option<Ty> {
        self.exprs.get(id).map(|expr| expr.ty)
    }
}

fn value(constant: Constant) -> Option<Value> {
    match constant {
        Constant::Int(value) => Some(Value::Int(value)),
        Constant::Float(value) => Some(Value::Float(value)),
        Constant::Address { .. } | Constant::NotConstant => None,
    }
}

fn constant(value: Value) -> Constant {
    match value {
        Value::Int(value) => Constant::Int(value),
        Value::Float(value) => Constant::Float(value),
    }
}

fn truth(constant: Constant) -> Option<bool> {
    match constant {
        Constant::Address { .. } => Some(true),
        other => value(other).map(ops::truth),
    }
}

fn unary(op: super::UnOp, ty: Ty, a: Constant) -> Option<Constant> {
    if op == super::UnOp::Not {
        return truth(a).map(|value| Constant::Int((!value).into()));
    }
    ops::unary(op, ty, value(a)?).map(constant)
}

fn binary(op: BinOp, ty: Ty, a: Constant, b: Constant) -> Option<Constant> {
    use Constant::{Address, Int};
    let bool = |value: bool| Some(Int(value.into()));
    match (op, a, b) {
        (BinOp::Add, Address { base, offset }, Int(by))
        | (BinOp::Add, Int(by), Address { base, offset }) => moved(base, offset, by),
        (BinOp::Sub, Address { base, offset }, Int(by)) => moved(base, offset, by.checked_neg()?),
        (_, Address { base: a, offset: x }, Address { base: b, offset: y }) if a == b => match op {
            BinOp::Sub => Some(Int(ops::normalise(ty, i128::from(x) - i128::from(y)))),
            BinOp::Eq => bool(x == y),
            BinOp::Ne => bool(x != y),
            BinOp::Lt => bool(x < y),
            BinOp::Le => bool(x <= y),
            BinOp::Gt => bool(x > y),
            BinOp::Ge => bool(x >= y),
            _ => None,
        },
        (BinOp::Eq, Address { .. }, Int(0)) | (BinOp::Eq, Int(0), Address { .. }) => bool(false),
        (BinOp::Ne, Address { .. }, Int(0)) | (BinOp::Ne, Int(0), Address { .. }) => bool(true),
        _ => ops::binary(op, ty, value(a)?, value(b)?).map(constant),
    }
}

fn ptr_add(base: Constant, index: Constant, scale: u64) -> Option<Constant> {
    let by = value(index)?.int()?.checked_mul(i128::from(scale))?;
    match base {
        Constant::Address { base, offset } => moved(base, offset, by),
        Constant::Int(address) => Some(Constant::Int(ops::normalise(
            Ty::Ptr,
            address.wrapping_add(by),
        ))),
        _ => None,
    }
}

/// Addresses wrap at 64 bits, so adding `u64::MAX` moves one byte back.
fn moved(base: GlobalId, offset: i64, by: i128) -> Option<Constant> {
    let offset = ops::normalise(Ty::I64, i128::from(offset).checked_add(by)?);
    Some(Constant::Address {
        base,
        offset: i64::try_from(offset).ok()?,
    })
}

fn cast(from: Ty, to: Ty, a: Constant) -> Option<Constant> {
    match a {
        // The address is known only as a whole.
        Constant::Address { .. } => (to.bits() == 64 && !to.is_float()).then_some(a),
        _ => ops::cast(from, to, value(a)?).map(constant),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Id;
    use crate::ir::Origin;

    struct Arena(IdVec<ExprId, Expr>);

    impl Arena {
        fn add(&mut self, kind: ExprKind, ty: Ty) -> ExprId {
            self.0.push(Expr {
                kind,
                ty,
                origin: Origin::Implicit,
            })
        }
        fn int(&mut self, value: i128) -> ExprId {
            self.add(ExprKind::Int(value), Ty::INT)
        }
    }

    #[test]
    fn unevaluated_operands_need_not_be_constant() {
        let mut a = Arena(IdVec::new());
        let zero = a.int(0);
        let one = a.int(1);
        let fault = a.add(ExprKind::Binary(BinOp::Div, one, zero), Ty::INT);
        let and = a.add(ExprKind::And(zero, fault), Ty::INT);
        let or = a.add(ExprKind::Or(one, fault), Ty::INT);
        let select = a.add(ExprKind::Select(one, or, fault), Ty::INT);
        assert_eq!(fold(&a.0, fault), Constant::NotConstant);
        assert_eq!(fold(&a.0, and), Constant::Int(0));
        assert_eq!(fold(&a.0, or), Constant::Int(1));
        assert_eq!(fold(&a.0, select), Constant::Int(1));
    }

    #[test]
    fn addresses_move_and_compare() {
        let mut a = Arena(IdVec::new());
        let base = GlobalId::from_index(3);
        let global = a.add(ExprKind::GlobalAddr(base), Ty::Ptr);
        let index = a.add(ExprKind::Int(-2), Ty::I64);
        let add = ExprKind::PtrAdd {
            base: global,
            index,
            scale: 4,
            bound: None,
        };
        let moved = a.add(add, Ty::Ptr);
        assert_eq!(fold(&a.0, moved), Constant::Address { base, offset: -8 });
        let (int, other) = (
            a.add(ExprKind::Cast(moved), Ty::I64),
            a.add(ExprKind::Cast(global), Ty::I64),
        );
        let difference = a.add(ExprKind::Binary(BinOp::Sub, other, int), Ty::I64);
        assert_eq!(fold(&a.0, difference), Constant::Int(8));
        let narrow = a.add(ExprKind::Cast(moved), Ty::INT);
        assert_eq!(fold(&a.0, narrow), Constant::NotConstant);
        let null = a.add(ExprKind::Int(0), Ty::Ptr);
        let equal = a.add(ExprKind::Binary(BinOp::Eq, global, null), Ty::INT);
        assert_eq!(fold(&a.0, equal), Constant::Int(0));
    }

    #[test]
    fn a_very_deep_expression_is_not_constant() {
        let mut a = Arena(IdVec::new());
        let mut e = a.int(1);
        for _ in 0..100_000 {
            e = a.add(ExprKind::Unary(crate::ir::UnOp::Neg, e), Ty::INT);
        }
        assert_eq!(fold(&a.0, e), Constant::NotConstant);
    }
}
