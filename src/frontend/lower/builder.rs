//! Building blocks: blocks, instructions, points, temporaries and expressions.

use super::super::ctype::CType;
use super::{Lower, Lowerer};
use crate::base::{IdVec, Span};
use crate::ir::*;
use lang_c::ast::Expression;
use lang_c::span::Node;
use std::collections::HashMap;

/// The part of a function that grows while its body is lowered. An unevaluated operand gets a
/// graph of its own that is thrown away.
#[derive(Default)]
pub struct Graph {
    pub blocks: IdVec<BlockId, BlockInProgress>,
    /// Where instructions go; `None` in constant expressions outside functions.
    pub current: Option<BlockId>,
    pub points: IdVec<PointId, Point>,
    pub sites: Sites,
    pub imprecise: Vec<(Span, String)>,
    /// Goes up with every instruction and block: unchanged means that an expression was pure.
    pub effects: u64,
    /// The point at the start of the full expression, and `effects` there.
    pub full_expression: Option<(PointId, u64)>,
    /// The blocks of `goto` labels.
    pub labels: HashMap<String, BlockId>,
    /// Thrown away: only types matter.
    pub unevaluated: bool,
    /// How many operands of pure `&&`, `||` and `?:` the expression stands in: it may not be evaluated, and no block says so.
    pub optional: usize,
    /// The calls of the expression are its only effects but for what is done with the last one's value: each is given that of the
    /// one before.
    pub lone_call: bool,
    /// The next point stands between full expressions.
    pub between: bool,
    /// How many statement expressions the text is inside of.
    pub nested: usize,
    /// The conditions of the decision that is being lowered are evaluated one after the other, and nothing else with them.
    pub sequenced: bool,
}

#[derive(Default)]
pub struct BlockInProgress {
    pub insts: Vec<Inst>,
    pub term: Option<Term>,
}

/// A scalar value, or for an aggregate type the address of the object.
#[derive(Clone, Debug)]
pub struct Operand {
    pub expr: ExprId,
    pub ty: CType,
}

