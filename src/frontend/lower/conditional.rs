//! `c ? a : b` and statement expressions.

use super::super::ctype::{CType, usual_arithmetic};
use super::builder::Operand;
use super::lvalue::{LValue, LValueKind};
use super::{Lower, Lowerer};
use crate::base::Span;
use crate::ir::*;
use lang_c::ast::*;
use lang_c::span::Node;

/// The middle operand of `a ?: b` as the normalising pass writes it.
const SAME: &str = "__tamis_same";

impl Lowerer<'_> {
    pub fn conditional(
        &mut self,
        e: &Node<Expression>,
        c: &ConditionalExpression,
        span: Span,
    ) -> Lower<Operand> {
        let same =
            matches!(&c.then_expression.node, Expression::Identifier(id) if id.node.name == SAME);
        if self.is_pure(e) {
            return self.select(c, same, span);
        }
        let (cond, kept) = if same {
            let value = self.rvalue(&c.condition)?;
            let ty = self.scalar(&value.ty, span)?;
            let var = self.temp(ty, Some(self.span(c.condition.span)), span);
            self.assign(var, value.expr, span)?;
            let kept = Operand {
                expr: self.var_expr(var),
                ty: value.ty,
            };
            (kept.expr, Some(kept))
        } else {
            (
                self.condition(&c.condition, DecisionKind::Conditional)?,
                None,
            )
        };
        let (then, els, join) = (self.new_block(), self.new_block(), self.new_block());
        self.branch(cond, then, els, then, span)?;
        let a = match kept {
            Some(kept) => kept,
            None => self.arm(&c.then_expression)?,
        };
        let then_end = self.graph.current;
        self.graph.current = Some(els);
        let b = self.arm(&c.else_expression)?;
        let els_end = self.graph.current;
        let texts = [&*c.then_expression, &*c.else_expression];
        self.join_arms([(then_end, a), (els_end, b)], texts, join, span)
    }

    /// A pure `?:` is a tree.
    fn select(&mut self, c: &ConditionalExpression, same: bool, span: Span) -> Lower<Operand> {
        let cond = self.rvalue(&c.condition)?;
        self.scalar(&cond.ty, span)?;
        let a = if same {
            cond.clone()
        } else {
            self.optional(|this| this.rvalue(&c.then_expression))?
        };
        let b = self.optional(|this| this.rvalue(&c.else_expression))?;
        let arms = [&*c.then_expression, &*c.else_expression];
        let ty = self.common_type(&a, &b, arms, span)?;
        if ty == CType::Void {
            return Ok(self.void_operand());
        }
        let a = self.convert(a, &ty, span)?;
        let b = self.convert(b, &ty, span)?;
        let scalar = ty.scalar().unwrap_or(Ty::Ptr);
        Ok(Operand {
            expr: self.expr(ExprKind::Select(cond.expr, a.expr, b.expr), scalar),
            ty,
        })
    }

    /// One arm: an expression of its own, evaluated only here.
    fn arm(&mut self, e: &Node<Expression>) -> Lower<Operand> {
        let pure = self.is_pure(e);
        let operand = self.rvalue(e)?;
        if pure {
            let point = self.point_before(self.span(e.span));
            self.register(point, &operand);
        } else {
            self.register_after(e, &operand);
        }
        Ok(operand)
    }

    fn join_arms(
        &mut self,
        arms: [(Option<BlockId>, Operand); 2],
        texts: [&Node<Expression>; 2],
        join: BlockId,
        span: Span,
    ) -> Lower<Operand> {
        let ty = self.common_type(&arms[0].1, &arms[1].1, texts, span)?;
        let result = match ty.scalar() {
            _ if ty == CType::Void => None,
            Some(scalar) => Some(self.temp(scalar, Some(span), span)),
            None => Some(self.temp(Ty::Ptr, None, span)),
        };
        for (block, operand) in arms {
            self.graph.current = block;
            if let Some(result) = result {
                let value = self.convert(operand, &ty, span)?;
                self.assign(result, value.expr, span)?;
            }
            self.goto(join, span)?;
        }
        Ok(match result {
            Some(result) => Operand {
                expr: self.var_expr(result),
                ty,
            },
            None => self.void_operand(),
        })
    }

    /// The type of `c ? a : b` (C11 6.5.15).
    fn common_type(
        &self,
        a: &Operand,
        b: &Operand,
        texts: [&Node<Expression>; 2],
        span: Span,
    ) -> Lower<CType> {
        use CType::{Pointer, Void};
        if let Some(ty) = usual_arithmetic(&a.ty, &b.ty) {
            // The arms are converted as the operands of `|` are.
            self.agreed_on_bits(BinOp::BitOr, (a, b), &ty, span)?;
            return Ok(ty);
        }
        match (&a.ty, &b.ty) {
            (Void, _) | (_, Void) => Ok(Void),
            (x, y) if x.is_aggregate() && x == y => Ok(a.ty.clone()),
            (Pointer(_), Pointer(_)) => self.common_pointer([a, b], texts, span),
            (Pointer(_), other) if other.is_integer() => Ok(a.ty.clone()),
            (other, Pointer(_)) if other.is_integer() => Ok(b.ty.clone()),
            _ => self.fail(span, "the arms of `?:` do not go together"),
        }
    }

    /// `({ … })`: the value is that of the last expression statement.
    pub fn statement_expression(&mut self, s: &Node<Statement>, span: Span) -> Lower<Operand> {
        if self.graph.current.is_none() {
            return self.fail(span, "not a constant expression");
        }
        let Statement::Compound(items) = &s.node else {
            return self.fail(span, "a statement expression without braces");
        };
        self.graph.effects += 1;
        let outer = self.graph.full_expression.take();
        self.graph.nested += 1;
        let result = self.scoped(span, |this| this.statement_expression_items(items, span));
        self.graph.nested -= 1;
        // What stood before is no longer the start of what follows.
        self.graph.full_expression = outer;
        self.graph.effects += 1;
        result
    }

    fn statement_expression_items(
        &mut self,
        items: &[Node<BlockItem>],
        span: Span,
    ) -> Lower<Operand> {
        let Some((last, init)) = items.split_last() else {
            return Ok(self.void_operand());
        };
        for item in init {
            self.block_item(item)?;
        }
        let BlockItem::Statement(statement) = &last.node else {
            self.block_item(last)?;
            return Ok(self.void_operand());
        };
        self.observed(last, |this| {
            let Some(e) = this.last_expression(statement)? else {
                return Ok(this.void_operand());
            };
            let (point, operand) = this.full_value(e, false)?;
            this.graph.sites.statements.push(point);
            this.keep(operand, span)
        })
    }

    /// The expression of the last statement; labels before it are lowered on the way.
    fn last_expression<'n>(
        &mut self,
        statement: &'n Node<Statement>,
    ) -> Lower<Option<&'n Node<Expression>>> {
        match &statement.node {
            Statement::Expression(Some(e)) => Ok(Some(e)),
            Statement::Labeled(labeled) => {
                self.label(&labeled.node.label)?;
                self.last_expression(&labeled.node.statement)
            }
            _ => {
                self.statement(statement, true)?;
                Ok(None)
            }
        }
    }

    /// A copy of the value that outlives the scope it was computed in.
    fn keep(&mut self, operand: Operand, span: Span) -> Lower<Operand> {
        if let Some(ty) = operand.ty.scalar() {
            let var = self.temp(ty, Some(span), span);
            self.assign(var, operand.expr, span)?;
            return Ok(Operand {
                expr: self.var_expr(var),
                ty: operand.ty,
            });
        }
        if operand.ty.is_aggregate() {
            let size = super::super::layout::size_of(&operand.ty, &self.env.records).unwrap_or(0);
            let align =
                super::super::layout::natural_align(&operand.ty, &self.env.records).unwrap_or(1);
            let var = self.aggregate_temp(size, align, span);
            let ty = super::super::ctype::QualType::plain(operand.ty.clone());
            let place = LValue {
                place: LValueKind::Mem(self.var_addr(var)),
                ty,
            };
            return self.copy_record(&place, operand, span);
        }
        Ok(operand)
    }
}
