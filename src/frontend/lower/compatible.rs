//! Questions about types that the compiler answers: `__builtin_types_compatible_p`, `_Generic`, `_Alignof`, and the type of `?:`.
//!
//! The answer is what gcc and clang both give; where they differ, the question is not answered and its function is left out.

use super::super::ctype::{ArrayLen, CType, FunctionType, IntKind, QualType, Quals, Records};
use super::super::layout;
use super::builder::Operand;
use super::env::Entity;
use super::expr::Raw;
use super::lvalue::LValueKind;
use super::operator::{is_assignment, is_step};
use super::{Lower, Lowerer};
use crate::base::Span;
use lang_c::ast::*;
use lang_c::span::Node;

impl Lowerer<'_> {
    /// `__builtin_types_compatible_p(A, B)`, of pointers to the two types: see the normalising pass.
    pub fn types_compatible(
        &mut self,
        a: &Node<Expression>,
        b: &Node<Expression>,
        span: Span,
    ) -> Lower<Operand> {
        let (a, b) = (self.type_of(a)?.ty, self.type_of(b)?.ty);
        let (CType::Pointer(a), CType::Pointer(b)) = (a, b) else {
            return self.fail(
                span,
                "__builtin_types_compatible_p of something else than types",
            );
        };
        // gcc counts `_Atomic`, and `noreturn` of what a pointer points to; clang does not.
        let differ = a.quals.is_atomic != b.quals.is_atomic
            || has_function_pointer(&a.ty)
            || self.may_be_another(&a.ty);
        match compatible(&unqualified(&a), &unqualified(&b), &self.env.records)
            .filter(|same| !(differ && *same))
        {
            Some(same) => Ok(self.int_operand(i128::from(same), CType::INT)),
            None => self.fail(
                span,
                "types of which compilers may or may not say that they are compatible",
            ),
        }
    }

    /// Whether `may_alias` may make a type of its own of this one: gcc does so of a `_Bool`, and of a qualified array.
    pub fn may_be_another(&self, ty: &CType) -> bool {
        self.env.has_may_alias && has_bool_or_array(ty)
    }

    pub fn association<'e>(
        &mut self,
        g: &'e GenericSelection,
        span: Span,
    ) -> Lower<&'e Node<Expression>> {
        let controlling = QualType::plain(self.controlling_type(&g.expression)?);
        let nested = match &controlling.ty {
            CType::Pointer(target) => has_function_pointer(&target.ty),
            other => has_function_pointer(other),
        };
        let mut default = None;
        let mut open = self.may_be_another(&controlling.ty);
        for (number, association) in g.associations.iter().enumerate() {
            match &association.node {
                GenericAssociation::Type(a) => {
                    let ty = self.type_name(&a.node.type_name)?;
                    match compatible(&ty, &controlling, &self.env.records) {
                        // No two associations may fit, or it is no C.
                        Some(true) if !nested && !open => {
                            self.note_generic(g, number);
                            return Ok(&a.node.expression);
                        }
                        Some(false) => {}
                        Some(true) | None => open = true,
                    }
                }
                GenericAssociation::Default(e) => default = Some((number, e)),
            }
        }
        match default {
            _ if open => self.fail(span, "a `_Generic` that compilers may decide differently"),
            Some((number, e)) => {
                self.note_generic(g, number);
                Ok(e)
            }
            None => self.fail(span, "no association of `_Generic` fits"),
        }
    }

    /// The type of the value, before any promotion.
    fn controlling_type(&mut self, e: &Node<Expression>) -> Lower<CType> {
        let e = self.picked(e)?;
        self.no_bit_field(e)?;
        let span = self.span(e.span);
        self.unevaluated(|this| {
            Ok(match this.raw(e)? {
                Raw::L(lvalue) => match lvalue.place {
                    LValueKind::Bits(..) => lvalue.ty.ty,
                    _ => this.read(lvalue, span)?.ty,
                },
                Raw::V(operand) => operand.ty,
            })
        })
    }

    /// `typeof` and `sizeof` of an expression.
    pub fn type_of_question(&mut self, e: &Node<Expression>) -> Lower<QualType> {
        let e = self.picked(e)?;
        if !matches!(e.node, Expression::Member(_)) {
            self.no_bit_field(e)?;
        }
        // gcc lets `x++` keep the qualifiers of `x`.
        if let Expression::UnaryOperator(u) = &e.node
            && is_step(&u.node.operator.node)
            && self.type_of(&u.node.operand)?.quals != Quals::default()
        {
            return self.fail(
                self.span(e.span),
                "the type of `++` or `--` of a qualified object",
            );
        }
        if let Expression::BinaryOperator(b) = &e.node
            && is_assignment(&b.node.operator.node)
            && self.type_of(&b.node.lhs)?.quals.is_atomic
        {
            return self.fail(
                self.span(e.span),
                "the type of an assignment to an atomic object",
            );
        }
        let ty = self.type_of(e)?;
        if matches!(
            (&e.node, &ty.ty),
            (Expression::Member(_), CType::Array(_, ArrayLen::Unknown))
        ) {
            return self.fail(self.span(e.span), "the type of a flexible array");
        }
        Ok(ty)
    }

    /// `typeof` and `__alignof__` of an expression: gcc and clang differ in which operators keep an alignment that a typedef made less.
    pub fn aligned_type_of(&mut self, e: &Node<Expression>) -> Lower<QualType> {
        let e = self.picked(e)?;
        if self.env.has_aligned_typedef && !is_plain_lvalue(&e.node) {
            return self.fail(
                self.span(e.span),
                "the type of an expression beside typedefs that make alignments less",
            );
        }
        self.type_of_question(e)
    }

    pub fn align_of_type(&mut self, ty: &QualType, span: Span) -> Lower<Operand> {
        match layout::align_of(ty, &self.env.records) {
            // gcc's `_Alignof` and `__alignof__` differ for vectors beyond, and for what has one inside.
            Some(align) if align <= 16 || !layout::has_wide_vector(&ty.ty, &self.env.records) => {
                Ok(self.int_operand(align as i128, CType::Int(IntKind::ULong)))
            }
            _ => self.fail(span, "the alignment of this type"),
        }
    }

    /// `__alignof__ e`: an object's own alignment, a member's in its record, else that of the type.
    pub fn align_of_value(&mut self, e: &Node<Expression>, span: Span) -> Lower<Operand> {
        let e = self.picked(e)?;
        let own = match &e.node {
            Expression::Identifier(id) => match self.env.lookup(&id.node.name) {
                Some(Entity::Typedef(ty)) => {
                    let ty = ty.clone();
                    return self.align_of_type(&ty, span);
                }
                Some(Entity::Var { id, .. }) => Some(self.vars[*id].align),
                Some(Entity::Global { id, .. }) => match self.env.object_alignment(*id) {
                    Some(align) => align,
                    None => return self.fail(span, "the alignment of an object with several"),
                },
                _ => None,
            },
            Expression::Member(m) => Some(self.member_alignment(&m.node, span)?),
            // gcc looks through `*&x` and casts of pointers, clang does not.
            Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Indirection => {
                match &u.node.operand.node {
                    Expression::Identifier(_) | Expression::Member(_) => None,
                    _ => return self.fail(span, "the alignment of what such a pointer points to"),
                }
            }
            _ => None,
        };
        match own {
            Some(align) => Ok(self.int_operand(align as i128, CType::Int(IntKind::ULong))),
            None => {
                let ty = self.aligned_type_of(e)?;
                self.align_of_type(&ty, span)
            }
        }
    }

    fn member_alignment(&mut self, m: &MemberExpression, span: Span) -> Lower<u64> {
        let base = match m.operator.node {
            MemberOperator::Direct => self.type_of(&m.expression)?.ty,
            MemberOperator::Indirect => {
                match self.unevaluated(|this| this.rvalue(&m.expression))?.ty {
                    CType::Pointer(target) => target.ty.clone(),
                    _ => CType::Void,
                }
            }
        };
        let field = match base {
            CType::Record(id) => layout::find_field(id, &m.identifier.node.name, &self.env.records),
            _ => None,
        };
        let plain = field.filter(|(path, _, field)| path.len() == 1 && field.bits.is_none());
        match plain.and_then(|(_, _, field)| field.align) {
            Some(align) => Ok(align),
            None => self.fail(span, "the alignment of this member"),
        }
    }

    /// The type of `c ? a : b` for two pointers (C11 6.5.15): what they point to has the qualifiers of both.
    pub fn common_pointer(
        &self,
        [a, b]: [&Operand; 2],
        texts: [&Node<Expression>; 2],
        span: Span,
    ) -> Lower<CType> {
        let (CType::Pointer(x), CType::Pointer(y)) = (&a.ty, &b.ty) else {
            return self.fail(span, "the arms of `?:` do not go together");
        };
        // Then it does not matter which one is a null pointer constant.
        if a.ty == b.ty {
            return Ok(a.ty.clone());
        }
        // A null pointer constant takes the other's type.
        match [(a, texts[0]), (b, texts[1])].map(|(o, e)| self.is_null_constant(o, e)) {
            [Some(true), _] => return Ok(b.ty.clone()),
            [_, Some(true)] => return Ok(a.ty.clone()),
            [Some(false), Some(false)] => {}
            _ => return self.fail(span, "what may or may not be a null pointer constant"),
        }
        if let (CType::Array(p, _), CType::Array(q, _)) = (&x.ty, &y.ty)
            && p.quals != q.quals
        {
            return self.fail(span, "pointers to arrays with different qualifiers");
        }
        let target = match (&x.ty, &y.ty) {
            (CType::Void, _) | (_, CType::Void) => CType::Void,
            // The composite type has the length, and the parameters.
            (CType::Array(_, ArrayLen::Unknown), _) => y.ty.clone(),
            (CType::Function(f), CType::Function(_)) if f.unprototyped => y.ty.clone(),
            _ => match compatible(&unqualified(x), &unqualified(y), &self.env.records) {
                Some(true) => x.ty.clone(),
                // With a warning.
                Some(false) => CType::Void,
                None => {
                    return self.fail(
                        span,
                        "pointers whose common type compilers may or may not take for `void *`",
                    );
                }
            },
        };
        let quals = Quals {
            is_const: x.quals.is_const || y.quals.is_const,
            is_volatile: x.quals.is_volatile || y.quals.is_volatile,
            is_atomic: x.quals.is_atomic || y.quals.is_atomic,
            is_restrict: x.quals.is_restrict || y.quals.is_restrict,
        };
        let target = super::types::qualify(QualType::plain(target), quals);
        Ok(CType::pointer_to(target))
    }

    /// Whether a pointer is a null pointer constant (C11 6.3.2.3), which is a matter of how it is written; `None` where that is not
    /// `(void *)0` itself, and the value could be.
    fn is_null_constant(&self, operand: &Operand, e: &Node<Expression>) -> Option<bool> {
        if operand.ty != CType::pointer_to(QualType::plain(CType::Void)) {
            return Some(false);
        }
        // To clang no `__extension__` is part of one.
        if self.is_extension(e) {
            return (self.constant_value(operand.expr) != Some(0)).then_some(false);
        }
        let Expression::Cast(cast) = &e.node else {
            return (self.constant_value(operand.expr) != Some(0)).then_some(false);
        };
        let inner = &cast.node.expression;
        if let Expression::Constant(_) = inner.node {
            return Some(self.constant_value(operand.expr) == Some(0));
        }
        // gcc and clang compute some builtins.
        let computed = self
            .source
            .snippet(self.span(inner.span))
            .contains("__builtin");
        (self.constant_value(operand.expr) != Some(0) && !computed).then_some(false)
    }

    /// Whether the word stands before the expression or in it.
    fn is_extension(&self, e: &Node<Expression>) -> bool {
        const WORD: &str = "__extension__";
        let span = self.span(e.span);
        let before = self.source.text.get(..span.start as usize);
        let before =
            before.map(|text| text.trim_end_matches(|c: char| c == '(' || c.is_whitespace()));
        self.source.snippet(span).contains(WORD) || before.is_some_and(|text| text.ends_with(WORD))
    }
}

