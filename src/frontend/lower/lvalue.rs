//! Objects: where they are, how they are read and written, and how members are reached.

use super::super::ctype::{ArrayLen, BitRange, CType, QualType};
use super::super::layout;
use super::builder::Operand;
use super::expr::Raw;
use super::{Fail, Lower, Lowerer};
use crate::base::Span;
use crate::ir::*;
use lang_c::ast::*;
use lang_c::span::Node;

/// An object or function designator.
#[derive(Clone, Debug)]
pub struct LValue {
    pub place: LValueKind,
    pub ty: QualType,
}

#[derive(Clone, Debug)]
pub enum LValueKind {
    /// A scalar local that is read and written directly.
    Var(VarId),
    /// An object in memory (or a function) by its address.
    Mem(ExprId),
    /// A bit-field by the address of its first byte.
    Bits(ExprId, BitRange),
}

impl Lowerer<'_> {
    pub fn lvalue(&mut self, e: &Node<Expression>) -> Lower<LValue> {
        let span = self.span(e.span);
        match self.raw(e)? {
            Raw::L(lvalue) => Ok(lvalue),
            // A structure that is a value still has an address here.
            Raw::V(operand) if operand.ty.scalar().is_none() && operand.ty != CType::Void => {
                Ok(LValue {
                    place: LValueKind::Mem(operand.expr),
                    ty: QualType::plain(operand.ty),
                })
            }
            Raw::V(_) => self.fail(span, "an object is needed here, this is a value"),
        }
    }

    /// The address of an object in memory.
    pub fn address(&mut self, lvalue: &LValue, span: Span) -> Lower<ExprId> {
        match lvalue.place {
            LValueKind::Var(var) => Ok(self.var_addr(var)),
            LValueKind::Mem(address) => Ok(address),
            LValueKind::Bits(..) => self.fail(span, "the address of a bit-field"),
        }
    }

    /// Lvalue conversion (C11 6.3.2.1).
    pub fn read(&mut self, lvalue: LValue, span: Span) -> Lower<Operand> {
        let volatile = lvalue.ty.quals.is_volatile || lvalue.ty.quals.is_atomic;
        self.synchronise(&lvalue, span)?;
        match &lvalue.ty.ty {
            CType::Array(element, _) => {
                let expr = self.address(&lvalue, span)?;
                Ok(Operand {
                    expr,
                    ty: CType::Pointer(element.clone()),
                })
            }
            CType::VaList => {
                let expr = self.address(&lvalue, span)?;
                Ok(Operand {
                    expr,
                    ty: CType::pointer_to(lvalue.ty),
                })
            }
            CType::Function(_) => {
                let expr = self.address(&lvalue, span)?;
                Ok(Operand {
                    expr,
                    ty: CType::pointer_to(lvalue.ty),
                })
            }
            ty if ty.is_aggregate() => {
                let expr = self.address(&lvalue, span)?;
                Ok(Operand {
                    expr,
                    ty: lvalue.ty.ty,
                })
            }
            CType::Void => Ok(self.void_operand()),
            _ => self.read_scalar(&lvalue, volatile, span),
        }
    }

    fn read_scalar(&mut self, lvalue: &LValue, volatile: bool, span: Span) -> Lower<Operand> {
        let ty = lvalue.ty.ty.clone();
        let scalar = self.scalar(&ty, span)?;
        match lvalue.place {
            LValueKind::Var(var) => Ok(Operand {
                expr: self.var_expr(var),
                ty,
            }),
            LValueKind::Mem(addr) if volatile => {
                let var = self.temp(scalar, Some(span), span);
                self.emit(InstKind::VolatileLoad { var, addr }, span)?;
                Ok(Operand {
                    expr: self.var_expr(var),
                    ty,
                })
            }
            LValueKind::Mem(addr) => Ok(Operand {
                expr: self.expr(ExprKind::Load(addr), scalar),
                ty,
            }),
            LValueKind::Bits(addr, bits) => {
                let operand = self.read_bits(addr, bits, &ty, volatile, span)?;
                if !volatile {
                    return Ok(operand);
                }
                let var = self.temp(self.ty(operand.expr), Some(span), span);
                self.assign(var, operand.expr, span)?;
                Ok(Operand {
                    expr: self.var_expr(var),
                    ty: operand.ty,
                })
            }
        }
    }

    /// Other threads may have written what this one sees after an access to an atomic object.
    fn synchronise(&mut self, lvalue: &LValue, span: Span) -> Lower<()> {
        if lvalue.ty.quals.is_atomic && !matches!(lvalue.place, LValueKind::Var(_)) {
            let fence = Callee::Builtin("__atomic_thread_fence".into());
            self.emit_call(fence, Vec::new(), &CType::Void, false, span)?;
        }
        Ok(())
    }

    /// Writes a scalar that has the lvalue's type already.
    pub fn write(&mut self, lvalue: &LValue, value: ExprId, span: Span) -> Lower<()> {
        let volatile = lvalue.ty.quals.is_volatile || lvalue.ty.quals.is_atomic;
        self.synchronise(lvalue, span)?;
        match lvalue.place {
            LValueKind::Var(var) => self.assign(var, value, span),
            LValueKind::Mem(addr) => self.emit(
                InstKind::Store {
                    addr,
                    value,
                    volatile,
                },
                span,
            ),
            LValueKind::Bits(addr, bits) => self.write_bits(addr, bits, value, span),
        }
    }

    pub fn scalar(&self, ty: &CType, span: Span) -> Lower<Ty> {
        ty.scalar()
            .ok_or_else(|| Fail::new(span, "a scalar is needed here"))
    }

    pub fn member(&mut self, m: &MemberExpression, span: Span) -> Lower<Raw> {
        let base = match m.operator.node {
            MemberOperator::Direct => self.lvalue(&m.expression)?,
            MemberOperator::Indirect => {
                let pointer = self.rvalue(&m.expression)?;
                self.dereference(pointer, span)?
            }
        };
        let CType::Record(record) = base.ty.ty else {
            return self.fail(span, "a member of something that is not a structure");
        };
        let name = &m.identifier.node.name;
        let Some((_, offset, field)) = layout::find_field(record, name, &self.env.records) else {
            return self.fail(span, &format!("no member `{name}` here"));
        };
        let address = self.address(&base, span)?;
        let address = self.offset(address, offset);
        let place = match field.bits {
            Some(bits) => LValueKind::Bits(address, bits),
            None => LValueKind::Mem(address),
        };
        let ty = super::types::qualify(field.ty, base.ty.quals);
        Ok(Raw::L(LValue { place, ty }))
    }

    pub fn dereference(&mut self, pointer: Operand, span: Span) -> Lower<LValue> {
        match pointer.ty {
            CType::Pointer(target) => Ok(LValue {
                place: LValueKind::Mem(pointer.expr),
                ty: (*target).clone(),
            }),
            CType::Function(_) => Ok(LValue {
                place: LValueKind::Mem(pointer.expr),
                ty: QualType::plain(pointer.ty),
            }),
            _ => self.fail(span, "a pointer is needed here"),
        }
    }

    pub fn index(&mut self, a: &Node<Expression>, b: &Node<Expression>, span: Span) -> Lower<Raw> {
        let bound = self.array_bound(a);
        let (x, y) = self.operands(a, b)?;
        let (pointer, index) = match (&x.ty, &y.ty) {
            (CType::Pointer(_), _) => (x, y),
            (_, CType::Pointer(_)) => (y, x),
            _ => return self.fail(span, "a subscript of something that is not an array"),
        };
        let CType::Pointer(element) = pointer.ty.clone() else {
            return self.fail(span, "a subscript of something that is not an array");
        };
        let address = self.pointer_add(&pointer, index, false, bound, span)?;
        Ok(Raw::L(LValue {
            place: LValueKind::Mem(address.expr),
            ty: (*element).clone(),
        }))
    }

    /// The number of elements when the expression is an array of known length.
    fn array_bound(&mut self, e: &Node<Expression>) -> Option<u64> {
        let is_array = matches!(e.node, Expression::Identifier(_) | Expression::Member(_))
            || matches!(&e.node, Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Index);
        // Asking for the type inside a question for a type would double the work at each level.
        if !is_array || self.graph.unevaluated {
            return None;
        }
        match self.type_of(e).ok()?.ty {
            // Length 0 or 1 at the end of a structure often stands for more.
            CType::Array(_, ArrayLen::Fixed(n))
                if n > 1 || matches!(e.node, Expression::Identifier(_)) =>
            {
                Some(n)
            }
            _ => None,
        }
    }

    /// `pointer ± index`, in elements.
    pub fn pointer_add(
        &mut self,
        pointer: &Operand,
        index: Operand,
        subtract: bool,
        bound: Option<u64>,
        span: Span,
    ) -> Lower<Operand> {
        let CType::Pointer(element) = &pointer.ty else {
            return self.fail(span, "a pointer is needed here");
        };
        if !index.ty.is_integer() {
            return self.fail(span, "an integer is needed here");
        }
        let element = element.ty.clone();
        let mut index = self.cast(index.expr, Ty::I64);
        if subtract {
            index = self.expr(ExprKind::Unary(UnOp::Neg, index), Ty::I64);
        }
        let size = self.byte_size(&element, span)?;
        let kind = match self.constant_value(size) {
            Some(scale) => ExprKind::PtrAdd {
                base: pointer.expr,
                index,
                scale: scale as u64,
                bound,
            },
            None => {
                let size = self.cast(size, Ty::I64);
                let index = self.binary(BinOp::Mul, index, size);
                ExprKind::PtrAdd {
                    base: pointer.expr,
                    index,
                    scale: 1,
                    bound: None,
                }
            }
        };
        Ok(Operand {
            expr: self.expr(kind, Ty::Ptr),
            ty: pointer.ty.clone(),
        })
    }
}
