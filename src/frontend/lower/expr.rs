//! Expressions: what each C expression evaluates to, named after the grammar.

use super::super::ctype::{ArrayLen, CType, IntKind, QualType, Quals};
use super::super::layout;
use super::builder::Operand;
use super::decl::{is_variable, is_variably_modified};
use super::env::Entity;
use super::lvalue::{LValue, LValueKind};
use super::picked::is_choice;
use super::{Lower, Lowerer};
use crate::base::Span;
use crate::ir::Constant;
use crate::ir::*;
use lang_c::ast::*;
use lang_c::span::Node;

/// What an expression designates before the usual conversions.
#[derive(Clone, Debug)]
pub enum Raw {
    L(LValue),
    V(Operand),
}

impl Lowerer<'_> {
    /// The value of an expression: lvalues are read, arrays and functions become pointers.
    pub fn rvalue(&mut self, e: &Node<Expression>) -> Lower<Operand> {
        let effects = self.graph.effects;
        let raw = self.raw(e)?;
        self.value_of(e, raw, effects)
    }

    /// The value of what stands before the arguments of a call.
    pub fn callee(&mut self, e: &Node<Expression>) -> Lower<Operand> {
        let effects = self.graph.effects;
        let raw = match &e.node {
            Expression::Identifier(id) => self.named(&id.node.name, self.span(e.span))?,
            _ => self.raw(e)?,
        };
        self.value_of(e, raw, effects)
    }

    fn value_of(&mut self, e: &Node<Expression>, raw: Raw, effects: u64) -> Lower<Operand> {
        let span = self.span(e.span);
        self.note_expression(e, &raw);
        let operand = match raw {
            Raw::V(operand) => operand,
            Raw::L(lvalue) => self.read(lvalue, span)?,
        };
        self.set_origin(&operand, e, span, self.graph.effects == effects);
        Ok(operand)
    }

    /// Remembers where a value comes from: as text when it may be evaluated again there.
    fn set_origin(&mut self, operand: &Operand, e: &Node<Expression>, span: Span, pure: bool) {
        if operand.ty.scalar().is_none() {
            return;
        }
        let node = &mut self.exprs[operand.expr];
        if pure {
            node.origin = Origin::Source(span);
        } else if node.origin == Origin::Implicit
            && !matches!(node.kind, ExprKind::Var(_))
            && matches!(
                e.node,
                Expression::BinaryOperator(_)
                    | Expression::UnaryOperator(_)
                    | Expression::Conditional(_)
            )
        {
            node.origin = Origin::Operator(span);
        }
    }

    pub fn raw(&mut self, e: &Node<Expression>) -> Lower<Raw> {
        let span = self.span(e.span);
        match &e.node {
            Expression::Identifier(id) => self.identifier(&id.node.name, span),
            Expression::Constant(c) => Ok(Raw::V(self.literal(&c.node, span)?)),
            Expression::StringLiteral(s) => Ok(Raw::L(self.string_literal(&s.node, span)?)),
            Expression::GenericSelection(_) => {
                let picked = self.picked(e)?;
                self.raw(picked)
            }
            Expression::Member(m) => self.member(&m.node, span),
            Expression::Call(c) if is_choice(&c.node) => {
                let picked = self.picked(e)?;
                self.raw(picked)
            }
            Expression::Call(c) => Ok(Raw::V(self.call(&c.node, span)?)),
            Expression::CompoundLiteral(c) => Ok(Raw::L(self.compound_literal(&c.node, span)?)),
            Expression::SizeOfTy(name) => {
                let ty = self.type_name(&name.node.0)?;
                // C leaves open whether a length is evaluated that does not change the size.
                let open = is_variably_modified(&ty.ty) && !is_variable(&ty.ty);
                if open && !self.is_pure(e) {
                    return self.fail(
                        span,
                        "the size of a pointer to a variable-length array with effects",
                    );
                }
                Ok(Raw::V(self.size_of(&ty.ty, span)?))
            }
            Expression::SizeOfVal(e) => self.size_of_value(&e.node.0, span),
            // Nothing in the type is evaluated, not even a length.
            Expression::AlignOf(ty) => {
                let ty = self.unevaluated(|this| this.type_name(&ty.node.0))?;
                Ok(Raw::V(self.align_of_type(&ty, span)?))
            }
            Expression::UnaryOperator(u) => self.unary_operator(&u.node, span),
            Expression::Cast(c) => self.cast_expression(&c.node, span),
            Expression::BinaryOperator(b) => self.binary_operator(e, &b.node, span),
            Expression::Conditional(c) => Ok(Raw::V(self.conditional(e, &c.node, span)?)),
            Expression::Comma(list) => self.comma(list),
            Expression::OffsetOf(o) => Ok(Raw::V(self.offset_of(&o.node, span)?)),
            Expression::VaArg(v) => Ok(Raw::V(self.va_arg(&v.node, span)?)),
            Expression::Statement(s) => Ok(Raw::V(self.statement_expression(s, span)?)),
        }
    }

    /// The type of an unevaluated operand, arrays left as they are.
    pub fn type_of(&mut self, e: &Node<Expression>) -> Lower<QualType> {
        self.unevaluated(|this| {
            Ok(match this.raw(e)? {
                Raw::L(lvalue) => lvalue.ty,
                Raw::V(operand) => QualType::plain(operand.ty),
            })
        })
    }

    // ---- primary expressions ----

    /// A name as a value. Compilers compare the addresses of a function by two names as they like.
    fn identifier(&mut self, name: &str, span: Span) -> Lower<Raw> {
        let raw = self.named(name, span)?;
        let is_function =
            matches!(&raw, Raw::L(lvalue) if matches!(lvalue.ty.ty, CType::Function(_)));
        if is_function && self.env.has_other_value(name) {
            return self.fail(span, "the address of a function by two names");
        }
        Ok(raw)
    }

    /// What a name stands for.
    fn named(&mut self, name: &str, span: Span) -> Lower<Raw> {
        if matches!(name, "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__") {
            let bytes = self.name.clone().into_bytes();
            let mut object = self.string_object(bytes, self.plain_char, span);
            let quals = Quals {
                is_const: true,
                ..Quals::default()
            };
            object.ty = super::types::qualify(object.ty, quals);
            return Ok(Raw::L(object));
        }
        match self.env.lookup(name).cloned() {
            Some(Entity::EnumConst { value, ty }) => Ok(Raw::V(self.int_operand(value, ty))),
            Some(Entity::Global { id, ty }) => {
                let address = self.expr(ExprKind::GlobalAddr(id), Ty::Ptr);
                Ok(Raw::L(LValue {
                    place: LValueKind::Mem(address),
                    ty,
                }))
            }
            Some(Entity::Var { id, ty }) => {
                let in_memory = self.vars[id].ty.is_none() || self.vars[id].volatile;
                let place = if in_memory {
                    LValueKind::Mem(self.var_addr(id))
                } else {
                    LValueKind::Var(id)
                };
                Ok(Raw::L(LValue { place, ty }))
            }
            Some(Entity::Vla { pointer, ty }) => {
                let address = self.var_expr(pointer);
                Ok(Raw::L(LValue {
                    place: LValueKind::Mem(address),
                    ty,
                }))
            }
            Some(Entity::LeftOut) => {
                self.fail(span, &format!("`{name}`, whose declaration is left out"))
            }
            Some(Entity::Typedef(_)) => {
                self.fail(span, &format!("the type `{name}` used as a value"))
            }
            None => self.fail(span, &format!("`{name}` is not declared")),
        }
    }

    // ---- unary expressions ----

    fn unary_operator(&mut self, u: &UnaryOperatorExpression, span: Span) -> Lower<Raw> {
        use UnaryOperator as U;
        let op = &u.operator.node;
        match op {
            U::PostIncrement | U::PostDecrement | U::PreIncrement | U::PreDecrement => {
                let operand = self.increment(op, &u.operand, true, span)?;
                Ok(Raw::V(operand))
            }
            U::Address => self.address_of(&u.operand, span),
            U::Indirection => {
                let pointer = self.rvalue(&u.operand)?;
                Ok(Raw::L(self.dereference(pointer, span)?))
            }
            U::Plus => {
                let operand = self.rvalue(&u.operand)?;
                Ok(Raw::V(self.promote(operand, span)?))
            }
            U::Minus | U::Complement => {
                let operand = self.rvalue(&u.operand)?;
                let operand = self.promote(operand, span)?;
                let op = if *op == U::Minus {
                    UnOp::Neg
                } else {
                    UnOp::BitNot
                };
                if op == UnOp::BitNot && !operand.ty.is_integer() {
                    return self.fail(span, "`~` of something that is not an integer");
                }
                // As `0 - x`, which may wrap; so does `~x`.
                self.agreed_on_bits(BinOp::Sub, (&operand, &operand), &operand.ty, span)?;
                let ty = self.ty(operand.expr);
                Ok(Raw::V(Operand {
                    expr: self.expr(ExprKind::Unary(op, operand.expr), ty),
                    ty: operand.ty,
                }))
            }
            U::Negate => {
                let operand = self.rvalue(&u.operand)?;
                self.scalar(&operand.ty, span)?;
                Ok(Raw::V(Operand {
                    expr: self.not(operand.expr),
                    ty: CType::INT,
                }))
            }
        }
    }

    fn address_of(&mut self, e: &Node<Expression>, span: Span) -> Lower<Raw> {
        let lvalue = self.lvalue(e)?;
        let expr = self.address(&lvalue, span)?;
        Ok(Raw::V(Operand {
            expr,
            ty: CType::pointer_to(lvalue.ty),
        }))
    }

    pub fn promote(&mut self, operand: Operand, span: Span) -> Lower<Operand> {
        if !operand.ty.is_arithmetic() {
            return self.fail(span, "a number is needed here");
        }
        let ty = operand.ty.promoted();
        self.convert(operand, &ty, span)
    }

    fn size_of_value(&mut self, e: &Node<Expression>, span: Span) -> Lower<Raw> {
        let ty = self.type_of_question(e)?;
        if is_variable(&ty.ty) && !self.is_pure(e) {
            return self.fail(span, "the size of a variable-length array with effects");
        }
        Ok(Raw::V(self.size_of(&ty.ty, span)?))
    }

    /// `sizeof`, a `size_t`.
    fn size_of(&mut self, ty: &CType, span: Span) -> Lower<Operand> {
        let expr = self.byte_size(ty, span)?;
        let expr = self.cast(expr, Ty::U64);
        Ok(Operand {
            expr,
            ty: CType::Int(IntKind::ULong),
        })
    }

    /// The size in bytes: a constant, except for variable-length arrays.
    pub fn byte_size(&mut self, ty: &CType, span: Span) -> Lower<ExprId> {
        if let CType::Array(element, len) = ty {
            let count = match len {
                ArrayLen::Variable(n) => {
                    let var = self.vla_lengths[*n as usize];
                    Some(self.var_expr(var))
                }
                ArrayLen::Fixed(n) if layout::size_of(ty, &self.env.records).is_none() => {
                    Some(self.int(i128::from(*n), Ty::I64))
                }
                _ => None,
            };
            if let Some(count) = count {
                let size = self.byte_size(&element.ty, span)?;
                let size = self.cast(size, Ty::I64);
                return Ok(self.binary(BinOp::Mul, count, size));
            }
        }
        match layout::size_of_gnu(ty, &self.env.records) {
            Some(size) => Ok(self.int(i128::from(size), Ty::I64)),
            None => self.fail(span, "the size of an incomplete type"),
        }
    }

    pub fn constant_value(&self, e: ExprId) -> Option<i128> {
        match fold(&self.exprs, e) {
            Constant::Int(value) => Some(value),
            _ => None,
        }
    }

    fn offset_of(&mut self, o: &OffsetOfExpression, span: Span) -> Lower<Operand> {
        let mut ty = self.type_name(&o.type_name)?.ty;
        let mut offset = self.int(0, Ty::I64);
        let designator = &o.designator.node;
        self.offset_member(&designator.base.node.name, &mut ty, &mut offset, span)?;
        for member in &designator.members {
            match &member.node {
                OffsetMember::Member(id) => {
                    self.offset_member(&id.node.name, &mut ty, &mut offset, span)?
                }
                OffsetMember::IndirectMember(_) => return self.fail(span, "`->` in offsetof"),
                OffsetMember::Index(e) => {
                    let CType::Array(element, _) = ty.clone() else {
                        return self.fail(span, "a subscript of something that is not an array");
                    };
                    let index = self.rvalue(e)?;
                    let index = self.cast(index.expr, Ty::I64);
                    let size = self.byte_size(&element.ty, span)?;
                    let product = self.binary(BinOp::Mul, index, size);
                    offset = self.binary(BinOp::Add, offset, product);
                    ty = element.ty.clone();
                }
            }
        }
        let expr = self.cast(offset, Ty::U64);
        Ok(Operand {
            expr,
            ty: CType::Int(IntKind::ULong),
        })
    }

    fn offset_member(
        &mut self,
        name: &str,
        ty: &mut CType,
        offset: &mut ExprId,
        span: Span,
    ) -> Lower<()> {
        let CType::Record(record) = *ty else {
            return self.fail(span, "offsetof of something that is not a structure");
        };
        let Some((_, at, field)) = layout::find_field(record, name, &self.env.records) else {
            return self.fail(span, &format!("no member `{name}` here"));
        };
        let at = self.int(i128::from(at), Ty::I64);
        *offset = self.binary(BinOp::Add, *offset, at);
        *ty = field.ty.ty;
        Ok(())
    }

    fn comma(&mut self, list: &[Node<Expression>]) -> Lower<Raw> {
        let Some((last, init)) = list.split_last() else {
            return self.fail(Span::default(), "an empty comma expression");
        };
        for e in init {
            self.discard(e)?;
        }
        // The value of a comma expression is no lvalue.
        Ok(Raw::V(self.rvalue(last)?))
    }
}
