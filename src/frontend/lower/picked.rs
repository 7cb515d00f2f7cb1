//! Which expression another one stands for, by how it is written: what `_Generic` and `__builtin_choose_expr` pick, and
//! the operand whose value an operator has. Compilers ask the type of that one.

use super::super::ctype::CType;
use super::super::facts::FactKind;
use super::expr::Raw;
use super::lvalue::LValueKind;
use super::operator::{is_assignment, is_step};
use super::{Lower, Lowerer};
use lang_c::ast::*;
use lang_c::span::Node;

impl Lowerer<'_> {
    /// The expression that `_Generic` and `__builtin_choose_expr` stand for, in every respect.
    pub fn picked<'e>(&mut self, mut e: &'e Node<Expression>) -> Lower<&'e Node<Expression>> {
        loop {
            e = match &e.node {
                Expression::GenericSelection(g) => self.association(&g.node, self.span(e.span))?,
                Expression::Call(c) => match choice(&c.node) {
                    Some([condition, a, b]) => {
                        let value = self.constant(condition)?;
                        self.note_constant(FactKind::ChooseExpr, condition, value);
                        if value != 0 { a } else { b }
                    }
                    None => return Ok(e),
                },
                _ => return Ok(e),
            };
        }
    }

    /// The value of a bit-field has a type of so many bits in gcc, and the declared one in clang.
    pub fn no_bit_field(&mut self, e: &Node<Expression>) -> Lower<()> {
        let e = self.picked(e)?;
        let span = self.span(e.span);
        if let Expression::Statement(block) = &e.node {
            // What a block declares is not known here.
            return match last_value(block).is_some_and(may_be_member) {
                true => self.fail(span, "the type of a block that ends with a member"),
                false => Ok(()),
            };
        }
        if let Some(member) = value_of(e) {
            // The operator's value is promoted here; that of compilers is not.
            let member = self.picked(member)?;
            return match self.bit_field(member)? {
                Some(_) => self.fail(span, "the type of an operator on a bit-field"),
                None => self.no_bit_field(member),
            };
        }
        match self.bit_field(e)? {
            Some(narrow) if narrow => self.fail(span, "the type of a bit-field's value"),
            _ => Ok(()),
        }
    }

    /// Whether a bit-field is narrower than its type; nothing for other expressions.
    fn bit_field(&mut self, e: &Node<Expression>) -> Lower<Option<bool>> {
        if !matches!(e.node, Expression::Member(_)) {
            return Ok(None);
        }
        self.unevaluated(|this| {
            Ok(match this.raw(e)? {
                Raw::L(lvalue) => match lvalue.place {
                    LValueKind::Bits(_, bits) => Some(lvalue.ty.ty.scalar().is_some_and(|ty| {
                        u32::from(bits.width) != ty.bits() && lvalue.ty.ty != CType::Bool
                    })),
                    _ => None,
                },
                Raw::V(_) => None,
            })
        })
    }
}

/// The operand whose value, before any promotion, is that of the operator.
fn value_of(e: &Node<Expression>) -> Option<&Node<Expression>> {
    match &e.node {
        Expression::Comma(list) => list.last(),
        Expression::BinaryOperator(b) if is_assignment(&b.node.operator.node) => Some(&b.node.lhs),
        Expression::UnaryOperator(u) if is_step(&u.node.operator.node) => Some(&u.node.operand),
        _ => None,
    }
}

/// By its form alone: may the value be that of a member?
fn may_be_member(e: &Node<Expression>) -> bool {
    match &e.node {
        Expression::Member(_) => true,
        Expression::Statement(block) => last_value(block).is_some_and(may_be_member),
        Expression::GenericSelection(g) => g.node.associations.iter().any(|a| match &a.node {
            GenericAssociation::Type(a) => may_be_member(&a.node.expression),
            GenericAssociation::Default(e) => may_be_member(e),
        }),
        Expression::Call(c) => {
            choice(&c.node).is_some_and(|[_, a, b]| may_be_member(a) || may_be_member(b))
        }
        _ => value_of(e).is_some_and(may_be_member),
    }
}

pub fn is_choice(c: &CallExpression) -> bool {
    choice(c).is_some()
}

/// The operands of `__builtin_choose_expr(c, a, b)`.
fn choice(c: &CallExpression) -> Option<&[Node<Expression>; 3]> {
    match &c.callee.node {
        Expression::Identifier(id) if id.node.name == "__builtin_choose_expr" => {
            c.arguments.as_slice().try_into().ok()
        }
        _ => None,
    }
}

/// The expression that gives a block its value.
fn last_value(block: &Node<Statement>) -> Option<&Node<Expression>> {
    let Statement::Compound(items) = &block.node else {
        return None;
    };
    let BlockItem::Statement(last) = &items.last()?.node else {
        return None;
    };
    let mut last = last;
    while let Statement::Labeled(labeled) = &last.node {
        last = &labeled.node.statement;
    }
    match &last.node {
        Statement::Expression(e) => e.as_deref(),
        _ => None,
    }
}
