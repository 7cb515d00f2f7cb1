//! The fixpoint over the blocks of a function.
//!
//! Comes in: a function and who knows the rest of the program. Goes out: for each block, each variable that only
//! assignments change, and each scalar of a global that no pointer reaches, an interval that holds its value, read as
//! its type reads it, at every visit of the block. Whatever may wrap or be read from elsewhere has any value of its type.

use super::accesses::Accesses;
use super::env::{CHUNK, Env};
use super::equal::{Equalities, is_followed};
use super::interval::{Interval, fits, full, join, jump, meet, reread, tighten};
use super::outside::{Back, Outside, Scalar};
use super::slots::{Overlap, Slot, Slots};
use super::thread::{closing, threaded};
use super::values::DEPTH;
use crate::base::{Id, IdVec, Span};
use crate::ir::graph::reverse_postorder;
use crate::ir::*;

/// Functions with more chunks of variables times blocks are not looked at.
const MAX_WORK: usize = 200_000;
/// How often a head is joined exactly before its intervals jump to constants of the function.
const EXACT_ROUNDS: usize = 3;
/// After so many rounds each jump is twice as long as the one before: a function of many constants has many stops.
const SHORT_ROUNDS: usize = 32;
/// Longer jumps lead out of every type.
const LONGEST_JUMP: usize = 66;
/// A bound on the rounds; the jumps end long before.
const MAX_ROUNDS: usize = 400;
/// Rounds that make intervals smaller again.
const NARROWING: usize = 3;

/// At the start of each block; `None` where control does not come.
type States = IdVec<BlockId, Option<Env>>;

pub struct Flow<'a> {
    pub f: &'a Function,
    pub outside: &'a dyn Outside,
    pub slots: Slots,
    pub accesses: Accesses,
    equalities: Equalities,
    order: Vec<BlockId>,
    position: IdVec<BlockId, Option<usize>>,
    /// The blocks that are gone through once per way to them.
    threaded: IdVec<BlockId, bool>,
    /// The blocks that send something against the order.
    closing: IdVec<BlockId, bool>,
    /// Ascending: where growing intervals may stop.
    stops: Vec<i128>,
    /// The text that counts; `None` for all of it.
    kept: Option<Kept<'a>>,
}

/// What a function's values lie between.
pub struct Ranges<'a> {
    flow: Flow<'a>,
    states: States,
}

/// Something that has an effect beyond the function.
pub enum Visit<'f> {
    Inst(&'f Inst),
    Return(Option<ExprId>, Span),
}

/// What is known at one place of a function.
pub struct At<'f> {
    flow: &'f Flow<'f>,
    env: &'f Env,
}

impl At<'_> {
    /// What the expression lies between.
    pub fn eval(&self, e: ExprId) -> Option<Interval> {
        self.flow.eval(e, self.env)
    }

    /// What the scalar holds, as its type reads it; `None` if it is not followed.
    pub fn held(&self, scalar: &Scalar) -> Option<Interval> {
        self.flow.held(scalar, self.env)
    }
}

/// `None`: the function is too large.
pub fn ranges<'a>(
    f: &'a Function,
    outside: &'a dyn Outside,
    kept: Option<Kept<'a>>,
) -> Option<Ranges<'a>> {
    let slots = Slots::new(f, outside);
    let chunks = (f.vars.len() + slots.list.len()).div_ceil(CHUNK);
    if chunks * f.blocks.len() > MAX_WORK {
        return None;
    }
    let (order, position) = reverse_postorder(f);
    let threaded = threaded(f, &order, &position);
    let flow = Flow {
        f,
        outside,
        equalities: Equalities::new(f, &slots),
        accesses: Accesses::new(f, outside),
        closing: closing(f, &order, &position, &threaded),
        threaded,
        slots,
        order,
        position,
        stops: stops(f),
        kept,
    };
    let states = flow.solve()?;
    Some(Ranges { flow, states })
}

