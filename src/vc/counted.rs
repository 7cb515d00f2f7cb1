//! Counters of loops that are cut: what stays between its value before the loop and what its test compares it with.
//!
//! Comes in: a function and one of its loops. Goes out: the counters, and for each the value that it has at the head as a term that
//! does in every state, so that no hypothesis is needed. A counter is a variable that one instruction of the loop changes, by one,
//! at most once on each way around, and only after a test of it against what the loop does not change. With `i₀` its value before the loop and
//! `n` what it is compared with, at each visit of the head, by induction:
//!
//! ```text
//! i < n,  i = i + 1:   i = i₀  ∨  i₀ < i ≤ n
//! i ≤ n,  i = i + 1:   i = i₀  ∨  i₀ < i ≤ n + 1     unless n is the largest value, where i wraps
//! i ≠ n,  i = i + 1:   i = i₀  ∨  i₀ < i ≤ n         unless i₀ > n
//! ```
//!
//! and the other way round for counters that go down.

use super::loops::{Cut, Writes};
use super::passive::Encoder;
use crate::base::{Id, Span};
use crate::ir::graph::{Dominance, edges, reversed};
use crate::ir::*;
use crate::logic::TermId;
use std::collections::HashMap;

/// What a counter is compared with has no more nodes.
const MAX_NODES: usize = 8;

#[derive(Clone, Copy, Debug)]
pub struct Counter {
    pub var: VarId,
    up: bool,
    /// The counter goes on while it is in this relation …
    test: BinOp,
    /// … to this.
    bound: ExprId,
}

/// The shape of a function, for the search.
pub struct Shape {
    dominance: Dominance,
    before: Vec<Vec<usize>>,
}

/// The only instruction of a loop that changes a variable.
#[derive(Clone, Copy)]
struct Step {
    block: BlockId,
    up: bool,
    span: Span,
}

impl Shape {
    pub fn new(f: &Function) -> Shape {
        let next = edges(f);
        Shape {
            dominance: Dominance::new(&next, 0),
            before: reversed(&next),
        }
    }
}

