//! What integer variables lie between at the start of each block: abstract interpretation with intervals.
//!
//! Comes in: a function and its order of blocks. Goes out: for each block, and each variable that only assignments
//! change, an interval that holds the variable's value, read as its type reads it, at every visit of the block. Whatever
//! may wrap, be read from memory or be given back by a call has any value of its type.

use super::interval_rules::{Interval, fits, full, join, meet, operation, tighten};
use super::kept::{Kept, decides, tells};
use super::loops::Cut;
use crate::base::{Bug, Id, IdVec, Span, seeded};
use crate::ir::*;

/// Functions with more variables times blocks are not looked at.
const MAX_WORK: usize = 2_000_000;
/// How often a head is joined exactly before its intervals jump to constants of the function.
const EXACT_ROUNDS: usize = 3;
/// A bound on the rounds; the jumps end long before.
const MAX_ROUNDS: usize = 400;
/// Rounds that make intervals smaller again.
const NARROWING: usize = 3;
/// Conditions nested deeper tell nothing.
const DEPTH: usize = 6;

/// By variable; `None` for one that is not followed.
type Env = Vec<Option<Interval>>;

/// The intervals at the start of each block; `None` where control does not come.
pub type Intervals = IdVec<BlockId, Option<Env>>;

struct Analysis<'a> {
    f: &'a Function,
    cut: &'a Cut,
    /// Ascending: where growing intervals may stop.
    stops: Vec<i128>,
    /// The text that counts; `None` for all of it.
    kept: Option<Kept<'a>>,
}

/// `None`: there is no loop that is forgotten at its head, or the function is too large.
pub fn intervals(f: &Function, cut: &Cut, kept: Option<Kept>) -> Option<Intervals> {
    if cut.heads.values().all(Option::is_none) || f.vars.len() * f.blocks.len() > MAX_WORK {
        return None;
    }
    let mut analysis = Analysis {
        f,
        cut,
        stops: stops(f),
        kept,
    };
    analysis.stops.sort_unstable();
    analysis.stops.dedup();
    analysis.solve()
}

fn stops(f: &Function) -> Vec<i128> {
    let mut stops = Vec::new();
    for e in f.exprs.values() {
        if let ExprKind::Int(value) = e.kind
            && value.checked_abs().is_some_and(|size| size < 1 << 64)
        {
            stops.extend([value - 1, value, value + 1]);
        }
        // What counts up to a short number stops where its type ends.
        if e.ty.bits() <= 16
            && let Some((low, high)) = full(e.ty)
        {
            stops.extend([low - 1, low, high, high + 1]);
        }
    }
    stops
}