/// The numbers of a function, ascending: where growing intervals may stop.
pub fn stops(f: &Function) -> Vec<i128> {
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
    stops.sort_unstable();
    stops.dedup();
    stops
}

/// How far intervals jump in a round; `None`: they are joined exactly.
fn far(round: usize) -> Option<i128> {
    let doubled = round.saturating_sub(SHORT_ROUNDS).min(LONGEST_JUMP);
    (round >= EXACT_ROUNDS).then_some((1 << doubled) - 1)
}

impl Ranges<'_> {
    /// What the variable lies between at the start of the block; `None`: nothing is known.
    pub fn at(&self, block: BlockId, var: VarId) -> Option<Interval> {
        self.states[block].as_ref()?.values.get(var.index())
    }

    /// What the scalar holds at the start of the block, as its type reads it; `None`: nothing is known.
    pub fn held_at(&self, block: BlockId, scalar: &Scalar) -> Option<Interval> {
        self.flow.held(scalar, self.states[block].as_ref()?)
    }

    /// Tells of everything that control comes to and that has an effect beyond the function, with what is known there.
    pub fn visit(&self, mut tell: impl FnMut(Visit<'_>, &At<'_>)) {
        for &block in &self.flow.order {
            let Some(mut env) = self.states[block].clone() else {
                continue;
            };
            let content = &self.flow.f.blocks[block];
            let mut ends = false;
            for (index, inst) in content.insts.iter().enumerate() {
                self.flow.come_to(block, index, &mut env);
                let at = At {
                    flow: &self.flow,
                    env: &env,
                };
                tell(Visit::Inst(inst), &at);
                if !self.flow.step(&inst.kind, inst.span, &mut env) {
                    ends = true;
                    break;
                }
            }
            if let (TermKind::Return(value), false) = (&content.term.kind, ends) {
                let at = At {
                    flow: &self.flow,
                    env: &env,
                };
                tell(Visit::Return(*value, content.term.span), &at);
            }
        }
    }
}

