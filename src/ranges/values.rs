//! Expressions and conditions: what a value lies between, and what a condition says about variables.

use super::env::Env;
use super::flow::Flow;
use super::interval::{
    Interval, NOT_NULL, decided, fits, full, join, meet, operation, reread, tighten,
};
use crate::base::Id;
use crate::ir::*;

/// Conditions nested deeper tell nothing.
pub const DEPTH: usize = 6;

impl Flow<'_> {
    /// What the expression lies between, as its type reads it.
    pub fn eval(&self, e: ExprId, env: &Env) -> Option<Interval> {
        let node = self.f.expr(e);
        let any = full(node.ty)?;
        let known = match node.kind {
            ExprKind::Int(value) => Some((value, value)),
            ExprKind::Var(var) => env.values.get(var.index()),
            ExprKind::VarAddr(_) => Some(NOT_NULL),
            ExprKind::GlobalAddr(global) => self.outside.exists(global).then_some(NOT_NULL),
            // C has no offset that leads from an object to null.
            ExprKind::PtrAdd { .. } => self.inside_of_object(e).then_some(NOT_NULL),
            ExprKind::Load(addr) => self.load(addr, node.ty, env),
            ExprKind::Unary(UnOp::Neg, a) => self.eval(a, env).map(|(l, h)| (-h, -l)),
            ExprKind::Unary(UnOp::BitNot, a) if node.ty.is_signed() => {
                self.eval(a, env).map(|(l, h)| (-1 - h, -1 - l))
            }
            ExprKind::Unary(UnOp::BitNot, _) => None,
            ExprKind::Unary(UnOp::Not, _) | ExprKind::And(..) | ExprKind::Or(..) => {
                Some(self.truth_of(e, env))
            }
            ExprKind::Binary(op, ..) if op.is_comparison() => Some(self.truth_of(e, env)),
            ExprKind::Binary(op, a, b) => {
                let operands = self.eval(a, env).zip(self.eval(b, env));
                operands.and_then(|(a, b)| operation(op, a, b, node.ty))
            }
            ExprKind::Select(c, a, b) => {
                let arm = |truth, arm| {
                    let env = self.assume(c, truth, env.clone(), DEPTH)?;
                    self.eval(arm, &env)
                };
                match (arm(true, a), arm(false, b)) {
                    (Some(a), Some(b)) => Some(join(a, b)),
                    (a, b) => a.or(b),
                }
            }
            ExprKind::Cast(a) => self.eval(a, env),
            ExprKind::Float { .. } => None,
        };
        // What does not fit has wrapped.
        known.filter(|&known| fits(known, any)).or(Some(any))
    }

    fn inside_of_object(&self, e: ExprId) -> bool {
        match direct_base(self.f, e) {
            Some(Object::Local(_)) => true,
            Some(Object::Global(global)) => self.outside.exists(global),
            None => false,
        }
    }

    fn load(&self, addr: ExprId, ty: Ty, env: &Env) -> Option<Interval> {
        if let Some(slot) = self.slots.at(addr, ty) {
            return env.values.get(self.f.vars.len() + slot);
        }
        let (global, access) = self.slots.access(addr)?;
        self.outside.content(global, &access, ty)
    }

    /// The value of a truth.
    fn truth_of(&self, e: ExprId, env: &Env) -> Interval {
        match self.truth(e, env, DEPTH) {
            Some(truth) => (truth.into(), truth.into()),
            None => (0, 1),
        }
    }

    /// Whether the expression is not zero, if that is certain.
    fn truth(&self, e: ExprId, env: &Env, depth: usize) -> Option<bool> {
        let depth = depth.checked_sub(1)?;
        match self.f.expr(e).kind {
            ExprKind::Unary(UnOp::Not, a) => Some(!self.truth(a, env, depth)?),
            ExprKind::And(a, b) => match (self.truth(a, env, depth), self.truth(b, env, depth)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            },
            ExprKind::Or(a, b) => match (self.truth(a, env, depth), self.truth(b, env, depth)) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                _ => None,
            },
            ExprKind::Binary(op, a, b) if op.is_comparison() => {
                decided(op, self.eval(a, env)?, self.eval(b, env)?)
            }
            _ => decided(BinOp::Ne, self.eval(e, env)?, (0, 0)),
        }
    }

    /// The environment where the condition has this truth; `None` if it has not.
    pub fn assume(&self, cond: ExprId, truth: bool, env: Env, depth: usize) -> Option<Env> {
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
                    (Some(x), Some(y)) => Some(x.join(&y)),
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
                let env = self.assign_back(a, x, env, depth)?;
                self.assign_back(b, y, env, depth)
            }
            _ => {
                let Some(value) = self.eval(cond, &env) else {
                    return Some(env);
                };
                let op = if truth { BinOp::Ne } else { BinOp::Eq };
                let (value, _) = tighten(op, value, (0, 0))?;
                self.assign_back(cond, value, env, depth)
            }
        }
    }

    /// The environment where the expression lies in the interval; `None` if it cannot.
    pub fn assign_back(
        &self,
        e: ExprId,
        interval: Interval,
        mut env: Env,
        depth: usize,
    ) -> Option<Env> {
        let node = self.f.expr(e);
        match node.kind {
            ExprKind::Var(var) => self.restrict(var, interval, env, depth),
            ExprKind::Load(addr) => {
                if let Some(slot) = self.slots.at(addr, node.ty) {
                    let place = self.f.vars.len() + slot;
                    let both = meet(env.values.get(place)?, interval)?;
                    env.values.set(place, Some(both));
                }
                Some(env)
            }
            // A conversion that keeps all the values there are.
            ExprKind::Cast(a) => match (self.eval(a, &env), full(node.ty)) {
                (Some(inner), Some(any)) if fits(inner, any) => {
                    self.assign_back(a, interval, env, depth)
                }
                _ => Some(env),
            },
            // A sum that does not wrap.
            ExprKind::Binary(op @ (BinOp::Add | BinOp::Sub), a, b) => {
                let (Some(x), Some((by, same)), Some(any)) =
                    (self.eval(a, &env), self.eval(b, &env), full(node.ty))
                else {
                    return Some(env);
                };
                let by = if op == BinOp::Add { by } else { -by };
                if self.eval(b, &env) != Some((same, same)) || !fits((x.0 + by, x.1 + by), any) {
                    return Some(env);
                }
                self.assign_back(a, (interval.0 - by, interval.1 - by), env, depth)
            }
            _ => Some(env),
        }
    }

    /// The environment where the variable lies in the interval, and what it is equal to.
    fn restrict(&self, var: VarId, interval: Interval, mut env: Env, depth: usize) -> Option<Env> {
        let Some(known) = env.values.get(var.index()) else {
            return Some(env);
        };
        let both = meet(known, interval)?;
        let news = both != known;
        env.values.set(var.index(), Some(both));
        let Some(depth) = depth.checked_sub(1).filter(|_| news) else {
            return Some(env);
        };
        for (other, e) in env.equal().to_vec() {
            let is_copy = matches!(self.f.expr(e).kind, ExprKind::Var(copied) if copied == var);
            if is_copy {
                env = self.restrict(other, both, env, depth)?;
            } else if other == var {
                env = self.assume_equal(e, both, env, depth)?;
            }
        }
        Some(env)
    }

    /// The environment where the expression that a variable is equal to lies in the interval.
    fn assume_equal(&self, e: ExprId, value: Interval, env: Env, depth: usize) -> Option<Env> {
        let is_truth = match self.f.expr(e).kind {
            ExprKind::Binary(op, ..) => op.is_comparison(),
            ExprKind::Unary(UnOp::Not, _) | ExprKind::And(..) | ExprKind::Or(..) => true,
            _ => false,
        };
        match (is_truth, decided(BinOp::Ne, value, (0, 0))) {
            (true, Some(truth)) => self.assume(e, truth, env, depth),
            (true, None) => Some(env),
            (false, _) => self.assign_back(e, value, env, depth),
        }
    }

    /// What a variable of this type takes when it is given the value.
    pub fn taken(&self, value: Option<Interval>, ty: Ty) -> Option<Interval> {
        match value {
            Some(value) => reread(value, ty),
            None => full(ty),
        }
    }
}
