//! Conversions and binary operators.

use super::super::ctype::{CType, IntKind, usual_arithmetic};
use super::builder::Operand;
use super::expr::Raw;
use super::{Lower, Lowerer};
use crate::base::Span;
use crate::ir::*;
use lang_c::ast::*;
use lang_c::span::Node;

impl Lowerer<'_> {
    pub fn cast_expression(&mut self, c: &CastExpression, span: Span) -> Lower<Raw> {
        let target = self.type_name(&c.type_name)?;
        if target.ty == CType::Void {
            self.discard(&c.expression)?;
            return Ok(Raw::V(self.void_operand()));
        }
        let operand = self.rvalue(&c.expression)?;
        if let CType::Record(_) = target.ty
            && operand.ty != target.ty
        {
            return self.fail(span, "a cast to a union type");
        }
        if target.ty.is_aggregate() && operand.ty.is_aggregate() {
            return Ok(Raw::V(self.reinterpret(operand, &target.ty, span)?));
        }
        let before = operand.expr;
        let mut result = self.convert(operand, &target.ty, span)?;
        if result.expr == before {
            // Its own node, so that the cast's text does not replace the operand's.
            result.expr = self.expr(ExprKind::Cast(before), self.ty(before));
        }
        Ok(Raw::V(result))
    }

    /// Conversion to a scalar type (C11 6.3).
    pub fn convert(&mut self, operand: Operand, to: &CType, span: Span) -> Lower<Operand> {
        if to.is_aggregate() && operand.ty.is_aggregate() {
            return self.reinterpret(operand, to, span);
        }
        let target = self.scalar(to, span)?;
        self.scalar(&operand.ty, span)?;
        let expr = match to {
            CType::Bool if operand.ty != CType::Bool => {
                let truth = self.truth(operand.expr);
                self.cast(truth, Ty::U8)
            }
            CType::Pointer(_) if operand.ty.is_integer() => {
                // Integers reach a pointer through their 64-bit extension.
                let wide = if self.ty(operand.expr).is_signed() {
                    Ty::I64
                } else {
                    Ty::U64
                };
                let wide = self.cast(operand.expr, wide);
                match (&self.exprs[wide].kind, self.exprs[wide].origin) {
                    (ExprKind::Int(value), Origin::Implicit) => {
                        let value = ops::normalise(Ty::Ptr, *value);
                        self.int(value, Ty::Ptr)
                    }
                    _ => self.cast(wide, Ty::Ptr),
                }
            }
            _ => self.cast(operand.expr, target),
        };
        Ok(Operand {
            expr,
            ty: to.clone(),
        })
    }

    /// An aggregate as another type of the same bytes: only vectors have that.
    fn reinterpret(&mut self, operand: Operand, to: &CType, span: Span) -> Lower<Operand> {
        let vectors =
            matches!((to, &operand.ty), (CType::Vector(_, a), CType::Vector(_, b)) if a == b);
        if operand.ty == *to || vectors {
            return Ok(Operand {
                expr: operand.expr,
                ty: to.clone(),
            });
        }
        self.fail(span, "a conversion between these types")
    }

    /// Both operands of an operator whose operands are not sequenced. When the right one has
    /// effects, the left one may have been read before or after them.
    pub fn operands(
        &mut self,
        a: &Node<Expression>,
        b: &Node<Expression>,
    ) -> Lower<(Operand, Operand)> {
        let x = self.rvalue(a)?;
        let (x, y) = self.beside(x, a, |this| this.rvalue(b), b)?;
        Ok((x, y))
    }

    /// Lowers `b` after the value `x` of `a` and settles what `x` is then.
    pub fn beside<T>(
        &mut self,
        x: Operand,
        a: &Node<Expression>,
        lower_b: impl FnOnce(&mut Self) -> Lower<T>,
        b: &Node<Expression>,
    ) -> Lower<(Operand, T)> {
        if self.is_pure(b) {
            let y = lower_b(self)?;
            return Ok((x, y));
        }
        let span = self.span(a.span);
        let before = self.remember(x.expr, span)?;
        let y = lower_b(self)?;
        let x = match before {
            Some(before) => self.either(before, x, span)?,
            None => x,
        };
        Ok((x, y))
    }

    /// Whether the value depends on anything but constants and temporaries.
    pub fn reads_state(&self, e: ExprId) -> bool {
        match &self.exprs[e].kind {
            ExprKind::Load(_) => true,
            ExprKind::Var(var) => !matches!(self.vars[*var].kind, VarKind::Temp { .. }),
            kind => kind.operands().any(|operand| self.reads_state(operand)),
        }
    }

    pub fn binary_operator(
        &mut self,
        e: &Node<Expression>,
        b: &BinaryOperatorExpression,
        span: Span,
    ) -> Lower<Raw> {
        use BinaryOperator as B;
        let value = match &b.operator.node {
            B::Index => return self.index(&b.lhs, &b.rhs, span),
            B::LogicalAnd | B::LogicalOr => self.logical(e, b)?,
            B::Assign => self.assignment(&b.lhs, &b.rhs, true, span)?,
            op => match (compound_operator(op), arithmetic_operator(op)) {
                (Some(op), _) => self.compound_assignment(op, &b.lhs, &b.rhs, true, span)?,
                (_, Some(op)) => {
                    let (x, y) = self.operands(&b.lhs, &b.rhs)?;
                    self.arithmetic(op, x, y, span)?
                }
                (None, None) => return self.fail(span, "an unknown operator"),
            },
        };
        Ok(Raw::V(value))
    }

    fn logical(&mut self, e: &Node<Expression>, b: &BinaryOperatorExpression) -> Lower<Operand> {
        if !self.is_pure(e) {
            let expr = self.decide(e, DecisionKind::Value)?;
            return Ok(Operand {
                expr,
                ty: CType::INT,
            });
        }
        let x = self.rvalue(&b.lhs)?;
        let y = self.optional(|this| this.rvalue(&b.rhs))?;
        let span = self.span(e.span);
        self.scalar(&x.ty, span)?;
        self.scalar(&y.ty, span)?;
        let kind = match b.operator.node {
            BinaryOperator::LogicalAnd => ExprKind::And(x.expr, y.expr),
            _ => ExprKind::Or(x.expr, y.expr),
        };
        Ok(Operand {
            expr: self.expr(kind, Ty::INT),
            ty: CType::INT,
        })
    }

    /// `x op y` on values, with the usual conversions.
    pub fn arithmetic(&mut self, op: BinOp, x: Operand, y: Operand, span: Span) -> Lower<Operand> {
        let pointers = (
            matches!(x.ty, CType::Pointer(_)),
            matches!(y.ty, CType::Pointer(_)),
        );
        match (op, pointers) {
            (BinOp::Add, (true, false)) => return self.pointer_add(&x, y, false, None, span),
            (BinOp::Add, (false, true)) => return self.pointer_add(&y, x, false, None, span),
            (BinOp::Sub, (true, false)) => return self.pointer_add(&x, y, true, None, span),
            (BinOp::Sub, (true, true)) => return self.pointer_difference(x, y, span),
            (op, (true, _) | (_, true)) if op.is_comparison() => {
                let to = if pointers.0 {
                    x.ty.clone()
                } else {
                    y.ty.clone()
                };
                let x = self.convert(x, &to, span)?;
                let y = self.convert(y, &to, span)?;
                return Ok(Operand {
                    expr: self.binary(op, x.expr, y.expr),
                    ty: CType::INT,
                });
            }
            _ => {}
        }
        if op.is_shift() {
            let x = self.promote(x, span)?;
            let y = self.promote(y, span)?;
            if !x.ty.is_integer() || !y.ty.is_integer() {
                return self.fail(span, "a shift of something that is not an integer");
            }
            self.agreed_on_bits(op, (&x, &y), &x.ty, span)?;
            return Ok(Operand {
                expr: self.binary(op, x.expr, y.expr),
                ty: x.ty,
            });
        }
        let (x, y) = match op.is_comparison() {
            true => self.beside_bits(x, y, span)?,
            false => (x, y),
        };
        let Some(common) = usual_arithmetic(&x.ty, &y.ty) else {
            return self.fail(span, "these operands do not go together");
        };
        let integer_only = matches!(
            op,
            BinOp::Rem | BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor
        );
        if integer_only && !common.is_integer() {
            return self.fail(span, "an integer is needed here");
        }
        self.agreed_on_bits(op, (&x, &y), &common, span)?;
        let x = self.convert(x, &common, span)?;
        let y = self.convert(y, &common, span)?;
        let ty = if op.is_comparison() {
            CType::INT
        } else {
            common
        };
        Ok(Operand {
            expr: self.binary(op, x.expr, y.expr),
            ty,
        })
    }

    fn pointer_difference(&mut self, x: Operand, y: Operand, span: Span) -> Lower<Operand> {
        let CType::Pointer(element) = x.ty.clone() else {
            return self.fail(span, "a pointer is needed here");
        };
        let a = self.cast(x.expr, Ty::I64);
        let b = self.cast(y.expr, Ty::I64);
        let bytes = self.binary(BinOp::Sub, a, b);
        let size = self.byte_size(&element.ty, span)?;
        let expr = match self.constant_value(size) {
            Some(0 | 1) => bytes,
            _ => {
                let size = self.cast(size, Ty::I64);
                self.binary(BinOp::Div, bytes, size)
            }
        };
        Ok(Operand {
            expr,
            ty: CType::Int(IntKind::Long),
        })
    }
}