impl Flow<'_> {
    fn solve(&self) -> Option<States> {
        let mut state = self.nowhere();
        let entry = *self.order.first()?;
        state[entry] = Some(self.start());
        let mut news = self.for_each_block(false);
        news[entry] = true;
        let mut round = 0;
        while self.ascend(&mut state, &mut news, far(round)) {
            round += 1;
            if round == MAX_ROUNDS {
                return None;
            }
        }
        // Without a circle each block was gone through after all that comes to it.
        if self.sources().any(|block| self.closing[block]) {
            for _ in 0..NARROWING {
                state = self.descend(&state);
            }
        }
        Some(state)
    }

    /// The blocks that are gone through with all that comes to them at once.
    fn sources(&self) -> impl Iterator<Item = BlockId> + '_ {
        let order = self.order.iter().copied();
        order.filter(|&block| !self.threaded[block])
    }

    fn is_back(&self, source: BlockId, target: BlockId) -> bool {
        self.position[target] <= self.position[source]
    }

    /// Lets the intervals grow by what each block with news sends on; says whether they did. Each circle has an edge against
    /// the order, and along those the intervals jump, so this ends.
    fn ascend(
        &self,
        state: &mut States,
        news: &mut IdVec<BlockId, bool>,
        jump: Option<i128>,
    ) -> bool {
        let mut changed = false;
        for block in self.sources() {
            if !std::mem::take(&mut news[block]) {
                continue;
            }
            let Some(env) = state[block].clone() else {
                continue;
            };
            self.flow(block, env, &mut |source, target, env| {
                let jump = jump.filter(|_| self.is_back(source, target));
                let grown = match &state[target] {
                    None => env,
                    Some(known) => self.grow(known, &env, jump),
                };
                if state[target].as_ref() != Some(&grown) {
                    changed = true;
                    news[target] = true;
                    state[target] = Some(grown);
                }
            });
        }
        changed
    }

    /// What comes to each block when the blocks start with what is known: a step from what holds everywhere gives what
    /// holds everywhere.
    fn descend(&self, state: &States) -> States {
        let mut next = self.nowhere();
        if let Some(&entry) = self.order.first() {
            next[entry] = Some(self.start());
        }
        for (against, from_next) in [(true, false), (false, true)] {
            let sources = self.sources();
            for block in sources.filter(|&block| !against || self.closing[block]) {
                let env = if from_next {
                    &next[block]
                } else {
                    &state[block]
                };
                let Some(env) = env.clone() else { continue };
                self.flow(block, env, &mut |source, target, env| {
                    if self.is_back(source, target) == against {
                        let slot = &mut next[target];
                        *slot = Some(match slot.take() {
                            None => env,
                            Some(known) => known.join(&env),
                        });
                    }
                });
            }
        }
        next
    }

    fn nowhere(&self) -> States {
        self.for_each_block(None)
    }

    fn for_each_block<T: Clone>(&self, value: T) -> IdVec<BlockId, T> {
        self.f.blocks.ids().map(|_| value.clone()).collect()
    }

    /// Any value of each variable that only assignments change, but for what is known of arguments and globals.
    fn start(&self) -> Env {
        let vars = self.f.vars.iter();
        let mut values: Vec<Option<Interval>> = vars
            .map(|(id, var)| var.ty.filter(|_| is_followed(self.f, id)).and_then(full))
            .collect();
        for (index, param) in self.f.params.iter().enumerate() {
            let known = self.outside.argument(self.f.symbol, index);
            if let (Some(ty), Some(value), Some(_)) =
                (self.f.vars[*param].ty, known, values[param.index()])
            {
                values[param.index()] = reread(value, ty);
            }
        }
        values.extend(self.slots.list.iter().map(|slot| {
            let scalar = slot.scalar();
            let known = scalar.and_then(|s| self.outside.entered(self.f.symbol, &s));
            Some(self.within(slot, known))
        }));
        Env::new(&values)
    }

    /// What the slot lies between when it holds this.
    fn within(&self, slot: &Slot, known: Option<Interval>) -> Interval {
        let known = known.and_then(|known| reread(known, slot.ty));
        // What cannot be is not reached; any value will do.
        let both = known.and_then(|known| meet(known, slot.always));
        both.unwrap_or(slot.always)
    }

    /// What the scalar holds, as its type reads it.
    fn held(&self, scalar: &Scalar, env: &Env) -> Option<Interval> {
        let is_it = |slot: &Slot| {
            slot.scalar().is_some_and(|own| {
                (own.global, own.offset, own.ty.size())
                    == (scalar.global, scalar.offset, scalar.ty.size())
            })
        };
        let slots = self.slots.list.iter().enumerate();
        let values = slots
            .filter(|(_, slot)| is_it(slot))
            .filter_map(|(index, _)| env.values.get(self.f.vars.len() + index));
        // Each of them holds.
        values
            .filter_map(|value| reread(value, scalar.ty))
            .reduce(|a, b| meet(a, b).unwrap_or(a))
    }

    /// Any value of what has this index in an environment.
    fn any(&self, index: usize) -> Option<Interval> {
        match index.checked_sub(self.f.vars.len()) {
            None => full(self.f.vars[VarId::from_index(index)].ty?),
            Some(slot) => Some(self.slots.list[slot].always),
        }
    }

    fn grow(&self, old: &Env, new: &Env, far: Option<i128>) -> Env {
        match far {
            None => old.join(new),
            Some(far) => old.joined(new, |index, old, new| {
                Some(jump(old, new, far, &self.stops, self.any(index)?))
            }),
        }
    }

    /// What the block sends to others when it starts with this, from where to where.
    fn flow(&self, block: BlockId, mut env: Env, send: &mut dyn FnMut(BlockId, BlockId, Env)) {
        for (index, inst) in self.f.blocks[block].insts.iter().enumerate() {
            self.come_to(block, index, &mut env);
            if !self.step(&inst.kind, inst.span, &mut env) {
                return;
            }
        }
        let end = &self.f.blocks[block].term;
        let go = |target: BlockId, mut env: Env| {
            self.go_on(block, target, &mut env);
            if self.threaded[target] {
                self.flow(target, env.clone(), send);
            }
            send(block, target, env);
        };
        match decides(&end.kind) && !self.keeps(end.span) {
            true => self.leave_anyway(&end.kind, &env, go),
            false => self.leave(&end.kind, &env, go),
        }
    }

    pub fn keeps(&self, span: Span) -> bool {
        self.kept.is_none_or(|kept| kept(span))
    }

    /// One instruction; says whether control goes on after it.
    fn step(&self, kind: &InstKind, span: Span, env: &mut Env) -> bool {
        match tells(kind) && !self.keeps(span) {
            true => self.any_instruction(kind, env),
            false => self.instruction(kind, env),
        }
    }

    fn any_instruction(&self, kind: &InstKind, env: &mut Env) -> bool {
        match kind {
            InstKind::Assign { var, .. } | InstKind::Either { var, .. } => {
                self.set(*var, None, env);
            }
            InstKind::Store { addr, value, .. } => {
                self.write(*addr, self.f.expr(*value).ty.size(), None, env);
            }
            InstKind::Call { result, callee, .. } => {
                self.call(callee, false, env);
                result.iter().for_each(|var| self.set(*var, None, env));
            }
            other => return self.instruction(other, env),
        }
        true
    }

    fn leave_anyway(&self, kind: &TermKind, env: &Env, mut go: impl FnMut(BlockId, Env)) {
        kind.successors().for_each(|to| go(to, env.clone()));
    }

    fn instruction(&self, kind: &InstKind, env: &mut Env) -> bool {
        match kind {
            InstKind::Assign { var, value } => {
                let known = self.eval(*value, env);
                self.set(*var, known, env);
                if is_followed(self.f, *var) && self.equalities.keeps(*var, *value) {
                    env.equate(*var, *value);
                }
            }
            InstKind::Either { var, before, after } => {
                let (before, after) = (self.eval(*before, env), self.eval(*after, env));
                let value = before.zip(after).map(|(a, b)| join(a, b));
                self.set(*var, value, env);
            }
            InstKind::Declare(var)
            | InstKind::VolatileLoad { var, .. }
            | InstKind::Alloca { var, .. } => self.set(*var, None, env),
            InstKind::Call {
                result,
                callee,
                alone,
                ..
            } => {
                let back = self.outside.result(callee);
                self.call(callee, *alone, env);
                if let Some(var) = result {
                    let value = match back {
                        Back::Value(value, ty) if self.f.vars[*var].ty == Some(ty) => Some(value),
                        Back::Within(range) => {
                            let any = self.f.vars[*var].ty.and_then(full);
                            any.and_then(|any| meet(any, range))
                        }
                        _ => None,
                    };
                    self.set(*var, value, env);
                }
                return back != Back::Never;
            }
            InstKind::Havoc { vars, .. } => {
                vars.iter().for_each(|var| self.set(*var, None, env));
                (0..self.slots.list.len()).for_each(|slot| self.forget_slot(slot, env));
            }
            InstKind::Store { addr, value, .. } => {
                let ty = self.f.expr(*value).ty;
                let known = self.eval(*value, env);
                self.write(*addr, ty.size(), known, env);
                if let Some(slot) = self.slots.at(*addr, ty) {
                    env.values
                        .set(self.f.vars.len() + slot, self.taken(known, ty));
                    self.equate_with_slot(*value, slot, env);
                }
            }
            InstKind::Copy { dst, size, .. } | InstKind::Zero { dst, size } => {
                self.write(*dst, *size, None, env);
            }
            InstKind::Point(_) => {}
        }
        true
    }

    /// A variable that was stored has the value that the slot has.
    fn equate_with_slot(&self, value: ExprId, slot: usize, env: &mut Env) {
        if let ExprKind::Var(var) = self.f.expr(value).kind
            && let Some(read) = self.equalities.read(slot)
            && is_followed(self.f, var)
            && self.f.vars[var].ty == Some(self.f.expr(read).ty)
            && env.equal().iter().all(|pair| pair.0 != var)
        {
            env.equate(var, read);
        }
    }

    /// Something is written there, a scalar of this interval if it is given.
    fn write(&self, addr: ExprId, size: u64, value: Option<Interval>, env: &mut Env) {
        for (index, overlap) in self.slots.touched(addr, size) {
            let place = self.f.vars.len() + index;
            let slot = &self.slots.list[index];
            let both = match (overlap, env.values.get(place), value) {
                (Overlap::All, Some(known), Some(value)) => {
                    reread(value, slot.ty).map(|value| join(known, value))
                }
                _ => None,
            };
            self.forget_slot(index, env);
            env.values.set(place, both.or(Some(slot.always)));
        }
    }

    /// What a call does to globals. If something else is evaluated with it, nobody knows what comes last.
    fn call(&self, callee: &Callee, alone: bool, env: &mut Env) {
        for (index, slot) in self.slots.list.iter().enumerate() {
            if self.outside.may_write(callee, slot.global) {
                self.forget_slot(index, env);
                let scalar = slot.scalar().filter(|_| alone);
                let known = scalar.and_then(|scalar| self.outside.left(callee, &scalar));
                let place = self.f.vars.len() + index;
                env.values.set(place, Some(self.within(slot, known)));
            }
        }
    }

    /// The slot may have another value.
    fn forget_slot(&self, slot: usize, env: &mut Env) {
        let always = Some(self.slots.list[slot].always);
        env.values.set(self.f.vars.len() + slot, always);
        let depends = |e: ExprId| self.equalities.depends_on_slot(e, slot);
        env.retain_equal(|_, e| !depends(e));
    }

    /// The variable takes a value of the interval, or any.
    fn set(&self, var: VarId, value: Option<Interval>, env: &mut Env) {
        let (Some(_), Some(ty)) = (env.values.get(var.index()), self.f.vars[var].ty) else {
            return;
        };
        env.values.set(var.index(), self.taken(value, ty));
        let depends = |e: ExprId| self.equalities.depends_on_var(e, var);
        env.retain_equal(|own, e| own != var && !depends(e));
        for slot in self.slots.at_variable(var) {
            self.forget_slot(slot, env);
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
                let known = self.eval(*value, env);
                let any = full(self.f.expr(*value).ty);
                let is_one = |case| any.is_some_and(|any| fits(case, any));
                let mut rest = known;
                for &(low, high, target) in cases {
                    let there = match known.filter(|_| is_one((low, high))) {
                        Some(known) => {
                            tighten(BinOp::Eq, known, (low, high)).and_then(|(case, _)| {
                                self.assign_back(*value, case, env.clone(), DEPTH)
                            })
                        }
                        None => Some(env.clone()),
                    };
                    there.into_iter().for_each(|env| go(target, env));
                    if low == high && is_one((low, high)) {
                        rest = rest.and_then(|rest| Some(tighten(BinOp::Ne, rest, (low, low))?.0));
                    }
                }
                let there = match (known, rest) {
                    (Some(_), None) => None,
                    (Some(_), Some(rest)) => self.assign_back(*value, rest, env.clone(), DEPTH),
                    (None, _) => Some(env.clone()),
                };
                there.into_iter().for_each(|env| go(*default, env));
            }
            other => self.leave_anyway(other, env, go),
        }
    }
}
