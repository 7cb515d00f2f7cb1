//! The passive form: each block's state as terms over what came before it.
//!
//! Loops are cut or unrolled, so blocks form a directed acyclic graph. With `edge(p, b)` the condition under
//! which control goes from `p` to `b`:
//!
//! ```text
//! reach(entry) = true                         false if nothing calls the function
//! reach(b)     = ⋁ edge(p, b)                 over the predecessors p of b
//! edge(p, b)   = reach(p) ∧ condition(p → b)
//! x at b       = ite(edge(p₁, b), x at p₁, ite(edge(p₂, b), x at p₂, …))
//! wp(label ℓ at p is never covered) = ¬(reach(p) ∧ φ)
//! ```
//!
//! Terms are shared, so the formula grows linearly with the function.

use super::Calls;
use super::counted::Counter;
use super::inline::bodies_looked_into;
use super::loops::{Cut, Havoc, Writes};
use super::memory::State;
use super::policy::Policy;
use super::separation::Separation;
use super::visits::{settle, value_in};
use super::walk::{Edge, Walk};
use crate::base::Id;
use crate::ir::*;
use crate::logic::{Sort, TermId, Terms};
use crate::ranges::{Back, Interval, Scalar, full};
use std::collections::HashMap;
use std::rc::Rc;

/// What an obligation about one function is made of.
pub struct Encoding {
    pub terms: Terms,
    /// True in every execution: objects have addresses and do not overlap.
    pub hypotheses: Vec<TermId>,
    /// For each predicate asked for: control is at its point.
    pub reach: Vec<TermId>,
    /// For each predicate asked for: it holds there.
    pub holds: Vec<TermId>,
    /// For each predicate asked for: where its point comes in the order of the passive form. Of two points on one way
    /// through the function, the earlier one has the smaller number.
    pub position: Vec<usize>,
    /// For each predicate asked for: the block that its point is in.
    pub block: Vec<BlockId>,
    /// No loop was cut.
    pub exact: bool,
    /// Some loop was cut only after all the trips that it seems to have.
    pub ends: bool,
    /// What was watched, in that order: its value where the predicate is looked at, and in the visit that covers it if
    /// there are several; `None` where control does not come.
    pub values: Vec<Option<TermId>>,
}

/// What else an encoding is asked for; nothing, as a rule.
#[derive(Clone, Copy, Default)]
pub struct Options<'a> {
    /// The text that counts; `None` for all of it.
    pub kept: Option<Kept<'a>>,
    /// Expressions to watch, each with the index of a predicate at whose point it is evaluated.
    pub watched: &'a [(usize, ExprId)],
}

/// How much of the function an encoding looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Context {
    /// All ways from the entry.
    Function,
    /// The same, with loops followed for all the trips that they may have, where a solver says how many these are. Formulas are larger,
    /// and a label in a loop is looked at in any of its trips: that is for what never holds.
    Trips,
    /// Each block by itself: it is reached, in any state. What holds there holds in the function.
    Block,
}

/// The terms of these predicates of the function, each at its point. `calls` says what the calls of
/// the function may write.
pub fn encode(
    unit: &Unit,
    f: &Function,
    predicates: &[(PointId, ExprId)],
    calls: &dyn Calls,
    context: Context,
) -> Encoding {
    encode_with(unit, f, predicates, calls, context, Options::default())
}