/// An object by its name, or a part of one.
fn is_plain_lvalue(e: &Expression) -> bool {
    match e {
        Expression::Identifier(_) | Expression::Member(_) | Expression::StringLiteral(_) => true,
        Expression::BinaryOperator(b) => b.node.operator.node == BinaryOperator::Index,
        Expression::UnaryOperator(u) => u.node.operator.node == UnaryOperator::Indirection,
        _ => false,
    }
}

/// Whether a pointer to a function is part of it.
pub fn has_function_pointer(ty: &CType) -> bool {
    match ty {
        CType::Pointer(target) => {
            matches!(target.ty, CType::Function(_)) || has_function_pointer(&target.ty)
        }
        CType::Array(element, _) => has_function_pointer(&element.ty),
        CType::Function(f) => {
            let mut types = f.params.iter().chain([&f.ret]);
            types.any(|part| has_function_pointer(&part.ty))
        }
        _ => false,
    }
}

fn has_bool_or_array(ty: &CType) -> bool {
    match ty {
        CType::Bool | CType::Array(..) => true,
        CType::Pointer(target) => has_bool_or_array(&target.ty),
        CType::Function(f) => {
            let mut types = f.params.iter().chain([&f.ret]);
            types.any(|part| has_bool_or_array(&part.ty))
        }
        _ => false,
    }
}

