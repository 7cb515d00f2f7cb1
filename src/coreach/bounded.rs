//! Which loops are sure to end.
//!
//! Comes in: a function with its loop forest. Goes out: for each loop, whether a counter ends it:
//! in each iteration one test `v < B` leads out of the loop unless it holds, and one assignment
//! moves `v` towards the bound and not past the ends of its type, where it would wrap. Integers
//! wrap here, so `i <= n` with a variable `n` proves nothing.
//!
//! With `v` one step per iteration and a test that stays only while
//! - `v < B`, step `c > 0`: ends if `v < B` makes `v + c` representable;
//! - `v > B`, step `c < 0`: likewise;
//! - `v != B`, step `1` or `-1`: `v` takes every value of its type, `B` among them;
//! - `v != 0` or `v > k`, `v := v / c` or `v >> c`: `v` shrinks to 0.

use crate::base::Id;
use crate::ir::graph::{Dominance, Loops};
use crate::ir::{
    BinOp, BlockId, Constant, ExprId, ExprKind, Function, InstKind, TermKind, Ty, UnOp, VarId,
    VarKind, fold,
};

/// A chain of temporaries or operators longer than this is not followed.
const DEPTH: usize = 16;

/// By loop, whether it is sure to end.
pub(super) fn ends(f: &Function, next: &[Vec<usize>], loops: &Loops) -> Vec<bool> {
    if !loops.loops.iter().any(|l| l.regular) {
        return vec![false; loops.loops.len()];
    }
    let dominance = Dominance::new(next, 0);
    let writes = Writes::new(f);
    let ends = |index: usize| {
        let tests = tests(f, &dominance, loops, index);
        tests.into_iter().any(|(block, stay)| {
            let view = View {
                f,
                dominance: &dominance,
                loops,
                writes: &writes,
                index,
                test: block,
            };
            let mut facts = Vec::new();
            view.facts(stay.0, stay.1, DEPTH, &mut facts);
            facts.into_iter().any(|fact| view.ends_by(fact))
        })
    };
    (0..loops.loops.len()).map(ends).collect()
}

/// Blocks of the loop itself that every iteration passes and that may leave the loop, with the
/// condition to stay and its polarity.
fn tests(
    f: &Function,
    dominance: &Dominance,
    loops: &Loops,
    index: usize,
) -> Vec<(usize, (ExprId, bool))> {
    if !loops.loops[index].regular {
        return Vec::new();
    }
    let mut found = Vec::new();
    // Every block that each iteration passes dominates the latches: climb from the first one.
    let Some(&latch) = loops.loops[index].latches.first() else {
        return found;
    };
    for block in dominance.chain(latch) {
        if every_iteration(dominance, loops, index, block)
            && let TermKind::Branch { cond, then, els } =
                f.blocks[BlockId::from_index(block)].term.kind
        {
            let stays = [then, els].map(|to| loops.contains(index, to.index()));
            match stays {
                [true, false] => found.push((block, (cond, true))),
                [false, true] => found.push((block, (cond, false))),
                _ => {}
            }
        }
        if block == loops.loops[index].head {
            break;
        }
    }
    found
}

/// Each iteration passes the block exactly once.
fn every_iteration(dominance: &Dominance, loops: &Loops, index: usize, block: usize) -> bool {
    let latches = &loops.loops[index].latches;
    loops.innermost[block] == Some(index)
        && latches
            .iter()
            .all(|&latch| dominance.dominates(block, latch))
}

struct Writes {
    /// The places where each variable is written.
    of: Vec<Vec<Write>>,
    /// The first variable that each variable is copied to, temporaries apart.
    copied_to: Vec<Option<VarId>>,
}

#[derive(Clone, Copy)]
struct Write {
    block: usize,
    /// The place in the block.
    index: usize,
    /// The value of a plain assignment.
    value: Option<ExprId>,
}

