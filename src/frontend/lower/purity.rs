//! Which expressions have no effect: they may become trees and be evaluated again.

use super::Lowerer;
use super::builtins;
use super::env::Entity;
use super::operator::is_assignment;
use lang_c::ast::*;
use lang_c::span::Node;

impl Lowerer<'_> {
    /// Whether evaluating the expression changes nothing and reads nothing volatile.
    pub fn is_pure(&mut self, e: &Node<Expression>) -> bool {
        // A node's address identifies it as long as its tree lives, which is longer than we do.
        let key = e as *const _ as usize;
        if let Some(&known) = self.purity.get(&key) {
            return known;
        }
        let pure = self.pure_node(e);
        self.purity.insert(key, pure);
        pure
    }

    /// Works on a tree that dies afterwards: what is known of its nodes' addresses dies with it.
    pub fn on_short_lived<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let saved = std::mem::take(&mut self.purity);
        let result = self.unobserved(work);
        self.purity = saved;
        result
    }

    fn pure_node(&mut self, e: &Node<Expression>) -> bool {
        use Expression as E;
        match &e.node {
            E::Identifier(id) => self.pure_identifier(&id.node.name),
            E::Constant(_) | E::StringLiteral(_) => true,
            // Unevaluated. The operand of `sizeof` is evaluated if it is a variable-length array; lowering it then
            // asks whether it is pure itself.
            E::SizeOfVal(_) | E::AlignOf(_) => true,
            E::OffsetOf(o) => o
                .node
                .designator
                .node
                .members
                .iter()
                .all(|m| match &m.node {
                    OffsetMember::Index(e) => self.is_pure(e),
                    OffsetMember::Member(_) | OffsetMember::IndirectMember(_) => true,
                }),
            E::SizeOfTy(ty) => self.is_constant_type(&ty.node.0.node),
            E::GenericSelection(g) => g.node.associations.iter().all(|a| match &a.node {
                GenericAssociation::Type(a) => self.is_pure(&a.node.expression),
                GenericAssociation::Default(e) => self.is_pure(e),
            }),
            E::Member(m) => self.is_pure(&m.node.expression) && self.reads_plain(e),
            E::Call(c) => self.pure_call(&c.node),
            E::CompoundLiteral(_) | E::VaArg(_) | E::Statement(_) => false,
            E::UnaryOperator(u) => {
                use UnaryOperator as U;
                match u.node.operator.node {
                    U::PostIncrement | U::PostDecrement | U::PreIncrement | U::PreDecrement => {
                        false
                    }
                    // `&v` reads nothing, even of a volatile object.
                    U::Address => self.pure_address(&u.node.operand),
                    U::Indirection => self.is_pure(&u.node.operand) && self.reads_plain(e),
                    U::Plus | U::Minus | U::Complement | U::Negate => self.is_pure(&u.node.operand),
                }
            }
            E::Cast(c) => {
                self.is_constant_type(&c.node.type_name.node) && self.is_pure(&c.node.expression)
            }
            E::BinaryOperator(b) => {
                let b = &b.node;
                if is_assignment(&b.operator.node) {
                    return false;
                }
                let operands = self.is_pure(&b.lhs) && self.is_pure(&b.rhs);
                operands && (b.operator.node != BinaryOperator::Index || self.reads_plain(e))
            }
            E::Conditional(c) => {
                let c = &c.node;
                self.is_pure(&c.condition)
                    && self.is_pure(&c.then_expression)
                    && self.is_pure(&c.else_expression)
            }
            E::Comma(list) => list.iter().all(|e| self.is_pure(e)),
        }
    }

    /// Whether the expression has one call and no other effect that the order of evaluation could put before it or
    /// after it: what else it changes, it changes by the call's value. Or it has calls that are given each other's values, so
    /// that they come one after the other.
    pub fn is_lone_call(&mut self, e: &Node<Expression>) -> bool {
        use Expression as E;
        match &e.node {
            E::Call(c) => {
                let c = &c.node;
                // What the others read may have been read before or after: lowering says so.
                let mut rest = c
                    .arguments
                    .iter()
                    .filter(|arg| !self.is_pure(arg))
                    .collect::<Vec<_>>();
                let inner = rest.pop();
                self.is_pure(&c.callee)
                    && rest.is_empty()
                    && inner.is_none_or(|arg| self.is_lone_call(arg))
            }
            E::Cast(c) => {
                self.is_constant_type(&c.node.type_name.node)
                    && self.is_lone_call(&c.node.expression)
            }
            E::UnaryOperator(u) => {
                use UnaryOperator as U;
                let u = &u.node;
                matches!(
                    u.operator.node,
                    U::Plus | U::Minus | U::Complement | U::Negate
                ) && self.is_lone_call(&u.operand)
            }
            E::BinaryOperator(b) => {
                let b = &b.node;
                match b.operator.node {
                    BinaryOperator::Index => false,
                    // The left side comes first.
                    BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr => {
                        self.is_pure(&b.lhs) && self.is_lone_call(&b.rhs)
                            || self.is_lone_call(&b.lhs) && self.is_pure(&b.rhs)
                    }
                    ref operator if is_assignment(operator) => {
                        self.is_pure(&b.lhs) && self.is_lone_call(&b.rhs)
                    }
                    // What the left side reads may have been read before or after: lowering says so. Of the right
                    // side it does not.
                    _ => {
                        self.is_pure(&b.lhs) && self.is_lone_call(&b.rhs)
                            || self.is_lone_call(&b.lhs) && self.is_constant(&b.rhs)
                    }
                }
            }
            _ => false,
        }
    }

    /// Whether the expression is `x && y` or `x || y`, or assigns that: then nothing else is evaluated with x, nor with y.
    pub fn is_lone_decision(&mut self, e: &Node<Expression>) -> bool {
        let Expression::BinaryOperator(b) = &e.node else {
            return false;
        };
        let b = &b.node;
        match b.operator.node {
            BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr => true,
            BinaryOperator::Assign => self.is_pure(&b.lhs) && self.is_lone_decision(&b.rhs),
            _ => false,
        }
    }

    /// An integer constant expression of ISO C, in the forms that every compiler takes for one.
    pub fn is_integer_constant(&self, e: &Node<Expression>) -> bool {
        match &e.node {
            Expression::Identifier(id) => {
                matches!(
                    self.env.lookup(&id.node.name),
                    Some(Entity::EnumConst { .. })
                )
            }
            Expression::Constant(c) => !matches!(c.node, Constant::Float(_)),
            Expression::SizeOfTy(_) | Expression::AlignOf(_) => true,
            Expression::UnaryOperator(u) => {
                matches!(
                    u.node.operator.node,
                    UnaryOperator::Plus
                        | UnaryOperator::Minus
                        | UnaryOperator::Complement
                        | UnaryOperator::Negate
                ) && self.is_integer_constant(&u.node.operand)
            }
            Expression::BinaryOperator(b) => {
                self.is_integer_constant(&b.node.lhs) && self.is_integer_constant(&b.node.rhs)
            }
            Expression::Conditional(c) => {
                self.is_integer_constant(&c.node.condition)
                    && self.is_integer_constant(&c.node.then_expression)
                    && self.is_integer_constant(&c.node.else_expression)
            }
            _ => false,
        }
    }

    fn is_constant(&mut self, e: &Node<Expression>) -> bool {
        self.try_constant(e).is_ok_and(|value| value.is_some())
    }

    /// Whether nothing is evaluated where the type is written.
    fn is_constant_type(&mut self, name: &TypeName) -> bool {
        let specifiers = name.specifiers.iter().all(|s| match &s.node {
            SpecifierQualifier::TypeSpecifier(ty) => match &ty.node {
                TypeSpecifier::TypeOf(of) => match &of.node {
                    TypeOf::Expression(e) => self.is_pure(e),
                    TypeOf::Type(name) => self.is_constant_type(&name.node),
                },
                _ => true,
            },
            _ => true,
        });
        specifiers && self.has_constant_lengths(name.declarator.as_ref())
    }

    /// The length of a variable-length array is evaluated where its type is written.
    fn has_constant_lengths(&mut self, declarator: Option<&Node<Declarator>>) -> bool {
        let Some(declarator) = declarator else {
            return true;
        };
        let inner = match &declarator.node.kind.node {
            DeclaratorKind::Declarator(inner) => Some(&**inner),
            _ => None,
        };
        let derived = declarator.node.derived.iter();
        let constant = derived.map(|d| &d.node).all(|d| match d {
            DerivedDeclarator::Array(array) => match &array.node.size {
                ArraySize::VariableExpression(e) | ArraySize::StaticExpression(e) => {
                    self.is_constant(e)
                }
                ArraySize::Unknown | ArraySize::VariableUnknown => true,
            },
            _ => true,
        });
        constant && self.has_constant_lengths(inner)
    }

    fn pure_identifier(&mut self, name: &str) -> bool {
        match self.env.lookup(name) {
            Some(Entity::Var { ty, .. } | Entity::Global { ty, .. } | Entity::Vla { ty, .. }) => {
                !ty.quals.is_volatile && !ty.quals.is_atomic
            }
            _ => true,
        }
    }

    /// The operand of `&`: computing an address reads only the pointers on the way.
    fn pure_address(&mut self, e: &Node<Expression>) -> bool {
        match &e.node {
            Expression::Identifier(_) => true,
            Expression::Member(m) => match m.node.operator.node {
                MemberOperator::Direct => self.pure_address(&m.node.expression),
                MemberOperator::Indirect => self.is_pure(&m.node.expression),
            },
            Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Indirection => {
                self.is_pure(&u.node.operand)
            }
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Index => {
                self.is_pure(&b.node.lhs) && self.is_pure(&b.node.rhs)
            }
            _ => self.is_pure(e),
        }
    }

    /// Whether the object that the expression designates is neither volatile nor atomic.
    fn reads_plain(&mut self, e: &Node<Expression>) -> bool {
        if !self.env.has_volatile {
            return true;
        }
        // Without a type it cannot be lowered anyway.
        self.type_of(e)
            .is_ok_and(|ty| !ty.quals.is_volatile && !ty.quals.is_atomic)
    }

    fn pure_call(&mut self, c: &CallExpression) -> bool {
        let Expression::Identifier(id) = &c.callee.node else {
            return false;
        };
        match builtins::purity(&id.node.name) {
            builtins::Purity::Unevaluated => true,
            builtins::Purity::Pure => c.arguments.iter().all(|e| self.is_pure(e)),
            builtins::Purity::Effect => false,
        }
    }
}