/// Without the qualifiers of the object, or of the elements of the array.
fn unqualified(ty: &QualType) -> QualType {
    let ty = match &ty.ty {
        CType::Array(element, len) => CType::Array(unqualified(element).into(), *len),
        other => other.clone(),
    };
    QualType::plain(ty)
}

/// Whether two types are compatible (C11 6.2.7); `None` where compilers differ.
fn compatible(a: &QualType, b: &QualType, records: &Records) -> Option<bool> {
    use CType::{
        Array, Bits, Bool, Complex, Enum, Float, Function, Int, Pointer, Record, VaList, Vector,
        Void,
    };
    if a.quals != b.quals {
        return Some(false);
    }
    let plain = a.quals == Quals::default();
    match (&a.ty, &b.ty) {
        (Bits(..), _) | (_, Bits(..)) => None,
        (Enum(_, x), Enum(_, y)) => Some(x == y),
        // A qualified enumeration is no longer compatible with its integer type in some versions.
        (Enum(x, _), Int(y)) | (Int(y), Enum(x, _)) if x == y => plain.then_some(true),
        (Pointer(x), Pointer(y)) => compatible(x, y, records),
        (Array(x, m), Array(y, n)) => match (m, n) {
            (ArrayLen::Variable(_), _) | (_, ArrayLen::Variable(_)) => None,
            (ArrayLen::Fixed(m), ArrayLen::Fixed(n)) if m != n => Some(false),
            _ => compatible(x, y, records),
        },
        (Function(f), Function(g)) => compatible_functions(f, g, records),
        (Record(x), Record(y)) if x == y => Some(true),
        // C23 lets two definitions of a tag be the same type.
        (Record(x), Record(y)) => match (&records[*x].tag, &records[*y].tag) {
            (Some(x), Some(y)) if x == y => None,
            _ => Some(false),
        },
        (Vector(x, m), Vector(y, n)) => Some(m == n && x == y),
        (VaList, VaList) => Some(true),
        (VaList, Array(..) | Pointer(_)) | (Array(..) | Pointer(_), VaList) => None,
        (Void | Bool | Int(_) | Float(_) | Complex(_), _) => Some(a.ty == b.ty),
        _ => Some(false),
    }
}