impl Writes {
    fn new(f: &Function) -> Writes {
        let mut writes = vec![Vec::new(); f.vars.len()];
        let mut copied_to = vec![None; f.vars.len()];
        for (block, content) in f.blocks.iter() {
            for (index, inst) in content.insts.iter().enumerate() {
                let mut note = |var: VarId, value| {
                    let block = block.index();
                    writes[var.index()].push(Write {
                        block,
                        index,
                        value,
                    });
                };
                match &inst.kind {
                    InstKind::Assign { var, value } => {
                        note(*var, Some(*value));
                        if let ExprKind::Var(from) = f.exprs[*value].kind
                            && !matches!(f.vars[*var].kind, VarKind::Temp { .. })
                        {
                            copied_to[from.index()].get_or_insert(*var);
                        }
                    }
                    InstKind::Declare(var) => note(*var, None),
                    other => other.assigned().for_each(|var| note(var, None)),
                }
            }
        }
        Writes {
            of: writes,
            copied_to,
        }
    }
}

/// While the loop goes on, `left op right` held in each iteration.
#[derive(Clone, Copy)]
struct Fact {
    op: BinOp,
    left: ExprId,
    /// `None` for zero.
    right: Option<ExprId>,
}

/// What one iteration does to the counter.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Step {
    Add(i128),
    /// Towards zero: a division. It may start below zero.
    Divide,
    /// Towards zero from above only: a signed shift.
    Shift,
}

struct View<'a> {
    f: &'a Function,
    dominance: &'a Dominance,
    loops: &'a Loops,
    writes: &'a Writes,
    index: usize,
    /// The block of the test.
    test: usize,
}