/// Arithmetic, bitwise, shift and comparison operators.
fn arithmetic_operator(op: &BinaryOperator) -> Option<BinOp> {
    use BinaryOperator as B;
    Some(match op {
        B::Multiply => BinOp::Mul,
        B::Divide => BinOp::Div,
        B::Modulo => BinOp::Rem,
        B::Plus => BinOp::Add,
        B::Minus => BinOp::Sub,
        B::ShiftLeft => BinOp::Shl,
        B::ShiftRight => BinOp::Shr,
        B::Less => BinOp::Lt,
        B::Greater => BinOp::Gt,
        B::LessOrEqual => BinOp::Le,
        B::GreaterOrEqual => BinOp::Ge,
        B::Equals => BinOp::Eq,
        B::NotEquals => BinOp::Ne,
        B::BitwiseAnd => BinOp::BitAnd,
        B::BitwiseXor => BinOp::BitXor,
        B::BitwiseOr => BinOp::BitOr,
        _ => return None,
    })
}

/// `=` or `op=`
pub fn is_assignment(op: &BinaryOperator) -> bool {
    *op == BinaryOperator::Assign || compound_operator(op).is_some()
}

/// `++` or `--`
pub fn is_step(op: &UnaryOperator) -> bool {
    use UnaryOperator as U;
    matches!(
        op,
        U::PostIncrement | U::PostDecrement | U::PreIncrement | U::PreDecrement
    )
}

/// The operator of `op=`.
pub fn compound_operator(op: &BinaryOperator) -> Option<BinOp> {
    use BinaryOperator as B;
    Some(match op {
        B::AssignMultiply => BinOp::Mul,
        B::AssignDivide => BinOp::Div,
        B::AssignModulo => BinOp::Rem,
        B::AssignPlus => BinOp::Add,
        B::AssignMinus => BinOp::Sub,
        B::AssignShiftLeft => BinOp::Shl,
        B::AssignShiftRight => BinOp::Shr,
        B::AssignBitwiseAnd => BinOp::BitAnd,
        B::AssignBitwiseXor => BinOp::BitXor,
        B::AssignBitwiseOr => BinOp::BitOr,
        _ => return None,
    })
}