fn compatible_functions(f: &FunctionType, g: &FunctionType, records: &Records) -> Option<bool> {
    if f.ret.quals != g.ret.quals {
        return None;
    }
    if !compatible(&f.ret, &g.ret, records)? {
        return Some(false);
    }
    match (f.unprototyped, g.unprototyped) {
        // The parameters of an old definition count for some.
        (true, _) if !f.params.is_empty() => None,
        (_, true) if !g.params.is_empty() => None,
        (true, true) => Some(true),
        (true, false) => compatible_with_none(g),
        (false, true) => compatible_with_none(f),
        (false, false) => {
            if f.params.len() != g.params.len() || f.variadic != g.variadic {
                return Some(false);
            }
            for (x, y) in f.params.iter().zip(&g.params) {
                if x.quals.is_atomic != y.quals.is_atomic {
                    return None;
                }
                let unqualified = |ty: &QualType| QualType::plain(ty.ty.clone());
                if !compatible(&unqualified(x), &unqualified(y), records)? {
                    return Some(false);
                }
            }
            Some(true)
        }
    }
}

/// Whether a function's type is compatible with one without a prototype: no parameter changes by the default promotions. C23 takes
/// `()` for `(void)`, and so do compilers that are new enough, so parameters leave it open.
fn compatible_with_none(f: &FunctionType) -> Option<bool> {
    let stays = |param: &QualType| match &param.ty {
        CType::Float(kind) => *kind != crate::ir::FloatKind::F32,
        CType::Bool => false,
        CType::Int(kind) | CType::Enum(kind, _) => kind.bits() >= 32,
        _ => true,
    };
    let promoted = !f.variadic && f.params.iter().all(stays);
    (!promoted || f.params.is_empty()).then_some(promoted)
}