impl View<'_> {
    /// What the condition says when it has the truth value `truth`.
    fn facts(&self, cond: ExprId, truth: bool, depth: usize, facts: &mut Vec<Fact>) {
        let Some(depth) = depth.checked_sub(1) else {
            return;
        };
        let cond = self.settle(cond);
        match self.f.exprs[cond].kind {
            ExprKind::And(a, b) if truth => [a, b]
                .into_iter()
                .for_each(|e| self.facts(e, truth, depth, facts)),
            ExprKind::Or(a, b) if !truth => [a, b]
                .into_iter()
                .for_each(|e| self.facts(e, truth, depth, facts)),
            ExprKind::Unary(UnOp::Not, a) => self.facts(a, !truth, depth, facts),
            ExprKind::Binary(op, a, b) if op.is_comparison() => {
                self.comparison(op, a, b, truth, depth, facts);
            }
            _ if truth => facts.push(Fact {
                op: BinOp::Ne,
                left: cond,
                right: None,
            }),
            _ => {}
        }
    }

    fn comparison(
        &self,
        op: BinOp,
        a: ExprId,
        b: ExprId,
        truth: bool,
        depth: usize,
        facts: &mut Vec<Fact>,
    ) {
        // Negating an order of floats is no order: NaN. Counters are integers anyway.
        if !self.f.exprs[a].ty.is_int() {
            return;
        }
        let op = if truth { op } else { op.negated() };
        let zero = |e| fold(&self.f.exprs, e) == Constant::Int(0);
        if op == BinOp::Ne && zero(b) {
            // `(a < b) != 0` says what `a < b` says.
            self.facts(a, true, depth, facts);
        } else {
            facts.push(Fact {
                op,
                left: a,
                right: Some(b),
            });
            facts.push(Fact {
                op: op.swapped(),
                left: b,
                right: Some(a),
            });
        }
    }

    /// Follows temporaries to what they were set to in this iteration, before the test. Ends at
    /// one that holds what a variable became.
    fn settle(&self, mut expr: ExprId) -> ExprId {
        for _ in 0..DEPTH {
            let ExprKind::Var(var) = self.f.exprs[expr].kind else {
                break;
            };
            if self.copy(var).is_some() {
                break;
            }
            match self.only_write(var) {
                Some(Write {
                    block,
                    value: Some(value),
                    ..
                }) if self.before_test(block) => expr = value,
                _ => break,
            }
        }
        expr
    }

    /// In `t = v + 1; v = t` the variable whose new value the temporary holds, each iteration.
    fn copy(&self, temp: VarId) -> Option<VarId> {
        let var = self.writes.copied_to[temp.index()]?;
        let set = self.only_write(temp)?;
        let write = self.write_in_loop(var)?;
        let ExprKind::Var(from) = self.f.exprs[write.value?].kind else {
            return None;
        };
        let there = set.block == write.block && set.index < write.index && from == temp;
        (there && self.is_plain(var) && self.before_test(set.block)).then_some(var)
    }

    /// The only place in the loop where the variable is written.
    fn write_in_loop(&self, var: VarId) -> Option<&Write> {
        let writes = self.writes.of[var.index()].iter();
        let mut inside = writes.filter(|write| self.loops.contains(self.index, write.block));
        match (inside.next(), inside.next()) {
            (Some(write), None) => Some(write),
            _ => None,
        }
    }

    /// The only place where a temporary is written.
    fn only_write(&self, var: VarId) -> Option<Write> {
        let temp = matches!(self.f.vars[var].kind, VarKind::Temp { .. });
        match self.writes.of[var.index()][..] {
            [write] if temp && self.is_plain(var) => Some(write),
            _ => None,
        }
    }

    fn before_test(&self, block: usize) -> bool {
        every_iteration(self.dominance, self.loops, self.index, block)
            && self.dominance.dominates(block, self.test)
    }

    /// Only its assignments change it.
    fn is_plain(&self, var: VarId) -> bool {
        let var = &self.f.vars[var];
        !var.address_taken && !var.volatile
    }

    fn ends_by(&self, fact: Fact) -> bool {
        let Some(var) = self.counter(fact.left) else {
            return false;
        };
        let (Some(ty), Some(step)) = (self.f.vars[var].ty, self.step(var)) else {
            return false;
        };
        let (Some((min, max)), Some(bound)) = (range(ty), self.bound(fact, ty)) else {
            return false;
        };
        let fits = |value: Option<i128>| value.is_some_and(|v| min <= v && v <= max);
        match (step, fact.op, bound) {
            (Step::Add(c), BinOp::Lt, Bound::Is(k)) if c > 0 => fits(k.checked_add(c - 1)),
            (Step::Add(c), BinOp::Le, Bound::Is(k)) if c > 0 => fits(k.checked_add(c)),
            (Step::Add(c), BinOp::Gt, Bound::Is(k)) if c < 0 => fits(k.checked_add(c + 1)),
            (Step::Add(c), BinOp::Ge, Bound::Is(k)) if c < 0 => fits(k.checked_add(c)),
            (Step::Add(1), BinOp::Lt, Bound::Some) | (Step::Add(-1), BinOp::Gt, Bound::Some) => {
                true
            }
            (Step::Add(1 | -1), BinOp::Ne, Bound::Is(k)) => fits(Some(k)),
            (Step::Add(1 | -1), BinOp::Ne, Bound::Some) => true,
            (Step::Divide, BinOp::Ne, Bound::Is(0)) => true,
            (Step::Divide | Step::Shift, BinOp::Gt, Bound::Is(k)) => k >= 0,
            (Step::Divide | Step::Shift, BinOp::Ge, Bound::Is(k)) => k >= 1,
            _ => false,
        }
    }

    /// The variable whose value, as a number, the expression has.
    fn counter(&self, expr: ExprId) -> Option<VarId> {
        let mut expr = self.settle(expr);
        while let ExprKind::Cast(inner) = self.f.exprs[expr].kind {
            if !keeps_value(self.f.exprs[inner].ty, self.f.exprs[expr].ty) {
                return None;
            }
            expr = self.settle(inner);
        }
        match self.f.exprs[expr].kind {
            ExprKind::Var(var) if self.is_plain(var) => Some(self.copy(var).unwrap_or(var)),
            _ => None,
        }
    }

    /// How each iteration changes the variable: there is one assignment in the loop, and each
    /// iteration passes it once.
    fn step(&self, var: VarId) -> Option<Step> {
        let write = self.write_in_loop(var)?;
        if !every_iteration(self.dominance, self.loops, self.index, write.block) {
            return None;
        }
        let ty = self.f.vars[var].ty?;
        let value = self.modulo(self.just_computed(write)?, ty);
        let ExprKind::Binary(op, a, b) = self.f.exprs[value].kind else {
            return None;
        };
        let is_var = |e| self.f.exprs[self.modulo(e, ty)].kind == ExprKind::Var(var);
        let amount = |e| match fold(&self.f.exprs, e) {
            Constant::Int(k) => Some(k),
            _ => None,
        };
        match op {
            BinOp::Add if is_var(a) => amount(b).and_then(|c| added(c, ty)),
            BinOp::Add if is_var(b) => amount(a).and_then(|c| added(c, ty)),
            BinOp::Sub if is_var(a) => amount(b).and_then(|c| added(c.checked_neg()?, ty)),
            BinOp::Div if self.same(a, var) => amount(b).filter(|&c| c >= 2).map(|_| Step::Divide),
            BinOp::Shr if self.same(a, var) => {
                let shrinks = amount(b).is_some_and(|c| 1 <= c && c < i128::from(ty.bits()));
                let unsigned = !ty.is_signed();
                shrinks.then_some(if unsigned { Step::Divide } else { Step::Shift })
            }
            _ => None,
        }
    }

    /// The value of an assignment; that of a temporary if it was set before, in the same block and
    /// so in the same iteration.
    fn just_computed(&self, write: &Write) -> Option<ExprId> {
        let value = write.value?;
        let ExprKind::Var(var) = self.f.exprs[value].kind else {
            return Some(value);
        };
        let set = self.only_write(var)?;
        (set.block == write.block && set.index < write.index).then_some(set.value?)
    }

    /// The expression below casts that keep all bits of the type.
    fn modulo(&self, mut expr: ExprId, ty: Ty) -> ExprId {
        while let ExprKind::Cast(inner) = self.f.exprs[expr].kind {
            let wide = |e: ExprId| {
                let own = self.f.exprs[e].ty;
                own.is_int() && own.bits() >= ty.bits()
            };
            if !wide(inner) || !wide(expr) {
                break;
            }
            expr = inner;
        }
        expr
    }

    /// The expression is the variable's value as a number.
    fn same(&self, mut expr: ExprId, var: VarId) -> bool {
        while let ExprKind::Cast(inner) = self.f.exprs[expr].kind {
            if !keeps_value(self.f.exprs[inner].ty, self.f.exprs[expr].ty) {
                return false;
            }
            expr = inner;
        }
        self.f.exprs[expr].kind == ExprKind::Var(var)
    }

    /// The right side, if it is the same in every iteration. Without a constant it must have the
    /// counter's own type, so that it lies in its range.
    fn bound(&self, fact: Fact, ty: Ty) -> Option<Bound> {
        let Some(right) = fact.right else {
            return Some(Bound::Is(0));
        };
        if let Constant::Int(k) = fold(&self.f.exprs, right) {
            return Some(Bound::Is(k));
        }
        let own = self.f.exprs[right].ty == ty && self.f.exprs[fact.left].ty == ty;
        (own && self.is_fixed(right, DEPTH)).then_some(Bound::Some)
    }

    /// Nothing in the loop changes the value.
    fn is_fixed(&self, expr: ExprId, depth: usize) -> bool {
        let Some(depth) = depth.checked_sub(1) else {
            return false;
        };
        let kind = &self.f.exprs[expr].kind;
        match kind {
            ExprKind::Load(_) => false,
            ExprKind::Var(var) => {
                let mut writes = self.writes.of[var.index()].iter();
                self.is_plain(*var)
                    && !writes.any(|write| self.loops.contains(self.index, write.block))
            }
            _ => kind.operands().all(|e| self.is_fixed(e, depth)),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Bound {
    Is(i128),
    /// Some value of the counter's type.
    Some,
}

/// A step by a constant, read as the shortest way round the type.
fn added(c: i128, ty: Ty) -> Option<Step> {
    let (min, max) = range(ty)?;
    let size = max.checked_sub(min)?.checked_add(1)?;
    let c = c.rem_euclid(size);
    let c = if c > size / 2 { c - size } else { c };
    (c != 0).then_some(Step::Add(c))
}

/// The values of an integer type of up to 64 bits.
fn range(ty: Ty) -> Option<(i128, i128)> {
    match ty {
        Ty::Int { bits, signed: true } if bits <= 64 => {
            let half = 1i128 << (bits - 1);
            Some((-half, half - 1))
        }
        Ty::Int { bits, .. } if bits <= 64 => Some((0, (1i128 << bits) - 1)),
        _ => None,
    }
}

/// Every value of the one type is a value of the other.
fn keeps_value(from: Ty, to: Ty) -> bool {
    match (range(from), range(to)) {
        (Some(from), Some(to)) => to.0 <= from.0 && from.1 <= to.1,
        _ => false,
    }
}
