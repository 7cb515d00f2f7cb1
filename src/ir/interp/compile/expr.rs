//! The code of expressions: values into registers, conditions into jumps.

use super::super::code::{General, Norm, Op, Reg, Shape, from_value};
use super::{Compiler, index, reg};
use crate::ir::{BinOp, BlockId, ExprId, ExprKind, Ty, UnOp, Value, ops};

/// Where a conditional jump goes.
#[derive(Clone, Copy)]
pub(super) enum Dest {
    Block(BlockId),
    /// Fall through when false, otherwise an entry of a list of open jumps.
    Open,
}

impl Compiler<'_> {
    /// Jumps to `dest` when the truth of `cond` is `when`, and falls through otherwise. Open
    /// jumps to `dest` are returned, to be closed.
    pub(super) fn jump_when(&mut self, cond: ExprId, when: bool, dest: Dest) -> Vec<usize> {
        match self.function.exprs[cond].kind {
            ExprKind::Unary(UnOp::Not, a) if self.sizes.fits(cond) => {
                self.jump_when(a, !when, dest)
            }
            // `a && b` is true when both are; `a || b` is false when both are.
            ExprKind::And(a, b) | ExprKind::Or(a, b) if self.sizes.fits(cond) => {
                let is_and = matches!(self.function.exprs[cond].kind, ExprKind::And(..));
                if is_and == when {
                    let skip = self.jump_when(a, !when, Dest::Open);
                    let open = self.jump_when(b, when, dest);
                    self.close(skip);
                    open
                } else {
                    let mut open = self.jump_when(a, when, dest);
                    open.extend(self.jump_when(b, when, dest));
                    open
                }
            }
            _ => {
                let cond = self.truth_of(cond);
                let to = match dest {
                    Dest::Block(block) => index(block),
                    Dest::Open => 0,
                };
                let at = self.emit(match when {
                    true => Op::JumpIf { cond, to },
                    false => Op::JumpUnless { cond, to },
                });
                match dest {
                    Dest::Block(_) => {
                        self.block_jumps.push(at);
                        Vec::new()
                    }
                    Dest::Open => vec![at],
                }
            }
        }
    }

    /// Lets open jumps come here.
    pub(super) fn close(&mut self, open: Vec<usize>) {
        let here = self.here();
        for at in open {
            match &mut self.code.ops[at] {
                Op::Jump { to } | Op::JumpIf { to, .. } | Op::JumpUnless { to, .. } => *to = here,
                _ => {}
            }
        }
    }

    /// A register whose low 64 bits are zero exactly when the value is.
    fn truth_of(&mut self, expr: ExprId) -> Reg {
        let ty = self.ty(expr);
        let a = self.value(expr);
        if is_narrow(ty) {
            return a;
        }
        let dst = self.temp();
        self.general(dst, a, a, General::Truth(ty));
        dst
    }

    pub(super) fn ty(&self, expr: ExprId) -> Ty {
        self.function.exprs[expr].ty
    }

    /// The register that holds the value: a variable's own, or a temporary.
    pub(super) fn value(&mut self, expr: ExprId) -> Reg {
        match self.function.exprs[expr].kind {
            ExprKind::Var(var) if !self.in_memory(var) => reg(var),
            ExprKind::VarAddr(var) => reg(var),
            ExprKind::Cast(a)
                if is_same_bits(self.ty(a), self.ty(expr)) && self.sizes.fits(expr) =>
            {
                self.value(a)
            }
            _ => {
                // The result takes the place of the operands' temporaries.
                let mark = self.next;
                let dst = self.temp();
                self.value_into(expr, dst);
                self.next = mark + 1;
                dst
            }
        }
    }

    /// Computes the value into `dst`, which is written last: `dst` may be an operand.
    pub(super) fn value_into(&mut self, expr: ExprId, dst: Reg) {
        if !self.sizes.fits(expr) {
            return self.trap("not modelled: an expression of this size");
        }
        let ty = self.ty(expr);
        match self.function.exprs[expr].kind {
            ExprKind::Int(value) => self.constant(dst, ty, value),
            ExprKind::Float { value, exact: true } => {
                let value = value.to_bits();
                self.emit(Op::Const { dst, value });
            }
            ExprKind::Float { exact: false, .. } => {
                self.trap("not modelled: a constant that is no double");
            }
            ExprKind::VarAddr(var) => drop(self.emit(Op::Move { dst, src: reg(var) })),
            ExprKind::GlobalAddr(global) => {
                let value = self.globals.address(global);
                self.emit(Op::Const { dst, value });
            }
            ExprKind::Var(var) if self.in_memory(var) => {
                let (addr, shape) = (reg(var), Shape::of(ty));
                self.emit(Op::Load { dst, addr, shape });
            }
            ExprKind::Var(var) => drop(self.emit(Op::Move { dst, src: reg(var) })),
            ExprKind::Load(a) => {
                let addr = self.value(a);
                let shape = Shape::of(ty);
                self.emit(Op::Load { dst, addr, shape });
            }
            ExprKind::Unary(op, a) => self.unary(dst, op, a),
            ExprKind::Binary(op, a, b) => self.binary(dst, op, a, b),
            ExprKind::PtrAdd {
                base, index, scale, ..
            } => self.ptr_add(dst, base, index, scale),
            ExprKind::And(..) | ExprKind::Or(..) => self.connective(dst, expr),
            ExprKind::Select(c, a, b) => {
                let otherwise = self.jump_when(c, false, Dest::Open);
                self.value_into(a, dst);
                let end = self.emit(Op::Jump { to: 0 });
                self.close(otherwise);
                self.value_into(b, dst);
                self.close(vec![end]);
            }
            ExprKind::Cast(a) => self.cast(dst, a, ty),
        }
    }

    fn constant(&mut self, dst: Reg, ty: Ty, value: i128) {
        let bits = from_value(ty, Value::Int(ops::normalise(ty, value)));
        if is_narrow(ty) {
            let value = bits as u64;
            self.emit(Op::Const { dst, value });
        } else {
            let index = self.code.wide.len() as u32;
            self.code.wide.push(bits);
            self.emit(Op::WideConst { dst, index });
        }
    }

    fn connective(&mut self, dst: Reg, expr: ExprId) {
        let otherwise = self.jump_when(expr, false, Dest::Open);
        self.emit(Op::Const { dst, value: 1 });
        let end = self.emit(Op::Jump { to: 0 });
        self.close(otherwise);
        self.emit(Op::Const { dst, value: 0 });
        self.close(vec![end]);
    }

    fn general(&mut self, dst: Reg, a: Reg, b: Reg, what: General) {
        let index = self.code.general.len() as u32;
        self.code.general.push(what);
        self.emit(Op::General { dst, a, b, index });
    }

    fn unary(&mut self, dst: Reg, op: UnOp, a: ExprId) {
        let ty = self.ty(a);
        let a = self.value(a);
        if !is_narrow(ty) {
            return self.general(dst, a, a, General::Unary(op, ty));
        }
        let norm = Norm::of(ty);
        self.emit(match op {
            UnOp::Neg => Op::Neg { dst, a, norm },
            UnOp::BitNot => Op::BitNot { dst, a, norm },
            UnOp::Not => Op::IsZero { dst, a },
        });
    }

    fn binary(&mut self, dst: Reg, op: BinOp, a: ExprId, b: ExprId) {
        let (ty, amount) = (self.ty(a), self.ty(b));
        let (a, b) = (self.value(a), self.value(b));
        if !is_narrow(ty) || !is_narrow(amount) {
            return self.general(dst, a, b, General::Binary(op, ty, amount));
        }
        let (norm, signed) = (Norm::of(ty), ty.is_signed());
        self.emit(match op {
            BinOp::Add => Op::Add { dst, a, b, norm },
            BinOp::Sub => Op::Sub { dst, a, b, norm },
            BinOp::Mul => Op::Mul { dst, a, b, norm },
            BinOp::Div if signed => Op::DivS { dst, a, b, norm },
            BinOp::Div => Op::DivU { dst, a, b },
            BinOp::Rem if signed => Op::RemS { dst, a, b },
            BinOp::Rem => Op::RemU { dst, a, b },
            BinOp::BitAnd => Op::And { dst, a, b },
            BinOp::BitOr => Op::Or { dst, a, b },
            BinOp::BitXor => Op::Xor { dst, a, b },
            BinOp::Shl => Op::Shl { dst, a, b, norm },
            BinOp::Shr => Op::Shr { dst, a, b, norm },
            BinOp::Eq => Op::Eq { dst, a, b },
            BinOp::Ne => Op::Ne { dst, a, b },
            BinOp::Lt if signed => Op::LtS { dst, a, b },
            BinOp::Lt => Op::LtU { dst, a, b },
            BinOp::Le if signed => Op::LeS { dst, a, b },
            BinOp::Le => Op::LeU { dst, a, b },
            BinOp::Gt if signed => Op::LtS { dst, a: b, b: a },
            BinOp::Gt => Op::LtU { dst, a: b, b: a },
            BinOp::Ge if signed => Op::LeS { dst, a: b, b: a },
            BinOp::Ge => Op::LeU { dst, a: b, b: a },
        });
    }

    fn ptr_add(&mut self, dst: Reg, base: ExprId, index: ExprId, scale: u64) {
        let (base, mut index) = (self.value(base), self.value(index));
        let small = match u32::try_from(scale) {
            Ok(scale) => scale,
            Err(_) => {
                let (factor, product, norm) = (self.temp(), self.temp(), Norm::of(Ty::U64));
                self.emit(Op::Const {
                    dst: factor,
                    value: scale,
                });
                self.emit(Op::Mul {
                    dst: product,
                    a: index,
                    b: factor,
                    norm,
                });
                index = product;
                1
            }
        };
        self.emit(Op::PtrAdd {
            dst,
            base,
            index,
            scale: small,
        });
    }

    fn cast(&mut self, dst: Reg, a: ExprId, to: Ty) {
        let from = self.ty(a);
        if is_same_bits(from, to) {
            return self.value_into(a, dst);
        }
        let a = self.value(a);
        if is_narrow(to) && !from.is_float() {
            let norm = Norm::of(to);
            self.emit(Op::Norm { dst, a, norm });
        } else {
            self.general(dst, a, a, General::Cast(from, to));
        }
    }
}

/// Types that 64 bits hold as they are: integers but the widest, and pointers.
fn is_narrow(ty: Ty) -> bool {
    !ty.is_float() && ty.bits() <= 64
}

/// Whether every value of one type is held in a register like the same value of the other.
fn is_same_bits(from: Ty, to: Ty) -> bool {
    if from == to {
        return true;
    }
    if !is_narrow(from) || !is_narrow(to) {
        return matches!(
            (from, to),
            (Ty::Int { bits: 128, .. }, Ty::Int { bits: 128, .. })
        );
    }
    to.bits() == 64 || from.bits() < to.bits() && (!from.is_signed() || to.is_signed())
}