/// The same with options.
pub fn encode_with(
    unit: &Unit,
    f: &Function,
    predicates: &[(PointId, ExprId)],
    calls: &dyn Calls,
    context: Context,
    options: Options,
) -> Encoding {
    let policy = Policy::of(context);
    let mut separation = Separation::new(f, calls);
    let mut bodies = match context {
        Context::Block => Vec::new(),
        Context::Function | Context::Trips => bodies_looked_into(unit, f, calls, &policy),
    };
    for body in &bodies {
        separation.add_globals(body, calls);
    }
    let cut = Cut::of(f, &separation, calls);
    let mut encoder = Encoder::new(unit, f, separation, calls, policy);
    encoder.kept = options.kept;
    let mut initial = encoder.initial_state();
    if context != Context::Block {
        bodies.push(f);
        encoder.find_scalars(&bodies);
        encoder.enter_function();
        initial = encoder.state.clone();
    }
    let initial = Rc::new(initial);
    let mut asked: HashMap<PointId, Vec<usize>> = HashMap::new();
    for (i, (point, _)) in predicates.iter().enumerate() {
        asked.entry(*point).or_default().push(i);
    }
    let mut walk = Walk::new(&cut, f, predicates, &asked);
    walk.watched = options.watched;
    match context {
        // Then nothing is visited.
        Context::Function | Context::Trips if !calls.is_entered() => {}
        Context::Function | Context::Trips => walk.run(&mut encoder, initial),
        Context::Block => walk.each_block(&mut encoder, initial),
    }
    let (position, block) = places(f, &cut, &asked, predicates.len());
    let (visits, exact, ends) = (walk.visits, walk.exact, walk.ends);
    let stops = !encoder.runs_through && !calls.runs_through();
    let runs_through = exact && !stops;
    let values = (0..options.watched.len())
        .map(|watched| value_in(&mut encoder.terms, watched, &visits, runs_through))
        .collect();
    let (reach, holds) = settle(&mut encoder.terms, predicates.len(), visits, runs_through);
    Encoding {
        hypotheses: encoder.hypotheses(),
        terms: encoder.terms,
        reach,
        holds,
        position,
        block,
        exact,
        ends,
        values,
    }
}

/// Where the points of the predicates stand in the order, and in which block.
fn places(
    f: &Function,
    cut: &Cut,
    asked: &HashMap<PointId, Vec<usize>>,
    count: usize,
) -> (Vec<usize>, Vec<BlockId>) {
    let mut position = vec![0; count];
    let mut blocks = vec![BlockId::from_index(0); count];
    let mut passed = 0;
    for &block in &cut.order {
        for inst in &f.blocks[block].insts {
            if let InstKind::Point(point) = inst.kind {
                passed += 1;
                for &i in asked.get(&point).into_iter().flatten() {
                    (position[i], blocks[i]) = (passed, block);
                }
            }
        }
    }
    (position, blocks)
}

/// The state while blocks are encoded one after the other.
pub struct Encoder<'a> {
    pub unit: &'a Unit,
    pub f: &'a Function,
    pub terms: Terms,
    pub separation: Separation,
    pub calls: &'a dyn Calls,
    pub state: State,
    /// The addresses of objects, each a variable.
    pub bases: HashMap<Object, TermId>,
    /// Values of expressions in the current state.
    pub known: HashMap<ExprId, TermId>,
    pub policy: Policy,
    /// How many instructions may still be encoded more than once.
    pub budget: usize,
    /// How many calls deep the code is that is being encoded.
    pub depth: usize,
    /// In a function that was called for its result alone: it sees any memory but its own.
    pub result_only: bool,
    /// Nothing so far may stop the function or keep it from its end.
    pub runs_through: bool,
    /// The text that counts; `None` for all of it.
    pub kept: Option<Kept<'a>>,
    /// The scalars of separable globals that something may be known of at some place, each with the index of its global.
    pub scalars: Vec<(usize, Scalar)>,
}