impl Lowerer<'_> {
    // ---- expressions ----

    pub fn expr(&mut self, kind: ExprKind, ty: Ty) -> ExprId {
        self.exprs.push(Expr {
            kind,
            ty,
            origin: Origin::Implicit,
        })
    }

    pub fn int(&mut self, value: i128, ty: Ty) -> ExprId {
        self.expr(ExprKind::Int(value), ty)
    }

    pub fn int_operand(&mut self, value: i128, ty: CType) -> Operand {
        let scalar = ty.scalar().unwrap_or(Ty::INT);
        Operand {
            expr: self.int(value, scalar),
            ty,
        }
    }

    pub fn void_operand(&mut self) -> Operand {
        Operand {
            expr: self.int(0, Ty::INT),
            ty: CType::Void,
        }
    }

    pub fn ty(&self, e: ExprId) -> Ty {
        self.exprs[e].ty
    }

    pub fn cast(&mut self, e: ExprId, to: Ty) -> ExprId {
        if self.ty(e) == to {
            return e;
        }
        if let (ExprKind::Int(value), Ty::Int { .. }) = (&self.exprs[e].kind, to)
            && self.exprs[e].origin == Origin::Implicit
        {
            let value = ops::normalise(to, *value);
            return self.int(value, to);
        }
        self.expr(ExprKind::Cast(e), to)
    }

    pub fn binary(&mut self, op: BinOp, a: ExprId, b: ExprId) -> ExprId {
        let ty = if op.is_comparison() {
            Ty::INT
        } else {
            self.ty(a)
        };
        self.expr(ExprKind::Binary(op, a, b), ty)
    }

    pub fn not(&mut self, e: ExprId) -> ExprId {
        self.expr(ExprKind::Unary(UnOp::Not, e), Ty::INT)
    }

    /// `e != 0`, an `int`; comparisons and logical operators are that already.
    pub fn truth(&mut self, e: ExprId) -> ExprId {
        let boolean = match &self.exprs[e].kind {
            ExprKind::Binary(op, ..) => op.is_comparison(),
            ExprKind::Unary(op, _) => *op == UnOp::Not,
            ExprKind::And(..) | ExprKind::Or(..) => true,
            ExprKind::Var(var) => matches!(self.vars[*var].kind, VarKind::Temp { truth: true, .. }),
            _ => false,
        };
        if boolean {
            return e;
        }
        let zero = self.zero(self.ty(e));
        self.binary(BinOp::Ne, e, zero)
    }

    pub fn zero(&mut self, ty: Ty) -> ExprId {
        match ty {
            Ty::Float(_) => self.expr(
                ExprKind::Float {
                    value: 0.0,
                    exact: true,
                },
                ty,
            ),
            _ => self.int(0, ty),
        }
    }

    /// `address + offset` bytes.
    pub fn offset(&mut self, address: ExprId, offset: u64) -> ExprId {
        if offset == 0 {
            return address;
        }
        let index = self.int(offset as i128, Ty::I64);
        self.expr(
            ExprKind::PtrAdd {
                base: address,
                index,
                scale: 1,
                bound: None,
            },
            Ty::Ptr,
        )
    }

    pub fn var_expr(&mut self, var: VarId) -> ExprId {
        let ty = self.vars[var].ty.unwrap_or(Ty::Ptr);
        self.expr(ExprKind::Var(var), ty)
    }

    pub fn var_addr(&mut self, var: VarId) -> ExprId {
        self.vars[var].address_taken = true;
        self.expr(ExprKind::VarAddr(var), Ty::Ptr)
    }

    // ---- variables ----

    pub fn temp(&mut self, ty: Ty, source: Option<Span>, span: Span) -> VarId {
        self.new_temp(
            Some(ty),
            ty.size(),
            ty.size(),
            VarKind::Temp {
                source,
                truth: false,
            },
            span,
        )
    }

    /// Keeps the truth of the condition at `source`.
    pub fn truth_temp(&mut self, source: Span) -> VarId {
        let kind = VarKind::Temp {
            source: Some(source),
            truth: true,
        };
        self.new_temp(Some(Ty::INT), 4, 4, kind, source)
    }

    /// An unnamed object in memory.
    pub fn aggregate_temp(&mut self, size: u64, align: u64, span: Span) -> VarId {
        self.new_temp(
            None,
            size,
            align,
            VarKind::Temp {
                source: None,
                truth: false,
            },
            span,
        )
    }

    fn new_temp(
        &mut self,
        ty: Option<Ty>,
        size: u64,
        align: u64,
        kind: VarKind,
        span: Span,
    ) -> VarId {
        let name = format!("t{}", self.temps);
        self.temps += 1;
        let address_taken = ty.is_none();
        self.vars.push(Var {
            name,
            kind,
            ty,
            size,
            align,
            address_taken,
            volatile: false,
            // Of a temporary no more is known than that it lives where it is made.
            scope: Span {
                start: span.start,
                end: span.start,
            },
            span,
        })
    }

    // ---- the graph ----

    pub fn emit(&mut self, kind: InstKind, span: Span) -> Lower<()> {
        let Some(block) = self.graph.current else {
            return self.fail(span, "not a constant expression");
        };
        self.graph.effects += 1;
        self.graph.blocks[block].insts.push(Inst { kind, span });
        Ok(())
    }

    pub fn assign(&mut self, var: VarId, value: ExprId, span: Span) -> Lower<()> {
        self.emit(InstKind::Assign { var, value }, span)
    }

    pub fn new_block(&mut self) -> BlockId {
        self.graph.effects += 1;
        self.graph.blocks.push(BlockInProgress::default())
    }

    /// Ends the current block and goes on in a fresh one that nothing reaches yet.
    pub fn terminate(&mut self, kind: TermKind, span: Span) -> Lower<()> {
        let next = self.new_block();
        self.end_block(kind, span, next)
    }

    /// Ends the current block and goes on in `next`.
    pub fn end_block(&mut self, kind: TermKind, span: Span, next: BlockId) -> Lower<()> {
        let Some(block) = self.graph.current else {
            return self.fail(span, "not a constant expression");
        };
        self.graph.effects += 1;
        self.graph.blocks[block].term = Some(Term { kind, span });
        self.graph.current = Some(next);
        Ok(())
    }

    pub fn goto(&mut self, target: BlockId, span: Span) -> Lower<()> {
        self.end_block(TermKind::Goto(target), span, target)
    }

    pub fn branch(
        &mut self,
        cond: ExprId,
        then: BlockId,
        els: BlockId,
        next: BlockId,
        span: Span,
    ) -> Lower<()> {
        self.end_block(TermKind::Branch { cond, then, els }, span, next)
    }

    // ---- points ----

    /// A point here. Outside of functions there are none; the id is never used then.
    pub fn point(&mut self, anchor: Anchor, span: Span) -> PointId {
        let sequenced = std::mem::take(&mut self.graph.between) && self.graph.nested == 0;
        let point = self.graph.points.push(Point { anchor, sequenced });
        if let Some(block) = self.graph.current {
            // A point is no effect: it changes nothing.
            self.graph.blocks[block].insts.push(Inst {
                kind: InstKind::Point(point),
                span,
            });
        }
        point
    }

    /// The point just before the expression at `span`: that of the full expression as long as
    /// nothing has happened since.
    pub fn point_before(&mut self, span: Span) -> PointId {
        if let Some((point, effects)) = self.graph.full_expression
            && effects == self.graph.effects
        {
            return point;
        }
        self.point(Anchor::Before { span, parens: true }, span)
    }

    /// Starts a full expression: labels on it stand before its text. One in parentheses is an initialiser, which
    /// may be a part of a list or of a compound literal.
    pub fn begin_full_expression(&mut self, span: Span, parens: bool) -> PointId {
        self.graph.between |= !parens;
        let point = self.point(Anchor::Before { span, parens }, span);
        self.graph.full_expression = Some((point, self.graph.effects));
        point
    }

    pub fn end_full_expression(&mut self) {
        self.graph.full_expression = None;
    }

    /// Lowers an expression beside which nothing else is evaluated.
    pub fn by_itself<T>(
        &mut self,
        e: &Node<Expression>,
        work: impl FnOnce(&mut Self) -> Lower<T>,
    ) -> Lower<T> {
        self.graph.lone_call = self.is_lone_call(e);
        let decides = self.is_lone_decision(e);
        let before = std::mem::replace(&mut self.graph.sequenced, decides);
        let result = work(self);
        self.graph.sequenced = before;
        self.graph.lone_call = false;
        result
    }

    /// Lowers a pure operand that is evaluated only under a condition.
    pub fn optional<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        self.graph.optional += 1;
        let result = work(self);
        self.graph.optional -= 1;
        result
    }

    /// Runs `work` on a graph that is thrown away: operands of `sizeof`, `typeof` and such.
    pub fn unevaluated<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let mut scratch = Graph {
            unevaluated: true,
            ..Graph::default()
        };
        if self.in_function {
            scratch.current = Some(scratch.blocks.push(BlockInProgress::default()));
        }
        let saved = std::mem::replace(&mut self.graph, scratch);
        let result = work(self);
        self.graph = saved;
        result
    }

    /// Runs `work` where no instruction may be emitted: constant expressions.
    pub fn constant_context<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let saved = std::mem::take(&mut self.graph);
        let result = work(self);
        self.graph = saved;
        result
    }
}
