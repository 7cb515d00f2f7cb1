//! Assignments, increments, and expressions evaluated for their effects.

use super::super::ctype::CType;
use super::builder::Operand;
use super::lvalue::{LValue, LValueKind};
use super::operator::compound_operator;
use super::{Lower, Lowerer};
use crate::base::Span;
use crate::ir::*;
use lang_c::ast::*;
use lang_c::span::Node;

impl Lowerer<'_> {
    /// `lhs = rhs`; the value is computed only if it is wanted.
    pub fn assignment(
        &mut self,
        lhs: &Node<Expression>,
        rhs: &Node<Expression>,
        want: bool,
        span: Span,
    ) -> Lower<Operand> {
        let (place, value) = self.place_and_value(lhs, rhs, span)?;
        if place.ty.ty.is_aggregate() {
            return self.copy_record(&place, value, span);
        }
        let value = self.convert(value, &place.ty.ty, span)?;
        self.store_value(&place, value, want, span)
    }

    /// The two sides of an assignment, which are not sequenced. Labels on what is pure stand
    /// before the assignment.
    fn place_and_value(
        &mut self,
        lhs: &Node<Expression>,
        rhs: &Node<Expression>,
        span: Span,
    ) -> Lower<(LValue, Operand)> {
        match (self.is_pure(lhs), self.is_pure(rhs)) {
            (true, true) => {
                let place = self.lvalue(lhs)?;
                let value = self.rvalue(rhs)?;
                let point = self.point_before(span);
                self.register_place(&place, point);
                self.register(point, &value);
                Ok((place, value))
            }
            (true, false) => {
                let place = self.lvalue(lhs)?;
                let point = self.point_before(span);
                self.register_place(&place, point);
                let (address, make) = split_place(place);
                let Some(address) = address else {
                    let value = self.rvalue(rhs)?;
                    self.register_after(rhs, &value);
                    return Ok((make(None), value));
                };
                let address = Operand {
                    expr: address,
                    ty: CType::Void,
                };
                let (address, value) = self.beside(address, lhs, |this| this.rvalue(rhs), rhs)?;
                self.register_after(rhs, &value);
                Ok((make(Some(address.expr)), value))
            }
            (false, true) => {
                let value = self.rvalue(rhs)?;
                let point = self.point_before(span);
                self.register(point, &value);
                let (value, place) = self.beside(value, rhs, |this| this.lvalue(lhs), lhs)?;
                Ok((place, value))
            }
            (false, false) => {
                let place = self.lvalue(lhs)?;
                let value = self.rvalue(rhs)?;
                self.register_after(rhs, &value);
                Ok((place, value))
            }
        }
    }

    /// `lhs op= rhs`.
    pub fn compound_assignment(
        &mut self,
        op: BinOp,
        lhs: &Node<Expression>,
        rhs: &Node<Expression>,
        want: bool,
        span: Span,
    ) -> Lower<Operand> {
        let pure = self.is_pure(lhs) && self.is_pure(rhs);
        let place = self.lvalue(lhs)?;
        let place = self.fixed_place(place, lhs)?;
        let old = self.read(place.clone(), self.span(lhs.span))?;
        if self.is_pure(lhs) {
            self.exprs[old.expr].origin = Origin::Source(self.span(lhs.span));
        }
        let (place, old, value) = if self.is_pure(rhs) {
            (place, old, self.rvalue(rhs)?)
        } else {
            self.old_beside_effects(place, old, lhs, rhs)?
        };
        let old = self.low_bits_only(op, old, &place, span)?;
        let new = self.arithmetic(op, old, value, span)?;
        if self.exprs[new.expr].origin == Origin::Implicit {
            self.exprs[new.expr].origin = Origin::Operator(span);
        }
        if pure {
            let point = self.point_before(span);
            self.register_place(&place, point);
            self.register(point, &new);
        }
        let new = self.convert(new, &place.ty.ty, span)?;
        self.store_value(&place, new, want, span)
    }

    /// The left side of `lhs op= rhs` when the right side has effects: its address and its old
    /// value may be read before or after them.
    fn old_beside_effects(
        &mut self,
        place: LValue,
        old: Operand,
        lhs: &Node<Expression>,
        rhs: &Node<Expression>,
    ) -> Lower<(LValue, Operand, Operand)> {
        let span = self.span(lhs.span);
        let volatile = place.ty.quals.is_volatile || place.ty.quals.is_atomic;
        let (address, make) = split_place(place);
        let address_before = match address {
            Some(address) => self.remember(address, span)?,
            None => None,
        };
        let old_before = self.remember(old.expr, span)?;
        let value = self.rvalue(rhs)?;
        self.register_after(rhs, &value);
        let address = match (address, address_before) {
            (Some(address), Some(before)) => {
                let address = Operand {
                    expr: address,
                    ty: CType::Void,
                };
                Some(self.either(before, address, span)?.expr)
            }
            (address, _) => address,
        };
        let place = make(address);
        let old = match old_before {
            Some(before) if !volatile => {
                let now = self.read(place.clone(), span)?;
                self.either(before, now, span)?
            }
            _ => old,
        };
        Ok((place, old, value))
    }

    /// A place whose address is computed once, unless computing it again is harmless.
    fn fixed_place(&mut self, place: LValue, lhs: &Node<Expression>) -> Lower<LValue> {
        if self.is_pure(lhs) {
            return Ok(place);
        }
        let span = self.span(lhs.span);
        let (address, make) = split_place(place);
        let Some(address) = address else {
            return Ok(make(None));
        };
        let var = self.temp(Ty::Ptr, None, span);
        self.assign(var, address, span)?;
        let address = self.var_expr(var);
        Ok(make(Some(address)))
    }

    /// `++` and `--`, before or after.
    pub fn increment(
        &mut self,
        op: &UnaryOperator,
        e: &Node<Expression>,
        want: bool,
        span: Span,
    ) -> Lower<Operand> {
        let place = self.lvalue(e)?;
        let place = self.fixed_place(place, e)?;
        let operand_span = self.span(e.span);
        let pure = self.is_pure(e);
        let old = self.read(place.clone(), operand_span)?;
        if pure {
            self.exprs[old.expr].origin = Origin::Source(operand_span);
        }
        let decrement = matches!(
            op,
            UnaryOperator::PostDecrement | UnaryOperator::PreDecrement
        );
        let post = matches!(
            op,
            UnaryOperator::PostIncrement | UnaryOperator::PostDecrement
        );
        let one = self.int_operand(1, CType::INT);
        let op = if decrement { BinOp::Sub } else { BinOp::Add };
        let operand = self.low_bits_only(op, old.clone(), &place, span)?;
        let new = self.arithmetic(op, operand, one, span)?;
        self.exprs[new.expr].origin = Origin::Operator(span);
        if pure {
            let point = self.point_before(span);
            self.register(point, &new);
        }
        let new = self.convert(new, &place.ty.ty, span)?;
        if post && want {
            // The old value of an unsigned bit-field is an `int` for gcc and unsigned for clang.
            let unsigned = place
                .ty
                .ty
                .promoted()
                .scalar()
                .is_some_and(|ty| !ty.is_signed());
            if matches!(place.place, LValueKind::Bits(..)) && unsigned && old.ty == CType::INT {
                return self.fail(span, "the value of a bit-field before `++` or `--`, whose type compilers do not agree on");
            }
            let ty = self.ty(old.expr);
            let var = self.temp(ty, Some(span), span);
            self.assign(var, old.expr, span)?;
            self.store_value(&place, new, false, span)?;
            return Ok(Operand {
                expr: self.var_expr(var),
                ty: old.ty,
            });
        }
        self.store_value(&place, new, want, span)
    }

    /// The old value of a bit-field that an operator changes. Where the low bits of the result
    /// depend on nothing but the low bits of the operands, any width will do to compute them.
    fn low_bits_only(
        &mut self,
        op: BinOp,
        old: Operand,
        place: &LValue,
        span: Span,
    ) -> Lower<Operand> {
        use BinOp::{Add, BitAnd, BitOr, BitXor, Mul, Shl, Sub};
        let low = matches!(op, Add | Sub | Mul | Shl | BitAnd | BitOr | BitXor);
        match old.ty {
            CType::Bits(..) if low => self.convert(old, &place.ty.ty, span),
            _ => Ok(old),
        }
    }

    /// Stores a value of the place's type and gives it back, as the place then holds it. That of a
    /// bit-field is promoted, as gcc and clang have it.
    fn store_value(
        &mut self,
        place: &LValue,
        value: Operand,
        want: bool,
        span: Span,
    ) -> Lower<Operand> {
        if !want {
            self.write(place, value.expr, span)?;
            return Ok(self.void_operand());
        }
        let value = match place.place {
            LValueKind::Bits(_, range) => {
                self.stored_bits(value.expr, range, &place.ty.ty, span)?
            }
            _ => Operand {
                expr: value.expr,
                ty: place.ty.ty.clone(),
            },
        };
        let var = self.temp(self.ty(value.expr), Some(span), span);
        self.assign(var, value.expr, span)?;
        let expr = self.var_expr(var);
        self.write(place, expr, span)?;
        Ok(Operand {
            expr: self.var_expr(var),
            ty: value.ty,
        })
    }

    pub fn copy_record(&mut self, place: &LValue, value: Operand, span: Span) -> Lower<Operand> {
        let value = self.convert(value, &place.ty.ty, span)?;
        let Some(size) = super::super::layout::size_of(&place.ty.ty, &self.env.records) else {
            return self.fail(span, "an incomplete structure");
        };
        // Its value is used after the copy, which may change what the address reads.
        let dst = self.address(place, span)?;
        let dst = self.kept(dst, span)?;
        self.emit(
            InstKind::Copy {
                dst,
                src: value.expr,
                size,
            },
            span,
        )?;
        Ok(Operand {
            expr: dst,
            ty: value.ty,
        })
    }

    /// Evaluates an expression for its effects.
    pub fn discard(&mut self, e: &Node<Expression>) -> Lower<()> {
        let span = self.span(e.span);
        match &e.node {
            Expression::BinaryOperator(b) => match &b.node.operator.node {
                BinaryOperator::Assign => {
                    self.assignment(&b.node.lhs, &b.node.rhs, false, span)?;
                    return Ok(());
                }
                op => {
                    if let Some(op) = compound_operator(op) {
                        self.compound_assignment(op, &b.node.lhs, &b.node.rhs, false, span)?;
                        return Ok(());
                    }
                }
            },
            Expression::UnaryOperator(u) => {
                use UnaryOperator as U;
                let op = &u.node.operator.node;
                if matches!(
                    op,
                    U::PostIncrement | U::PostDecrement | U::PreIncrement | U::PreDecrement
                ) {
                    self.increment(op, &u.node.operand, false, span)?;
                    return Ok(());
                }
            }
            Expression::Comma(list) => {
                for e in list.iter() {
                    self.discard(e)?;
                }
                return Ok(());
            }
            _ => {}
        }
        let pure = self.is_pure(e);
        let operand = self.rvalue(e)?;
        // What may not be evaluated has no place of its own; its value goes nowhere.
        if operand.ty.scalar().is_none() || self.graph.optional > 0 {
            return Ok(());
        }
        if pure {
            let point = self.point_before(span);
            self.register(point, &operand);
        } else {
            self.register_after(e, &operand);
        }
        Ok(())
    }

    /// Labels on the address computation of a place.
    pub fn register_place(&mut self, place: &LValue, point: PointId) {
        if let LValueKind::Mem(address) | LValueKind::Bits(address, _) = place.place {
            self.register_tree(point, address);
        }
    }
}

/// The address in a place, and how to make the place again with another one.
fn split_place(place: LValue) -> (Option<ExprId>, impl FnOnce(Option<ExprId>) -> LValue) {
    let address = match place.place {
        LValueKind::Var(_) => None,
        LValueKind::Mem(address) | LValueKind::Bits(address, _) => Some(address),
    };
    let make = move |address: Option<ExprId>| {
        let new = match (place.place, address) {
            (LValueKind::Mem(_), Some(address)) => LValueKind::Mem(address),
            (LValueKind::Bits(_, bits), Some(address)) => LValueKind::Bits(address, bits),
            (old, _) => old,
        };
        LValue {
            place: new,
            ty: place.ty,
        }
    };
    (address, make)
}
