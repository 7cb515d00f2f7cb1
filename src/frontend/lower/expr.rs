//! Expressions: what each C expression evaluates to, named after the grammar.

use super::super::ctype::{ArrayLen, BitRange, CType, IntKind, QualType, usual_arithmetic};
use super::super::layout;
use super::builder::Operand;
use super::env::Entity;
use super::{Fail, Lower, Lowerer};
use crate::base::Span;
use crate::ir::Constant;
use crate::ir::*;
use lang_c::ast::*;
use lang_c::span::Node;

/// An object or function designator.
#[derive(Clone, Debug)]
pub struct LValue {
    pub place: Place,
    pub ty: QualType,
}

#[derive(Clone, Debug)]
pub enum Place {
    /// A scalar local that is read and written directly.
    Var(VarId),
    /// An object in memory (or a function) by its address.
    Mem(ExprId),
    /// A bit-field by the address of its first byte.
    Bits(ExprId, BitRange),
}

/// What an expression designates before the usual conversions.
#[derive(Clone, Debug)]
pub enum Raw {
    L(LValue),
    V(Operand),
}

impl Lowerer<'_> {
    /// The value of an expression: lvalues are read, arrays and functions become pointers.
    pub fn rvalue(&mut self, e: &Node<Expression>) -> Lower<Operand> {
        let span = self.span(e.span);
        let effects = self.graph.effects;
        let operand = match self.raw(e)? {
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
            Expression::GenericSelection(g) => self.generic_selection(&g.node, span),
            Expression::Member(m) => self.member(&m.node, span),
            Expression::Call(c) => Ok(Raw::V(self.call(&c.node, span)?)),
            Expression::CompoundLiteral(c) => Ok(Raw::L(self.compound_literal(&c.node, span)?)),
            Expression::SizeOfTy(ty) => {
                let ty = self.type_name(&ty.node.0)?;
                Ok(Raw::V(self.size_of(&ty.ty, span)?))
            }
            Expression::SizeOfVal(e) => self.size_of_value(&e.node.0, span),
            Expression::AlignOf(ty) => {
                let ty = self.type_name(&ty.node.0)?;
                let align = layout::align_of(&ty.ty, &self.env.records).unwrap_or(1);
                Ok(Raw::V(
                    self.int_operand(align as i128, CType::Int(IntKind::ULong)),
                ))
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

    // ---- lvalues ----

    pub fn lvalue(&mut self, e: &Node<Expression>) -> Lower<LValue> {
        let span = self.span(e.span);
        match self.raw(e)? {
            Raw::L(lvalue) => Ok(lvalue),
            // A structure that is a value still has an address here.
            Raw::V(operand) if operand.ty.scalar().is_none() && operand.ty != CType::Void => {
                Ok(LValue {
                    place: Place::Mem(operand.expr),
                    ty: QualType::plain(operand.ty),
                })
            }
            Raw::V(_) => self.fail(span, "an object is needed here, this is a value"),
        }
    }

    /// The address of an object in memory.
    pub fn address(&mut self, lvalue: &LValue, span: Span) -> Lower<ExprId> {
        match lvalue.place {
            Place::Var(var) => Ok(self.var_addr(var)),
            Place::Mem(address) => Ok(address),
            Place::Bits(..) => self.fail(span, "the address of a bit-field"),
        }
    }

    /// Lvalue conversion (C11 6.3.2.1).
    pub fn read(&mut self, lvalue: LValue, span: Span) -> Lower<Operand> {
        let volatile = lvalue.ty.quals.is_volatile || lvalue.ty.quals.is_atomic;
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
            Place::Var(var) => Ok(Operand {
                expr: self.var_expr(var),
                ty,
            }),
            Place::Mem(addr) if volatile => {
                let var = self.temp(scalar, Some(span), span);
                self.emit(InstKind::VolatileLoad { var, addr }, span)?;
                Ok(Operand {
                    expr: self.var_expr(var),
                    ty,
                })
            }
            Place::Mem(addr) => Ok(Operand {
                expr: self.expr(ExprKind::Load(addr), scalar),
                ty,
            }),
            Place::Bits(addr, bits) => {
                let operand = self.read_bits(addr, bits, &ty, span)?;
                if !volatile {
                    return Ok(operand);
                }
                let scalar = self.ty(operand.expr);
                let var = self.temp(scalar, Some(span), span);
                self.emit(
                    InstKind::Havoc {
                        vars: vec![var],
                        memory: false,
                        reason: "volatile bit-field".into(),
                    },
                    span,
                )?;
                Ok(Operand {
                    expr: self.var_expr(var),
                    ty: operand.ty,
                })
            }
        }
    }

    /// Writes a scalar that has the lvalue's type already.
    pub fn write(&mut self, lvalue: &LValue, value: ExprId, span: Span) -> Lower<()> {
        let volatile = lvalue.ty.quals.is_volatile || lvalue.ty.quals.is_atomic;
        match lvalue.place {
            Place::Var(var) => self.assign(var, value, span),
            Place::Mem(addr) => self.emit(
                InstKind::Store {
                    addr,
                    value,
                    volatile,
                },
                span,
            ),
            Place::Bits(addr, bits) => self.write_bits(addr, bits, value, span),
        }
    }

    pub fn scalar(&self, ty: &CType, span: Span) -> Lower<Ty> {
        ty.scalar()
            .ok_or_else(|| Fail::new(span, "a scalar is needed here"))
    }

    // ---- primary expressions ----

    fn identifier(&mut self, name: &str, span: Span) -> Lower<Raw> {
        if matches!(name, "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__") {
            let bytes = self.name.clone().into_bytes();
            return Ok(Raw::L(self.string_object(bytes, IntKind::Char, span)));
        }
        match self.env.lookup(name).cloned() {
            Some(Entity::EnumConst { value, ty }) => Ok(Raw::V(self.int_operand(value, ty))),
            Some(Entity::Global { id, ty }) => {
                let address = self.expr(ExprKind::GlobalAddr(id), Ty::Ptr);
                Ok(Raw::L(LValue {
                    place: Place::Mem(address),
                    ty,
                }))
            }
            Some(Entity::Var { id, ty }) => {
                let in_memory = self.vars[id].ty.is_none() || self.vars[id].volatile;
                let place = if in_memory {
                    Place::Mem(self.var_addr(id))
                } else {
                    Place::Var(id)
                };
                Ok(Raw::L(LValue { place, ty }))
            }
            Some(Entity::Vla { pointer, ty }) => {
                let address = self.var_expr(pointer);
                Ok(Raw::L(LValue {
                    place: Place::Mem(address),
                    ty,
                }))
            }
            Some(Entity::Typedef(_)) => {
                self.fail(span, &format!("the type `{name}` used as a value"))
            }
            None => self.fail(span, &format!("`{name}` is not declared")),
        }
    }

    fn generic_selection(&mut self, g: &GenericSelection, span: Span) -> Lower<Raw> {
        let controlling = self.unevaluated(|this| this.rvalue(&g.expression))?.ty;
        let mut default = None;
        for association in &g.associations {
            match &association.node {
                GenericAssociation::Type(a) => {
                    let ty = self.type_name(&a.node.type_name)?.ty;
                    if same_type(&ty, &controlling) {
                        return self.raw(&a.node.expression);
                    }
                }
                GenericAssociation::Default(e) => default = Some(e),
            }
        }
        match default {
            Some(e) => self.raw(e),
            None => self.fail(span, "no association of `_Generic` fits"),
        }
    }

    // ---- postfix expressions ----

    fn member(&mut self, m: &MemberExpression, span: Span) -> Lower<Raw> {
        let base = match m.operator.node {
            MemberOperator::Direct => self.lvalue(&m.expression)?,
            MemberOperator::Indirect => {
                let pointer = self.rvalue(&m.expression)?;
                self.dereference(pointer, span)?
            }
        };
        let CType::Record(record) = base.ty.ty else {
            return self.fail(span, "a member of something that is no structure");
        };
        let name = &m.identifier.node.name;
        let Some((_, offset, field)) = layout::find_field(record, name, &self.env.records) else {
            return self.fail(span, &format!("no member `{name}` here"));
        };
        let address = self.address(&base, span)?;
        let address = self.offset(address, offset);
        let place = match field.bits {
            Some(bits) => Place::Bits(address, bits),
            None => Place::Mem(address),
        };
        let ty = super::types::qualify(field.ty, base.ty.quals);
        Ok(Raw::L(LValue { place, ty }))
    }

    pub fn dereference(&mut self, pointer: Operand, span: Span) -> Lower<LValue> {
        match pointer.ty {
            CType::Pointer(target) => Ok(LValue {
                place: Place::Mem(pointer.expr),
                ty: (*target).clone(),
            }),
            CType::Function(_) => Ok(LValue {
                place: Place::Mem(pointer.expr),
                ty: QualType::plain(pointer.ty),
            }),
            _ => self.fail(span, "a pointer is needed here"),
        }
    }

    fn index(&mut self, a: &Node<Expression>, b: &Node<Expression>, span: Span) -> Lower<Raw> {
        let bound = self.array_bound(a);
        let (x, y) = self.operands(a, b)?;
        let (pointer, index) = match (&x.ty, &y.ty) {
            (CType::Pointer(_), _) => (x, y),
            (_, CType::Pointer(_)) => (y, x),
            _ => return self.fail(span, "a subscript of something that is no array"),
        };
        let CType::Pointer(element) = pointer.ty.clone() else {
            return self.fail(span, "a subscript of something that is no array");
        };
        let address = self.pointer_add(&pointer, index, false, bound, span)?;
        Ok(Raw::L(LValue {
            place: Place::Mem(address.expr),
            ty: (*element).clone(),
        }))
    }

    /// The number of elements when the expression is an array of known length.
    fn array_bound(&mut self, e: &Node<Expression>) -> Option<u64> {
        let is_array = matches!(e.node, Expression::Identifier(_) | Expression::Member(_))
            || matches!(&e.node, Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Index);
        if !is_array {
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
                    return self.fail(span, "`~` of something that is no integer");
                }
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
        let ty = self.type_of(e)?;
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
                        return self.fail(span, "a subscript of something that is no array");
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
            return self.fail(span, "offsetof of something that is no structure");
        };
        let Some((_, at, field)) = layout::find_field(record, name, &self.env.records) else {
            return self.fail(span, &format!("no member `{name}` here"));
        };
        let at = self.int(i128::from(at), Ty::I64);
        *offset = self.binary(BinOp::Add, *offset, at);
        *ty = field.ty.ty;
        Ok(())
    }

    // ---- casts ----

    fn cast_expression(&mut self, c: &CastExpression, span: Span) -> Lower<Raw> {
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

    // ---- binary operators ----

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

    fn binary_operator(
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
        let y = self.rvalue(&b.rhs)?;
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
                return self.fail(span, "a shift of something that is no integer");
            }
            return Ok(Operand {
                expr: self.binary(op, x.expr, y.expr),
                ty: x.ty,
            });
        }
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

/// Compatible for `_Generic`: enumerations are their integer types, qualifiers of pointers count.
pub fn same_type(a: &CType, b: &CType) -> bool {
    let plain = |ty: &CType| match ty {
        CType::Enum(kind) => CType::Int(*kind),
        other => other.clone(),
    };
    plain(a) == plain(b)
}
