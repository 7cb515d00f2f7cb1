//! Expressions as terms, one rule per operator. Integers wrap.

use super::passive::{Encoder, sort_of};
use crate::ir::*;
use crate::logic::TermId;

impl Encoder<'_> {
    /// The value of an expression in the current state.
    pub fn value(&mut self, e: ExprId) -> TermId {
        if let Some(&known) = self.known.get(&e) {
            return known;
        }
        let (floats, pointers) = (self.f.loose_floats, self.f.loose_pointers);
        if floats && self.has_floats(e) || pointers && self.compares_pointers(e) {
            return self.unknown_value(self.f.expr(e).ty);
        }
        let term = self.rule(e);
        // What is computed again may then have another value.
        if !floats && !pointers {
            self.known.insert(e, term);
        }
        term
    }

    /// The expression or an operand of it is a floating-point number.
    fn has_floats(&self, e: ExprId) -> bool {
        let node = self.f.expr(e);
        let operand = |e: ExprId| self.f.expr(e).ty.is_float();
        node.ty.is_float() || node.kind.operands().into_iter().any(operand)
    }

    /// It depends on more of a pointer than where it leads and whether it is null.
    fn compares_pointers(&self, e: ExprId) -> bool {
        let node = self.f.expr(e);
        let is_pointer = |e: ExprId| self.f.expr(e).ty == Ty::Ptr;
        let is_null = |e: ExprId| matches!(self.f.expr(e).kind, ExprKind::Int(0));
        match node.kind {
            ExprKind::Binary(_, a, b) => {
                (is_pointer(a) || is_pointer(b)) && !is_null(a) && !is_null(b)
            }
            ExprKind::Cast(a) => is_pointer(a) && node.ty != Ty::Ptr,
            _ => false,
        }
    }

    /// The expression is not zero.
    pub fn truth(&mut self, e: ExprId) -> TermId {
        let ty = self.f.expr(e).ty;
        let value = self.value(e);
        self.is_true(ty, value)
    }

    fn is_true(&mut self, ty: Ty, value: TermId) -> TermId {
        if let Ty::Float(kind) = ty {
            return self.float_truth(kind, value);
        }
        let zero = self.terms.bv(0, ty.bits());
        self.terms.ne(value, zero)
    }

    fn rule(&mut self, e: ExprId) -> TermId {
        let node = self.f.expr(e);
        let ty = node.ty;
        match node.kind {
            ExprKind::Int(value) => self.constant(value, ty.bits()),
            ExprKind::Float { value, exact: true } => match ty {
                Ty::Float(kind) => self.float(kind, value),
                _ => self.unknown_value(ty),
            },
            ExprKind::Float { exact: false, .. } => self.unknown_value(ty),
            ExprKind::VarAddr(var) => self.base(Object::Local(var)),
            ExprKind::GlobalAddr(global) => self.base(Object::Global(global)),
            ExprKind::Var(var) => self.read_var(var),
            ExprKind::Load(addr) => self.load(addr, ty),
            ExprKind::Unary(UnOp::Not, a) => {
                let a = self.truth(a);
                let not = self.terms.not(a);
                self.terms.bool_to_bv(not, ty.bits())
            }
            ExprKind::Unary(op, a) => {
                let a = self.value(a);
                match (op, ty) {
                    (_, Ty::Float(_)) => self.float_negated(ty, a),
                    (UnOp::Neg, _) => self.terms.neg(a),
                    (_, _) => self.terms.bvnot(a),
                }
            }
            ExprKind::Binary(op, a, b) => self.binary(op, a, b, ty),
            ExprKind::PtrAdd {
                base, index, scale, ..
            } => {
                let base = self.value(base);
                let bytes = self.scaled(index, scale);
                self.terms.add(base, bytes)
            }
            ExprKind::And(a, b) => {
                let (a, b) = (self.truth(a), self.truth(b));
                let both = self.terms.and2(a, b);
                self.terms.bool_to_bv(both, ty.bits())
            }
            ExprKind::Or(a, b) => {
                let (a, b) = (self.truth(a), self.truth(b));
                let either = self.terms.or2(a, b);
                self.terms.bool_to_bv(either, ty.bits())
            }
            ExprKind::Select(c, a, b) => {
                let c = self.truth(c);
                let (a, b) = (self.value(a), self.value(b));
                self.terms.ite(c, a, b)
            }
            ExprKind::Cast(a) => {
                let from = self.f.expr(a).ty;
                let a = self.value(a);
                self.cast(from, ty, a)
            }
        }
    }

    /// `index * scale` bytes.
    pub fn scaled(&mut self, index: ExprId, scale: u64) -> TermId {
        let index = self.value(index);
        let scale = self.terms.bv(u128::from(scale), 64);
        self.terms.mul(index, scale)
    }

    fn binary(&mut self, op: BinOp, a: ExprId, b: ExprId, ty: Ty) -> TermId {
        let operands = self.f.expr(a).ty;
        let amount = self.f.expr(b).ty;
        let (a, b) = (self.value(a), self.value(b));
        if operands.is_float() {
            return self.float_binary(op, operands, a, b, ty);
        }
        let signed = operands.is_signed();
        let t = &mut self.terms;
        let truth = match op {
            BinOp::Add => return t.add(a, b),
            BinOp::Sub => return t.sub(a, b),
            BinOp::Mul => return t.mul(a, b),
            BinOp::Div if signed => return t.sdiv(a, b),
            BinOp::Div => return t.udiv(a, b),
            BinOp::Rem if signed => return t.srem(a, b),
            BinOp::Rem => return t.urem(a, b),
            BinOp::BitAnd => return t.bvand(a, b),
            BinOp::BitOr => return t.bvor(a, b),
            BinOp::BitXor => return t.bvxor(a, b),
            BinOp::Shl | BinOp::Shr => {
                // An amount in range keeps its value in any width.
                let b = t.resize(b, operands.bits(), amount.is_signed());
                return match op {
                    BinOp::Shl => t.shl(a, b),
                    _ if signed => t.ashr(a, b),
                    _ => t.lshr(a, b),
                };
            }
            BinOp::Eq => t.eq(a, b),
            BinOp::Ne => t.ne(a, b),
            BinOp::Lt if signed => t.slt(a, b),
            BinOp::Lt => t.ult(a, b),
            BinOp::Le if signed => t.sle(a, b),
            BinOp::Le => t.ule(a, b),
            BinOp::Gt if signed => t.slt(b, a),
            BinOp::Gt => t.ult(b, a),
            BinOp::Ge if signed => t.sle(b, a),
            BinOp::Ge => t.ule(b, a),
        };
        t.bool_to_bv(truth, ty.bits())
    }

    fn cast(&mut self, from: Ty, to: Ty, a: TermId) -> TermId {
        if from == to {
            return a;
        }
        if from.is_float() || to.is_float() {
            return self.float_cast(from, to, a);
        }
        self.terms.resize(a, to.bits(), from.is_signed())
    }

    pub fn unknown_value(&mut self, ty: Ty) -> TermId {
        self.terms.fresh("any", sort_of(ty), None)
    }
}