impl Analysis<'_> {
    fn solve(&self) -> Option<Intervals> {
        let mut state = self.nowhere();
        let entry = *self.cut.order.first()?;
        state[entry] = Some(self.start());
        let mut round = 0;
        while self.ascend(&mut state, round >= EXACT_ROUNDS) {
            round += 1;
            if seeded(Bug::IntervalsUnfinished) && round > 1 {
                break;
            }
            if round == MAX_ROUNDS {
                return None;
            }
        }
        for _ in 0..NARROWING {
            state = self.descend(&state);
        }
        Some(state)
    }

    /// Lets the intervals grow by what each block sends on; says whether they did. Each circle has an edge against the
    /// order, and along those the intervals jump, so this ends.
    fn ascend(&self, state: &mut Intervals, jump: bool) -> bool {
        let mut changed = false;
        for &block in &self.cut.order {
            let Some(env) = state[block].clone() else {
                continue;
            };
            self.flow(block, env, |target, env| {
                let jump = jump && self.cut.is_back(block, target);
                let grown = match &state[target] {
                    None => env,
                    Some(known) => self.grow(known, &env, jump),
                };
                if state[target].as_ref() != Some(&grown) {
                    changed = true;
                    state[target] = Some(grown);
                }
            });
        }
        changed
    }

    /// What comes to each block when the blocks start with what is known: a step from what holds everywhere gives what
    /// holds everywhere.
    fn descend(&self, state: &Intervals) -> Intervals {
        let mut next = self.nowhere();
        if let Some(&entry) = self.cut.order.first() {
            next[entry] = Some(self.start());
        }
        for (against, from_next) in [(true, false), (false, true)] {
            for &block in &self.cut.order {
                let env = if from_next {
                    &next[block]
                } else {
                    &state[block]
                };
                let Some(env) = env.clone() else { continue };
                self.flow(block, env, |target, env| {
                    if self.cut.is_back(block, target) == against {
                        let slot = &mut next[target];
                        *slot = Some(match slot.take() {
                            None => env,
                            Some(known) => join_all(&known, &env),
                        });
                    }
                });
            }
        }
        next
    }

    fn nowhere(&self) -> Intervals {
        let mut list = IdVec::new();
        for _ in self.f.blocks.ids() {
            list.push(None);
        }
        list
    }

    /// Any value of each variable that only assignments change.
    fn start(&self) -> Env {
        let vars = self.f.vars.values();
        vars.map(|var| match var.ty {
            Some(ty) if !var.address_taken && !var.volatile => full(ty),
            _ => None,
        })
        .collect()
    }

    fn grow(&self, old: &Env, new: &Env, jump: bool) -> Env {
        let pairs = old.iter().zip(new).zip(self.f.vars.values());
        pairs
            .map(|((old, new), var)| {
                let (old, new) = ((*old)?, (*new)?);
                let both = join(old, new);
                if !jump {
                    return Some(both);
                }
                let (least, most) = full(var.ty?)?;
                let low = match both.0 < old.0 {
                    true => self.stops.iter().rev().find(|&&stop| stop <= both.0),
                    false => Some(&old.0),
                };
                let high = match both.1 > old.1 {
                    true => self.stops.iter().find(|&&stop| stop >= both.1),
                    false => Some(&old.1),
                };
                let low = low.map_or(least, |&low| low.max(least));
                let high = high.map_or(most, |&high| high.min(most));
                Some((low, high))
            })
            .collect()
    }

    /// What the block sends to others when it starts with this.
    fn flow(&self, block: BlockId, mut env: Env, go: impl FnMut(BlockId, Env)) {
        for inst in &self.f.blocks[block].insts {
            match tells(&inst.kind) && !self.keeps(inst.span) {
                true => self.any_instruction(&inst.kind, &mut env),
                false => self.instruction(&inst.kind, &mut env),
            }
        }
        let end = &self.f.blocks[block].term;
        match decides(&end.kind) && !self.keeps(end.span) {
            true => self.leave_anyway(&end.kind, &env, go),
            false => self.leave(&end.kind, &env, go),
        }
    }

    fn keeps(&self, span: Span) -> bool {
        self.kept.is_none_or(|kept| kept(span))
    }

    fn any_instruction(&self, kind: &InstKind, env: &mut Env) {
        match kind {
            InstKind::Assign { var, .. } | InstKind::Either { var, .. } => {
                self.set(*var, None, env);
            }
            other => self.instruction(other, env),
        }
    }

    fn leave_anyway(&self, kind: &TermKind, env: &Env, mut go: impl FnMut(BlockId, Env)) {
        kind.successors().for_each(|to| go(to, env.clone()));
    }

    fn instruction(&self, kind: &InstKind, env: &mut Env) {
        match kind {
            InstKind::Assign { var, value } => {
                let value = self.eval(*value, env);
                self.set(*var, value, env);
            }
            InstKind::Either { var, before, after } => {
                let (before, after) = (self.eval(*before, env), self.eval(*after, env));
                let value = before.zip(after).map(|(a, b)| join(a, b));
                self.set(*var, value, env);
            }
            InstKind::Declare(var)
            | InstKind::VolatileLoad { var, .. }
            | InstKind::Alloca { var, .. }
            | InstKind::Call {
                result: Some(var), ..
            } => self.set(*var, None, env),
            InstKind::Havoc { vars, .. } => vars.iter().for_each(|var| self.set(*var, None, env)),
            InstKind::Store { .. }
            | InstKind::Copy { .. }
            | InstKind::Zero { .. }
            | InstKind::Call { result: None, .. }
            | InstKind::Point(_) => {}
        }
    }

    /// The variable takes a value of the interval, or any.
    fn set(&self, var: VarId, value: Option<Interval>, env: &mut Env) {
        let slot = &mut env[var.index()];
        if slot.is_some() {
            let any = self.f.vars[var].ty.and_then(full);
            *slot = value
                .filter(|&v| any.is_some_and(|any| fits(v, any)))
                .or(any);
        }
    }

    fn leave(&self, kind: &TermKind, env: &Env, mut go: impl FnMut(BlockId, Env)) {
        match kind {
            TermKind::Branch { cond, then, els } => {
                for (target, truth) in [(*then, true), (*els, false)] {
                    if let Some(env) = self.assume(*cond, truth, env.clone(), DEPTH) {
                        go(target, env);
                    }
                }
            }
            TermKind::Switch {
                value,
                cases,
                default,
            } => {
                let any = full(self.f.expr(*value).ty);
                for &(low, high, target) in cases {
                    let case = Some((low, high)).filter(|&c| any.is_some_and(|any| fits(c, any)));
                    let there = match case {
                        Some(case) => self.assign_back(*value, case, env.clone()),
                        None => Some(env.clone()),
                    };
                    there.into_iter().for_each(|env| go(target, env));
                }
                go(*default, env.clone());
            }
            other => self.leave_anyway(other, env, go),
        }
    }

    /// What the expression lies between, as its type reads it.
    fn eval(&self, e: ExprId, env: &Env) -> Option<Interval> {
        let node = self.f.expr(e);
        let any = full(node.ty)?;
        let known = match node.kind {
            ExprKind::Int(value) => Some((value, value)),
            ExprKind::Var(var) => env[var.index()],
            ExprKind::Unary(UnOp::Neg, a) => self.eval(a, env).map(|(l, h)| (-h, -l)),
            ExprKind::Unary(UnOp::Not, _) | ExprKind::And(..) | ExprKind::Or(..) => Some((0, 1)),
            ExprKind::Binary(op, ..) if op.is_comparison() => Some((0, 1)),
            ExprKind::Binary(op, a, b) => {
                let operands = self.eval(a, env).zip(self.eval(b, env));
                operands.and_then(|(a, b)| operation(op, a, b, node.ty))
            }
            ExprKind::Select(_, a, b) => {
                let arms = self.eval(a, env).zip(self.eval(b, env));
                arms.map(|(a, b)| join(a, b))
            }
            ExprKind::Cast(a) => self.eval(a, env),
            _ => None,
        };
        // What does not fit has wrapped.
        known.filter(|&known| fits(known, any)).or(Some(any))
    }

    /// The environment where the condition has this truth; `None` if it has not.
    fn assume(&self, cond: ExprId, truth: bool, env: Env, depth: usize) -> Option<Env> {
        let Some(depth) = depth.checked_sub(1) else {
            return Some(env);
        };
        match self.f.expr(cond).kind {
            ExprKind::Unary(UnOp::Not, a) => self.assume(a, !truth, env, depth),
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                // `&&` is true when both are, `||` false when both are: then both tell something.
                let both = matches!(self.f.expr(cond).kind, ExprKind::And(..)) == truth;
                if both {
                    let env = self.assume(a, truth, env, depth)?;
                    return self.assume(b, truth, env, depth);
                }
                let first = self.assume(a, truth, env.clone(), depth);
                let second = self
                    .assume(a, !truth, env, depth)
                    .and_then(|env| self.assume(b, truth, env, depth));
                match (first, second) {
                    (Some(x), Some(y)) => Some(join_all(&x, &y)),
                    (x, y) => x.or(y),
                }
            }
            ExprKind::Binary(op, a, b) if op.is_comparison() => {
                let op = if truth { op } else { op.negated() };
                let (Some(x), Some(y)) = (self.eval(a, &env), self.eval(b, &env)) else {
                    return Some(env);
                };
                // `(a < b) != 0` says what `a < b` says.
                let env = match (op, y) {
                    (BinOp::Ne, (0, 0)) => self.assume(a, true, env, depth)?,
                    (BinOp::Eq, (0, 0)) => self.assume(a, false, env, depth)?,
                    _ => env,
                };
                let (x, y) = tighten(op, x, y)?;
                let env = self.assign_back(a, x, env)?;
                self.assign_back(b, y, env)
            }
            _ => {
                let Some(value) = self.eval(cond, &env) else {
                    return Some(env);
                };
                let op = if truth { BinOp::Ne } else { BinOp::Eq };
                let (value, _) = tighten(op, value, (0, 0))?;
                self.assign_back(cond, value, env)
            }
        }
    }

    /// The environment where the expression lies in the interval.
    fn assign_back(&self, e: ExprId, interval: Interval, mut env: Env) -> Option<Env> {
        match self.f.expr(e).kind {
            ExprKind::Var(var) => {
                if let Some(known) = env[var.index()] {
                    env[var.index()] = Some(meet(known, interval)?);
                }
                Some(env)
            }
            // A conversion that keeps all the values there are.
            ExprKind::Cast(a) => match (self.eval(a, &env), full(self.f.expr(e).ty)) {
                (Some(inner), Some(any)) if fits(inner, any) => self.assign_back(a, interval, env),
                _ => Some(env),
            },
            _ => Some(env),
        }
    }
}

fn join_all(a: &Env, b: &Env) -> Env {
    let pairs = a.iter().zip(b);
    pairs
        .map(|(a, b)| a.zip(*b).map(|(a, b)| join(a, b)))
        .collect()
}