impl Encoder<'_> {
    /// The counters of the loop with this head, whose body may write so much.
    pub fn counters(
        &self,
        cut: &Cut,
        head: BlockId,
        writes: &Writes,
        shape: &Shape,
    ) -> Vec<Counter> {
        let mut counters = Vec::new();
        let Some(index) = cut.loop_at[head] else {
            return counters;
        };
        let blocks = &cut.loops[index].blocks;
        let mut steps = self.steps(blocks);
        // In a loop further in, the step may be repeated without the test.
        steps.retain(|_, step| step.is_some_and(|step| cut.innermost[step.block] == Some(head)));
        if steps.is_empty() {
            return counters;
        }
        for &block in blocks {
            let term = &self.f.blocks[block].term;
            let TermKind::Branch { cond, then, els } = term.kind else {
                continue;
            };
            for (target, truth) in [(then, true), (els, false)] {
                let only = shape.before[target.index()] == [block.index()] && then != els;
                if !only || target == head || !self.keeps(term.span) {
                    continue;
                }
                let mut tests = Vec::new();
                self.tests(cond, truth, &mut tests);
                for (var, test, bound) in tests {
                    let step = steps.get(&var).copied().flatten();
                    let after = |step: &Step| {
                        let (target, own) = (target.index(), step.block.index());
                        shape.dominance.dominates(target, own)
                    };
                    if let Some(step) = step.filter(after)
                        && fits(step.up, test)
                        && self.keeps(step.span)
                        && self.is_constant(bound, writes, &mut { MAX_NODES })
                    {
                        counters.push(Counter {
                            var,
                            up: step.up,
                            test,
                            bound,
                        });
                    }
                }
            }
        }
        counters
    }

    /// The variables that one instruction of these blocks changes by one; `None` for those that are changed otherwise.
    fn steps(&self, blocks: &[BlockId]) -> HashMap<VarId, Option<Step>> {
        let mut steps: HashMap<VarId, Option<Step>> = HashMap::new();
        let mut add = |var: VarId, step: Option<Step>| {
            let slot = steps.entry(var);
            slot.and_modify(|known| *known = None).or_insert(step);
        };
        for &block in blocks {
            for inst in &self.f.blocks[block].insts {
                let span = inst.span;
                match &inst.kind {
                    InstKind::Assign { var, value } => {
                        let up = self.step(*var, *value);
                        add(*var, up.map(|up| Step { block, up, span }));
                    }
                    InstKind::Declare(var)
                    | InstKind::Either { var, .. }
                    | InstKind::VolatileLoad { var, .. }
                    | InstKind::Alloca { var, .. } => add(*var, None),
                    InstKind::Call { result, .. } => result.iter().for_each(|var| add(*var, None)),
                    InstKind::Havoc { vars, .. } => vars.iter().for_each(|var| add(*var, None)),
                    InstKind::Store { .. }
                    | InstKind::Copy { .. }
                    | InstKind::Zero { .. }
                    | InstKind::Point(_) => {}
                }
            }
        }
        steps
    }

    /// Whether the value is that of the variable and one more, or one less.
    fn step(&self, var: VarId, value: ExprId) -> Option<bool> {
        let own = &self.f.vars[var];
        if own.address_taken || own.volatile || !own.ty?.is_int() {
            return None;
        }
        let ExprKind::Binary(op, a, b) = self.f.expr(value).kind else {
            return None;
        };
        let is_var = |e: ExprId| matches!(self.f.expr(e).kind, ExprKind::Var(v) if v == var);
        match (op, &self.f.expr(b).kind) {
            (BinOp::Add, ExprKind::Int(1)) | (BinOp::Sub, ExprKind::Int(-1)) => Some(true),
            (BinOp::Sub, ExprKind::Int(1)) | (BinOp::Add, ExprKind::Int(-1)) => Some(false),
            _ => None,
        }
        .filter(|_| is_var(a) && self.f.expr(value).ty == self.f.expr(a).ty)
    }

    /// The comparisons of variables that hold when the condition has this truth.
    fn tests(&self, cond: ExprId, truth: bool, found: &mut Vec<(VarId, BinOp, ExprId)>) {
        match self.f.expr(cond).kind {
            ExprKind::Unary(UnOp::Not, a) => self.tests(a, !truth, found),
            // `&&` is true when both are, `||` false when both are.
            ExprKind::And(a, b) | ExprKind::Or(a, b)
                if matches!(self.f.expr(cond).kind, ExprKind::And(..)) == truth =>
            {
                self.tests(a, truth, found);
                self.tests(b, truth, found);
            }
            ExprKind::Binary(op, a, b) if op.is_comparison() => {
                let op = if truth { op } else { op.negated() };
                if let ExprKind::Var(var) = self.f.expr(a).kind {
                    found.push((var, op, b));
                }
                if let ExprKind::Var(var) = self.f.expr(b).kind {
                    found.push((var, swapped(op), a));
                }
            }
            _ => {}
        }
    }

    /// Whether the loop leaves the value as it is.
    fn is_constant(&self, e: ExprId, writes: &Writes, nodes: &mut usize) -> bool {
        let Some(rest) = nodes.checked_sub(1) else {
            return false;
        };
        *nodes = rest;
        let node = self.f.expr(e);
        match node.kind {
            ExprKind::Int(_) => true,
            ExprKind::Var(var) => {
                let own = &self.f.vars[var];
                !own.address_taken && !own.volatile && !writes.vars.contains(&var)
            }
            ExprKind::Unary(_, a) | ExprKind::Cast(a) => self.is_constant(a, writes, nodes),
            ExprKind::Binary(BinOp::Add | BinOp::Sub | BinOp::Mul, a, b) => {
                self.is_constant(a, writes, nodes) && self.is_constant(b, writes, nodes)
            }
            _ => false,
        }
    }

    /// The counter at the head of the loop, that had this value before it.
    pub fn keep_counting(&mut self, counter: &Counter, first: TermId) {
        let Some(ty) = self.f.vars[counter.var].ty else {
            return;
        };
        let now = self.content_of(counter.var);
        let bound = self.value(counter.bound);
        let width = self.terms.width(now);
        let one = self.terms.bv(1, width);
        let (signed, up) = (ty.is_signed(), counter.up);
        // Everything is the other way round for what goes down.
        let (low, high) = if up { (first, now) } else { (now, first) };
        let moved = self.below(low, high, signed);
        let last = match (counter.test, up) {
            (BinOp::Le, true) => self.terms.sub(now, one),
            (BinOp::Ge, false) => self.terms.add(now, one),
            _ => now,
        };
        let beyond = if up {
            self.below(bound, last, signed)
        } else {
            self.below(last, bound, signed)
        };
        let within = self.terms.not(beyond);
        let inside = self.terms.and2(moved, within);
        let Some((least, most)) = crate::ranges::full(ty) else {
            return;
        };
        let unbounded = match (counter.test, up) {
            (BinOp::Le | BinOp::Ge, _) => {
                let limit = self.constant(if up { most } else { least }, width);
                self.terms.eq(bound, limit)
            }
            (BinOp::Ne, true) => self.below(bound, first, signed),
            (BinOp::Ne, false) => self.below(first, bound, signed),
            _ => self.terms.bool(false),
        };
        let kept = self.terms.or2(inside, unbounded);
        let value = self.terms.ite(kept, now, first);
        self.set(counter.var, value);
        self.known.clear();
    }

    fn below(&mut self, a: TermId, b: TermId, signed: bool) -> TermId {
        match signed {
            true => self.terms.slt(a, b),
            false => self.terms.ult(a, b),
        }
    }
}

/// Whether the test ends a counter that goes up, or down.
fn fits(up: bool, test: BinOp) -> bool {
    match test {
        BinOp::Lt | BinOp::Le => up,
        BinOp::Gt | BinOp::Ge => !up,
        BinOp::Ne => true,
        _ => false,
    }
}

/// `a op b` as `b op a`.
fn swapped(op: BinOp) -> BinOp {
    match op {
        BinOp::Lt => BinOp::Gt,
        BinOp::Le => BinOp::Ge,
        BinOp::Gt => BinOp::Lt,
        BinOp::Ge => BinOp::Le,
        other => other,
    }
}
