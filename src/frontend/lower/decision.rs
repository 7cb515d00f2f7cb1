//! Decisions and the trees in which criteria look for operators.
//!
//! A pure decision is one tree evaluated at one point. One with effects becomes control flow:
//! each condition is kept in a temporary when it is computed, and labels stand after it.

use super::builder::Operand;
use super::{Lower, Lowerer};
use crate::base::Span;
use crate::ir::*;
use lang_c::ast::*;
use lang_c::span::Node;

impl Lowerer<'_> {
    /// A controlling expression: gives the value to branch on, and records the decision.
    pub fn condition(&mut self, e: &Node<Expression>, kind: DecisionKind) -> Lower<ExprId> {
        if !self.is_pure(e) {
            return self.decide(e, kind);
        }
        let span = self.span(e.span);
        let operand = self.rvalue(e)?;
        self.scalar(&operand.ty, span)?;
        let point = self.point_before(span);
        self.graph.sites.roots.push(Root {
            point,
            expr: operand.expr,
        });
        self.record_decision(kind, point, operand.expr, None, span);
        Ok(operand.expr)
    }

    /// A decision with effects: control flow with a temporary per condition.
    pub fn decide(&mut self, e: &Node<Expression>, kind: DecisionKind) -> Lower<ExprId> {
        let span = self.span(e.span);
        let outcome = self.truth_temp(span);
        let mut leaves = Vec::new();
        let tree = self.decide_into(e, outcome, &mut leaves)?;
        let root = self.var_expr(outcome);
        let single = matches!(tree, BoolTree::Leaf(_));
        let point = match leaves.first() {
            Some(leaf) if single => leaf.point,
            _ => self.point(Anchor::After { span, value: root }, span),
        };
        self.graph.sites.decisions.push(Decision {
            kind,
            span,
            point,
            guard: None,
            root,
            tree,
            leaves,
        });
        Ok(root)
    }

    /// Evaluates `e` and assigns its truth to `outcome`.
    fn decide_into(
        &mut self,
        e: &Node<Expression>,
        outcome: VarId,
        leaves: &mut Vec<Leaf>,
    ) -> Lower<BoolTree> {
        let span = self.span(e.span);
        match &e.node {
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::LogicalAnd => {
                let (x, y) = self.short_circuit(&b.node, outcome, leaves, true, span)?;
                Ok(BoolTree::And(Box::new(x), Box::new(y)))
            }
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::LogicalOr => {
                let (x, y) = self.short_circuit(&b.node, outcome, leaves, false, span)?;
                Ok(BoolTree::Or(Box::new(x), Box::new(y)))
            }
            Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Negate => {
                let inner = self.decide_into(&u.node.operand, outcome, leaves)?;
                let value = self.var_expr(outcome);
                let value = self.not(value);
                self.assign(outcome, value, span)?;
                Ok(BoolTree::Not(Box::new(inner)))
            }
            _ => self.decide_leaf(e, outcome, leaves),
        }
    }

    /// `x && y` when `and`, else `x || y`.
    fn short_circuit(
        &mut self,
        b: &BinaryOperatorExpression,
        outcome: VarId,
        leaves: &mut Vec<Leaf>,
        and: bool,
        span: Span,
    ) -> Lower<(BoolTree, BoolTree)> {
        let x = self.decide_into(&b.lhs, outcome, leaves)?;
        let (right, join) = (self.new_block(), self.new_block());
        let value = self.var_expr(outcome);
        let (then, els) = if and { (right, join) } else { (join, right) };
        self.branch(value, then, els, right, span)?;
        let y = self.decide_into(&b.rhs, outcome, leaves)?;
        self.goto(join, span)?;
        Ok((x, y))
    }

    fn decide_leaf(
        &mut self,
        e: &Node<Expression>,
        outcome: VarId,
        leaves: &mut Vec<Leaf>,
    ) -> Lower<BoolTree> {
        let span = self.span(e.span);
        let pure = self.is_pure(e);
        let operand = match std::mem::take(&mut self.graph.sequenced) {
            true => {
                let operand = self.by_itself(e, |this| this.rvalue(e));
                self.graph.sequenced = true;
                operand?
            }
            false => self.rvalue(e)?,
        };
        self.scalar(&operand.ty, span)?;
        if pure {
            let point = self.point(Anchor::Before { span, parens: true }, span);
            self.register_leaf(point, operand.expr);
        }
        let condition = self.truth_temp(span);
        let truth = self.truth(operand.expr);
        self.assign(condition, truth, span)?;
        let value = self.var_expr(condition);
        self.assign(outcome, value, span)?;
        let expr = self.var_expr(condition);
        let point = self.point(Anchor::After { span, value: expr }, span);
        if !pure {
            self.register_leaf(point, operand.expr);
        }
        leaves.push(Leaf {
            expr,
            span,
            point,
            strict: true,
        });
        Ok(BoolTree::Leaf(leaves.len() - 1))
    }

    // ---- what criteria read ----

    /// The tree is evaluated at this point.
    pub fn register(&mut self, point: PointId, operand: &Operand) {
        if operand.ty.scalar().is_some() || operand.ty.is_aggregate() {
            self.register_tree(point, operand.expr);
        }
    }

    pub fn register_tree(&mut self, point: PointId, expr: ExprId) {
        if !self.in_function {
            return;
        }
        self.graph.sites.roots.push(Root { point, expr });
        self.nested_decisions(point, expr, None);
    }

    /// The tree of a condition is evaluated at this point.
    fn register_leaf(&mut self, point: PointId, leaf: ExprId) {
        self.graph.sites.roots.push(Root { point, expr: leaf });
        self.decisions_in_leaf(point, leaf, None);
    }

    /// The tree of an expression with effects, right after it was evaluated.
    pub fn register_after(&mut self, e: &Node<Expression>, operand: &Operand) {
        let simple = matches!(
            self.exprs[operand.expr].kind,
            ExprKind::Var(_) | ExprKind::Int(_) | ExprKind::VarAddr(_)
        );
        if simple || operand.ty.scalar().is_none() {
            return;
        }
        let span = self.span(e.span);
        let point = self.point(
            Anchor::After {
                span,
                value: operand.expr,
            },
            span,
        );
        self.register_tree(point, operand.expr);
    }

    /// Records the decisions inside a pure tree: conditions of `?:`, and boolean values.
    fn nested_decisions(&mut self, point: PointId, e: ExprId, guard: Option<ExprId>) {
        let node = &self.exprs[e];
        let span = node.origin.span();
        match node.kind.clone() {
            ExprKind::Select(c, a, b) if span.is_some() => {
                let span = self.exprs[c].origin.span().or(span).unwrap_or_default();
                self.record_decision(DecisionKind::Conditional, point, c, guard, span);
                let then = self.guarded(guard, c);
                self.nested_decisions(point, a, Some(then));
                let not = self.not(c);
                let els = self.guarded(guard, not);
                self.nested_decisions(point, b, Some(els));
            }
            ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Unary(UnOp::Not, _)
                if span.is_some() =>
            {
                self.record_decision(
                    DecisionKind::Value,
                    point,
                    e,
                    guard,
                    span.unwrap_or_default(),
                );
            }
            ExprKind::Binary(op, ..) if op.is_comparison() && span.is_some() => {
                self.record_decision(
                    DecisionKind::Value,
                    point,
                    e,
                    guard,
                    span.unwrap_or_default(),
                );
            }
            kind => {
                for operand in kind.operands() {
                    self.nested_decisions(point, operand, guard);
                }
            }
        }
    }

    fn guarded(&mut self, guard: Option<ExprId>, condition: ExprId) -> ExprId {
        match guard {
            Some(guard) => self.expr(ExprKind::And(guard, condition), Ty::INT),
            None => condition,
        }
    }

    /// A pure decision with its tree; `strict` is filled in when the whole function is known.
    fn record_decision(
        &mut self,
        kind: DecisionKind,
        point: PointId,
        root: ExprId,
        guard: Option<ExprId>,
        span: Span,
    ) {
        if !self.in_function {
            return;
        }
        let mut leaves = Vec::new();
        let mut guards = Vec::new();
        let tree = self.bool_tree(root, guard, point, span, &mut leaves, &mut guards);
        let conditions: Vec<ExprId> = leaves.iter().map(|leaf| leaf.expr).collect();
        self.graph.sites.decisions.push(Decision {
            kind,
            span,
            point,
            guard,
            root,
            tree,
            leaves,
        });
        for (condition, guard) in conditions.into_iter().zip(guards) {
            self.decisions_in_leaf(point, condition, guard);
        }
    }

    /// A condition is no decision of its own, but there may be some inside.
    fn decisions_in_leaf(&mut self, point: PointId, leaf: ExprId, guard: Option<ExprId>) {
        if let ExprKind::Select(..) = self.exprs[leaf].kind {
            return self.nested_decisions(point, leaf, guard);
        }
        for operand in self.exprs[leaf].kind.operands() {
            self.nested_decisions(point, operand, guard);
        }
    }

    /// The `&& || ! ?:` structure of a pure tree. `guards` gets, for each leaf, the condition
    /// under which it is evaluated.
    fn bool_tree(
        &mut self,
        e: ExprId,
        guard: Option<ExprId>,
        point: PointId,
        span: Span,
        leaves: &mut Vec<Leaf>,
        guards: &mut Vec<Option<ExprId>>,
    ) -> BoolTree {
        let here = self.exprs[e].origin.span();
        let written = here.is_some();
        let span = here.unwrap_or(span);
        match self.exprs[e].kind {
            ExprKind::And(a, b) if written => {
                let x = self.bool_tree(a, guard, point, span, leaves, guards);
                let right = self.guarded(guard, a);
                let y = self.bool_tree(b, Some(right), point, span, leaves, guards);
                BoolTree::And(Box::new(x), Box::new(y))
            }
            ExprKind::Or(a, b) if written => {
                let x = self.bool_tree(a, guard, point, span, leaves, guards);
                let not = self.not(a);
                let right = self.guarded(guard, not);
                let y = self.bool_tree(b, Some(right), point, span, leaves, guards);
                BoolTree::Or(Box::new(x), Box::new(y))
            }
            ExprKind::Unary(UnOp::Not, a) => BoolTree::Not(Box::new(
                self.bool_tree(a, guard, point, span, leaves, guards),
            )),
            ExprKind::Select(c, a, b) if self.is_boolean(a) && self.is_boolean(b) => {
                let x = self.bool_tree(c, guard, point, span, leaves, guards);
                let then = self.guarded(guard, c);
                let y = self.bool_tree(a, Some(then), point, span, leaves, guards);
                let not = self.not(c);
                let els = self.guarded(guard, not);
                let z = self.bool_tree(b, Some(els), point, span, leaves, guards);
                BoolTree::Cond(Box::new(x), Box::new(y), Box::new(z))
            }
            // A wider integer type keeps the truth of the value.
            ExprKind::Cast(a) if self.is_boolean(a) && self.ty(e).is_int() => {
                self.bool_tree(a, guard, point, span, leaves, guards)
            }
            // `b != 0` of a boolean is the boolean.
            ExprKind::Binary(BinOp::Ne, a, zero)
                if self.is_boolean(a) && matches!(self.exprs[zero].kind, ExprKind::Int(0)) =>
            {
                self.bool_tree(a, guard, point, span, leaves, guards)
            }
            _ => {
                leaves.push(Leaf {
                    expr: e,
                    span,
                    point,
                    strict: false,
                });
                guards.push(guard);
                BoolTree::Leaf(leaves.len() - 1)
            }
        }
    }

    /// Whether the value is 0 or 1 by its operator.
    fn is_boolean(&self, e: ExprId) -> bool {
        match &self.exprs[e].kind {
            ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Unary(UnOp::Not, _) => true,
            ExprKind::Binary(op, ..) => op.is_comparison(),
            ExprKind::Cast(a) => self.ty(e).is_int() && self.is_boolean(*a),
            _ => false,
        }
    }
}