impl<'a> Encoder<'a> {
    fn new(
        unit: &'a Unit,
        f: &'a Function,
        separation: Separation,
        calls: &'a dyn Calls,
        policy: Policy,
    ) -> Encoder<'a> {
        let mut terms = Terms::new();
        let state = State::new(&mut terms);
        Encoder {
            unit,
            f,
            terms,
            separation,
            calls,
            state,
            bases: HashMap::new(),
            known: HashMap::new(),
            budget: policy.copies,
            policy,
            depth: 0,
            result_only: false,
            runs_through: true,
            kept: None,
            scalars: Vec::new(),
        }
    }

    /// Nothing is known of parameters, locals, globals and memory.
    fn initial_state(&mut self) -> State {
        self.add_variables();
        self.add_globals();
        self.state.clone()
    }

    /// Parameters have what all callers give them.
    fn enter_function(&mut self) {
        for (index, &param) in self.f.params.iter().enumerate() {
            if let Some(value) = self.calls.argument(self.f.symbol, index) {
                self.confine(param, value);
            }
        }
        self.confine_globals(|calls, f, scalar| calls.entered(f.symbol, scalar), |_| true);
    }

    /// The variable's value, wherever it lives, is one of the interval.
    fn confine(&mut self, var: VarId, (low, high): Interval) {
        let Some(ty) = self.f.vars[var].ty.filter(|_| !self.f.vars[var].volatile) else {
            return;
        };
        let value = self.read_var(var);
        let value = self.confined(value, (low, high), ty);
        self.set(var, value);
        self.known.clear();
    }

    /// For the way back to a variable of the function.
    pub fn tag(&self, var: VarId) -> Option<u32> {
        (self.depth == 0).then_some(var.index() as u32)
    }

    /// Merges the states of the edges into a block; gives `reach` of it.
    pub fn enter(
        &mut self,
        edges: Vec<Edge>,
        head: Option<&Havoc>,
        counters: &[Counter],
    ) -> TermId {
        self.known.clear();
        let conditions: Vec<TermId> = edges.iter().map(|(condition, _)| *condition).collect();
        let mut reach = self.terms.or(&conditions);
        if let Some((last, rest)) = edges.split_last() {
            self.state = (*last.1).clone();
            let havocked = matches!(head, Some(Havoc::Everything));
            for (condition, state) in rest.iter().rev().filter(|_| !havocked) {
                self.state.merge(&mut self.terms, *condition, state);
            }
        }
        match head {
            None => {}
            Some(Havoc::Body(writes)) => {
                let counted = counters.iter();
                let first: Vec<TermId> = counted.map(|c| self.content_of(c.var)).collect();
                self.havoc_writes(writes);
                for (counter, first) in counters.iter().zip(first) {
                    self.keep_counting(counter, first);
                }
            }
            Some(Havoc::Everything) => {
                self.state.havoc_variables();
                self.havoc_writes(&Writes::of_havoc(&self.separation));
                reach = self.terms.bool(true);
            }
        }
        reach
    }

    /// The value, which lies in the interval as its type reads it, as a term that does in every state, so that no
    /// hypothesis is needed: for a value outside it is the lowest one.
    pub fn confined(&mut self, value: TermId, (low, high): Interval, ty: Ty) -> TermId {
        if full(ty).is_none_or(|any| any == (low, high)) {
            return value;
        }
        let lowest = self.constant(low, ty.bits());
        if low == high {
            return lowest;
        }
        let inside = self.in_range(value, low, high, ty.is_signed());
        let kept = self.terms.ite(inside, value, lowest);
        self.terms.note_between(kept, low, high, ty.is_signed());
        kept
    }

    /// One instruction: the state after it.
    pub fn instruction(&mut self, kind: &InstKind) {
        let defined = self.defined_by(kind);
        self.effect(kind);
        self.note_defined(&defined);
    }

    fn effect(&mut self, kind: &InstKind) {
        match kind {
            // The value is indeterminate.
            InstKind::Declare(var) => self.havoc(*var),
            InstKind::Assign { var, value } => {
                let value = self.value(*value);
                self.set(*var, value);
            }
            InstKind::Either { var, before, after } => {
                let (before, after) = (self.value(*before), self.value(*after));
                let choice = self.terms.fresh("order", Sort::Bool, None);
                let value = self.terms.ite(choice, before, after);
                self.set(*var, value);
            }
            InstKind::Store { addr, value, .. } => {
                let ty = self.f.expr(*value).ty;
                let value = self.value(*value);
                self.store(*addr, ty, value);
            }
            InstKind::Copy { dst, src, size } => self.copy(*dst, *src, *size),
            InstKind::Zero { dst, size } => self.zero(*dst, *size),
            InstKind::Call {
                result,
                callee,
                args,
                alone,
                ..
            } => {
                if *alone && self.through_body(*result, callee, args) {
                    self.known.clear();
                    return;
                }
                let value = result.and_then(|_| self.result_of(callee, args));
                let promises = self.promises(callee, args);
                self.runs_through &= value.is_some();
                let writes = Writes::of_call(&self.separation, self.calls, callee);
                self.havoc_writes(&writes);
                if *alone {
                    let is_written = |index: usize| writes.globals.contains(&index);
                    self.confine_globals(|calls, _, s| calls.left(callee, s), is_written);
                }
                if let Some(var) = *result {
                    self.havoc(var);
                    self.take_result(var, value);
                    self.keep_promises(var, &promises);
                    if let (None, Back::Value(range, ty)) = (value, self.calls.result(callee))
                        && self.f.vars[var].ty == Some(ty)
                    {
                        self.confine(var, range);
                    }
                }
            }
            // A volatile object has any value whenever it is read.
            InstKind::VolatileLoad { var, .. } | InstKind::Alloca { var, .. } => self.havoc(*var),
            InstKind::Havoc { vars, .. } => {
                self.runs_through = false;
                self.havoc_writes(&Writes::of_havoc(&self.separation));
                vars.iter().for_each(|var| self.havoc(*var));
            }
            InstKind::Point(_) => return,
        }
        self.known.clear();
    }

    /// The variable takes what a call gave back, if that is known and of its type.
    pub fn take_result(&mut self, var: VarId, value: Option<TermId>) {
        if let (Some(value), Some(ty)) = (value, self.f.vars[var].ty)
            && self.terms.sort(value) == sort_of(ty)
        {
            self.set(var, value);
        }
    }

    /// The edges out of a block, each with its condition.
    pub fn leave(&mut self, kind: &TermKind, reach: TermId) -> Vec<(BlockId, TermId)> {
        match kind {
            TermKind::Goto(target) => vec![(*target, reach)],
            TermKind::Branch { cond, then, els } => {
                let cond = self.truth(*cond);
                let cond = self.where_defined(cond);
                let not = self.terms.not(cond);
                let yes = self.terms.and2(reach, cond);
                let no = self.terms.and2(reach, not);
                vec![(*then, yes), (*els, no)]
            }
            TermKind::Switch {
                value,
                cases,
                default,
            } => {
                let signed = self.f.expr(*value).ty.is_signed();
                let value = self.value(*value);
                let mut edges = Vec::with_capacity(cases.len() + 1);
                let mut missed = vec![reach];
                for &(low, high, target) in cases {
                    let here = self.in_range(value, low, high, signed);
                    edges.push((target, self.terms.and2(reach, here)));
                    missed.push(self.terms.not(here));
                }
                edges.push((*default, self.terms.and(&missed)));
                edges
            }
            TermKind::IndirectGoto { addr, targets } => {
                let addr = self.value(*addr);
                let mut edges = Vec::with_capacity(targets.len());
                for &(value, target) in targets {
                    let value = self.terms.bv(value as u128, 64);
                    let here = self.terms.eq(addr, value);
                    edges.push((target, self.terms.and2(reach, here)));
                }
                edges
            }
            TermKind::Return(_) | TermKind::Unreachable => Vec::new(),
        }
    }

    /// `low ≤ value ≤ high`
    pub fn in_range(&mut self, value: TermId, low: i128, high: i128, signed: bool) -> TermId {
        let width = self.terms.width(value);
        let low_term = self.constant(low, width);
        if low == high {
            return self.terms.eq(value, low_term);
        }
        let high_term = self.constant(high, width);
        let (above, below) = if signed {
            (
                self.terms.sle(low_term, value),
                self.terms.sle(value, high_term),
            )
        } else {
            (
                self.terms.ule(low_term, value),
                self.terms.ule(value, high_term),
            )
        };
        self.terms.and2(above, below)
    }

    pub fn constant(&mut self, value: i128, width: u32) -> TermId {
        let mask = if width == 128 {
            u128::MAX
        } else {
            (1 << width) - 1
        };
        self.terms.bv(value as u128 & mask, width)
    }
}

/// The sort of a scalar's values; see `floats`.
pub fn sort_of(ty: Ty) -> Sort {
    match ty {
        Ty::Int { bits, .. } => Sort::BitVec(u32::from(bits)),
        Ty::Ptr => Sort::BitVec(64),
        Ty::Float(FloatKind::F32) => Sort::BitVec(32),
        Ty::Float(FloatKind::F64) => Sort::BitVec(64),
        Ty::Float(FloatKind::F80) => Sort::Opaque(80),
        Ty::Float(FloatKind::F128) => Sort::Opaque(128),
    }
}
