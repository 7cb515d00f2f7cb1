//! The fixpoint over all functions.
//!
//! Comes in: the units and who calls what. Goes out: a [`Context`]. Three phases, each of which ends with claims that hold:
//!
//! 1. Results, callees first, whatever arguments and globals are; in a circle of calls from "does not return" upwards.
//! 2. Arguments, globals and results from "not entered", the initialisers and "does not return" upwards, with widening; a result
//!    stays within that of the first phase.
//! 3. Everything again from what holds, some rounds: what is gathered from claims that hold does hold.

use super::gather::{Claims, Entered, Gift, Held, from_outside, gather, stirred};
use super::program::Members;
use super::shape::Shape;
use super::{Context, Holds, Parts, number};
use crate::base::Id;
use crate::coreach::Program;
use crate::ir::{Callee, InstKind, Ret, Ty, Unit};
use crate::ranges::{Interval, full, join, jump, meet, stops};
use rayon::prelude::*;
use std::collections::BTreeSet;

/// How often a claim grows exactly before it jumps, before its jumps get longer, and before it is any value.
const EXACT: u32 = 4;
const SHORT: u32 = 8;
const JUMPS: u32 = 24;
/// Circles of calls with more functions have any result.
const MAX_CIRCLE: usize = 40;
/// Rounds that make claims smaller again.
const NARROWING: usize = 3;

pub fn solve(
    units: &[Unit],
    program: &Program,
    parts: Parts,
    is_over: &(dyn Fn() -> bool + Sync),
) -> Context {
    if parts == Parts::NONE {
        return Context::nothing(units);
    }
    let members = Members::new(units, program, parts);
    let mut solver = Solver::new(&members, is_over);
    if parts.results {
        solver.results();
    }
    solver.ascend();
    for _ in 0..NARROWING {
        solver.descend();
    }
    match is_over() {
        // What was gathered since then is not all.
        true => Context::nothing(units),
        false => solver.context(),
    }
}

struct Solver<'a> {
    members: &'a Members<'a>,
    /// Then all phases end soon, and no claim counts.
    is_over: &'a (dyn Fn() -> bool + Sync),
    claims: Claims,
    /// The objects that may be written before `main` is entered.
    stirred: BTreeSet<usize>,
    stops: Vec<i128>,
    /// How often each claim grew: by function and parameter, by object and cell.
    grown_entries: Vec<Vec<u32>>,
    grown_held: Vec<Vec<u32>>,
    grown_left: Vec<Vec<u32>>,
    grown_cells: Vec<Vec<u32>>,
    grown_results: Vec<u32>,
    /// By function: its result whatever arguments and globals are.
    always: Vec<Option<Option<Interval>>>,
    /// By function: what it hands on as things are claimed; `None` if a claim that this rests on has changed.
    gifts: Vec<Option<Vec<Gift>>>,
}

impl<'a> Solver<'a> {
    fn new(members: &'a Members<'a>, is_over: &'a (dyn Fn() -> bool + Sync)) -> Solver<'a> {
        let functions = members.list.iter();
        let mut stops: Vec<i128> = functions.flat_map(|member| stops(member.f)).collect();
        stops.sort_unstable();
        stops.dedup();
        let functions = members.list.iter();
        Solver {
            members,
            is_over,
            claims: Claims {
                entries: vec![None; members.list.len()],
                // As long as nobody asks what holds there.
                left: vec![Some(Held::new()); members.list.len()],
                results: vec![Some(None); members.list.len()],
                shapes: vec![Shape::unknown(); members.shapes.len()],
            },
            stirred: stirred(members),
            stops,
            grown_held: by_place(members),
            grown_left: by_place(members),
            grown_entries: functions.map(|m| vec![0; m.f.params.len()]).collect(),
            grown_results: vec![0; members.list.len()],
            always: Vec::new(),
            grown_cells: (members.shapes.iter())
                .map(|shape| vec![0; shape.cells().len()])
                .collect(),
            gifts: vec![None; members.list.len()],
        }
    }

    fn result_type(&self, function: usize) -> Option<Ty> {
        match self.members.list[function].f.ret {
            Ret::Scalar(ty) => Some(ty),
            Ret::Void | Ret::Aggregate { .. } => None,
        }
    }

    /// What the function gives back as far as is claimed of others; `None`: it does not return.
    fn result(&self, gifts: &[Gift], function: usize) -> Option<Option<Interval>> {
        let results = gifts.iter().filter_map(|gift| match gift {
            Gift::Result(value) => Some(*value),
            _ => None,
        });
        let together = results.reduce(|a, b| a.zip(b).map(|(a, b)| join(a, b)))?;
        let any = self.result_type(function).and_then(full);
        Some(together.filter(|&value| Some(value) != any))
    }

    /// Phase 1.
    fn results(&mut self) {
        for circle in self.members.circles.clone() {
            let calls_itself = |f: &usize| self.members.list[*f].callees.contains(f);
            match circle.as_slice() {
                [one] if !calls_itself(one) => {
                    let gifts = self.gathered(*one);
                    self.claims.results[*one] = self.result(&gifts, *one);
                }
                many if many.len() <= MAX_CIRCLE => self.result_of_circle(many),
                _ => {}
            }
        }
    }

    fn result_of_circle(&mut self, circle: &[usize]) {
        for &function in circle {
            self.claims.results[function] = None;
        }
        let mut round = 0;
        loop {
            let mut changed = false;
            for &function in circle {
                let gifts = self.gathered(function);
                let old = self.claims.results[function];
                let new = self.grown_result(round, function, &gifts);
                changed |= new != old;
                self.claims.results[function] = new;
            }
            if !changed {
                return;
            }
            round += 1;
        }
    }

    /// The claimed result with what the function gives back now, after so many times.
    fn grown_result(
        &self,
        times: u32,
        function: usize,
        gifts: &[Gift],
    ) -> Option<Option<Interval>> {
        match (self.claims.results[function], self.result(gifts, function)) {
            (Some(Some(old)), Some(Some(new))) => {
                let any = self.result_type(function).and_then(full);
                let grown = any.map(|any| self.grown(times, old, new, any));
                Some(grown.filter(|&grown| Some(grown) != any))
            }
            (None, new) => new,
            (old, None) => old,
            (Some(_), Some(_)) => Some(None),
        }
    }

    /// Together, after so many times; what grows for long is any value, so this ends.
    fn grown(&self, times: u32, old: Interval, new: Interval, any: Interval) -> Interval {
        match times {
            _ if join(old, new) == old => old,
            ..EXACT => join(old, new),
            EXACT..JUMPS => {
                let far = (1 << times.saturating_sub(SHORT)) - 1;
                jump(old, new, far, &self.stops, any)
            }
            _ => any,
        }
    }

    /// Phase 2.
    fn ascend(&mut self) {
        self.claims.shapes.clone_from(&self.members.shapes);
        self.claims.left.fill(None);
        if self.members.parts.results {
            let nothing = vec![None; self.members.list.len()];
            self.always = std::mem::replace(&mut self.claims.results, nothing);
        }
        let mut open: BTreeSet<usize> = BTreeSet::new();
        for function in 0..self.members.list.len() {
            if let Some(entered) = from_outside(self.members, function, &self.stirred) {
                self.claims.entries[function] = Some(entered);
                open.insert(function);
            }
        }
        while !open.is_empty() {
            for function in self.gather(std::mem::take(&mut open)) {
                let gifts = self.gifts[function].take().unwrap_or_default();
                for gift in &gifts {
                    self.take(gift, &mut open);
                }
                if self.give_back(function, &gifts) {
                    open.extend(self.entered_callers(function));
                }
                self.gifts[function] = Some(gifts);
            }
            // A claim may have changed after a function was gone through that rests on it.
            for &function in &open {
                self.gifts[function] = None;
            }
        }
    }

    /// What the function hands on as things are claimed.
    fn gathered(&self, function: usize) -> Vec<Gift> {
        match (self.is_over)() {
            true => Vec::new(),
            false => gather(self.members, &self.claims, function),
        }
    }

    /// Goes through those of the functions that rest on something new.
    fn gather(&mut self, functions: impl IntoIterator<Item = usize>) -> Vec<usize> {
        let functions = functions.into_iter();
        let open: Vec<usize> = functions.filter(|&f| self.gifts[f].is_none()).collect();
        let one = |&function: &usize| self.gathered(function);
        let gifts: Vec<Vec<Gift>> = open.par_iter().map(one).collect();
        for (&function, gifts) in open.iter().zip(gifts) {
            self.gifts[function] = Some(gifts);
        }
        open
    }

    /// Lets a claim grow; whoever rests on it is open again.
    fn take(&mut self, gift: &Gift, open: &mut BTreeSet<usize>) {
        match *gift {
            Gift::Call(callee, ref entered) => {
                if self.enter(callee, entered) {
                    open.insert(callee);
                }
            }
            Gift::Left(function, ref held) => {
                if self.leave(function, held) {
                    open.extend(self.entered_callers(function));
                }
            }
            Gift::Store(object, write) => {
                let cell = self.claims.shapes[object].cells()[write.cell];
                let Some(any) = full(cell.ty) else { return };
                let times = self.grown_cells[object][write.cell];
                let grown = self.grown(times, cell.value, write.value, any);
                if grown != cell.value {
                    self.grown_cells[object][write.cell] += 1;
                    self.claims.shapes[object].set(write.cell, grown);
                    open.extend(self.entered_users(object));
                }
            }
            Gift::Touch(object) => self.claims.shapes[object].written = true,
            Gift::Result(_) => {}
        }
    }

    fn entered_callers(&self, function: usize) -> impl Iterator<Item = usize> + '_ {
        let callers = self.members.callers[function].iter().copied();
        callers.filter(|&caller| self.claims.entries[caller].is_some())
    }

    /// Whether the claim about what the function gives back grew.
    fn give_back(&mut self, function: usize, gifts: &[Gift]) -> bool {
        let Some(always) = self.always.get(function).copied() else {
            return false;
        };
        let times = self.grown_results[function];
        let grown = self.grown_result(times, function, gifts);
        let capped = match (grown, always.flatten()) {
            (Some(Some(grown)), Some(always)) => Some(meet(grown, always).or(Some(always))),
            (Some(None), Some(always)) => Some(Some(always)),
            (grown, _) => grown,
        };
        let changed = capped != self.claims.results[function];
        self.grown_results[function] += u32::from(changed);
        self.claims.results[function] = capped;
        changed
    }

    fn entered_users(&self, object: usize) -> impl Iterator<Item = usize> + '_ {
        let users = self.members.users[object].iter().copied();
        users.filter(|&user| self.claims.entries[user].is_some())
    }

    /// Whether the claim about the function's entry grew.
    fn enter(&mut self, function: usize, entered: &Entered) -> bool {
        let Some(known) = self.claims.entries[function].clone() else {
            self.claims.entries[function] = Some(entered.clone());
            return true;
        };
        let f = self.members.list[function].f;
        let any = |index: usize| f.vars[f.params[index]].ty.and_then(full);
        let mut times = std::mem::take(&mut self.grown_entries[function]);
        let arguments = self.grown_list(&mut times, &known.arguments, &entered.arguments, any);
        self.grown_entries[function] = times;
        let mut times = std::mem::take(&mut self.grown_held[function]);
        let held = self.grown_places(&mut times, function, &known.held, &entered.held);
        self.grown_held[function] = times;
        let grown = Entered { arguments, held };
        let changed = grown != known;
        self.claims.entries[function] = Some(grown);
        changed
    }

    /// Whether the claim about what holds when the function returns grew.
    fn leave(&mut self, function: usize, held: &Held) -> bool {
        let Some(known) = self.claims.left[function].clone() else {
            self.claims.left[function] = Some(held.clone());
            return true;
        };
        let mut times = std::mem::take(&mut self.grown_left[function]);
        let grown = self.grown_places(&mut times, function, &known, held);
        self.grown_left[function] = times;
        let changed = grown != known;
        self.claims.left[function] = Some(grown);
        changed
    }

    fn grown_places(&self, times: &mut [u32], function: usize, old: &Held, new: &Held) -> Held {
        let places = &self.members.list[function].places;
        let any = |index: usize| {
            let (object, cell) = places[index];
            full(self.members.shapes[object].cells()[cell].ty)
        };
        self.grown_list(times, old, new, any)
    }

    /// Each value with what is new, after so many times each.
    fn grown_list(
        &self,
        times: &mut [u32],
        old: &[Option<Interval>],
        new: &[Option<Interval>],
        any: impl Fn(usize) -> Option<Interval>,
    ) -> Vec<Option<Interval>> {
        let pairs = old.iter().zip(new).enumerate();
        let grown = pairs.map(|(index, (&old, &new))| {
            let grown = match (old, new, any(index)) {
                (Some(old), Some(new), Some(any)) => Some(self.grown(times[index], old, new, any)),
                _ => None,
            };
            times[index] += u32::from(grown != old);
            grown
        });
        grown.collect()
    }

    /// Phase 3, one round: all that is handed on when everything is as claimed.
    fn descend(&mut self) {
        let entered = |function: &usize| self.claims.entries[*function].is_some();
        let functions: Vec<usize> = (0..self.members.list.len()).filter(entered).collect();
        self.gather(functions.iter().copied());
        let mut next = Claims {
            entries: (0..self.members.list.len())
                .map(|function| from_outside(self.members, function, &self.stirred))
                .collect(),
            left: vec![None; self.members.list.len()],
            results: self.claims.results.clone(),
            shapes: self.members.shapes.clone(),
        };
        for &function in &functions {
            let gifts = self.gifts[function].as_deref().unwrap_or_default();
            if self.members.parts.results {
                next.results[function] = self.result(gifts, function);
            }
            for gift in gifts {
                next.receive(gift);
            }
        }
        let last = std::mem::replace(&mut self.claims, next);
        self.forget(&last);
    }

    /// Forgets the gifts that rest on a claim that is not as it was.
    fn forget(&mut self, last: &Claims) {
        let claims = &self.claims;
        for (function, member) in self.members.list.iter().enumerate() {
            let as_before = claims.entries[function] == last.entries[function]
                && (member.callees.iter()).all(|&f| claims.results[f] == last.results[f])
                && (member.callees.iter()).all(|&f| claims.left[f] == last.left[f])
                && (member.objects.iter()).all(|&o| claims.shapes[o] == last.shapes[o]);
            if !as_before {
                self.gifts[function] = None;
            }
        }
    }

    /// The claims that say something.
    fn context(&self) -> Context {
        let mut context = Context::nothing(self.members.units);
        let results = self.claims.results.iter();
        context.returned = results.map(|result| result.flatten()).collect();
        for (function, member) in self.members.list.iter().enumerate() {
            let known = &mut context.units[member.unit];
            let worth = |(index, value): (usize, &Option<Interval>)| {
                let any = member.f.vars[member.f.params[index]].ty.and_then(full);
                value.filter(|&value| any.is_some_and(|any| any != value))
            };
            let entered = self.claims.entries[function].as_ref();
            let arguments = entered.iter().flat_map(|entered| &entered.arguments);
            let arguments: Vec<Option<Interval>> = arguments.enumerate().map(worth).collect();
            if let Some(entered) = entered {
                let held = self.holds(function, function, &entered.held);
                known.entered.insert(number(member.f.symbol), held);
            }
            if arguments.iter().any(Option::is_some) {
                known.arguments.insert(number(member.f.symbol), arguments);
            }
            for inst in member.f.blocks.values().flat_map(|block| &block.insts) {
                let InstKind::Call {
                    callee: Callee::Direct(symbol),
                    ..
                } = &inst.kind
                else {
                    continue;
                };
                let callee = self.members.program.callee(function, *symbol);
                if let Some(callee) = callee
                    && let Some(held) = &self.claims.left[callee]
                {
                    let held = self.holds(function, callee, held);
                    known.left.insert(number(*symbol), held);
                }
                if let Some(callee) = callee
                    && let Some(Some(value)) = self.claims.results[callee]
                    && let Some(ty) = self.result_type(callee)
                    && full(ty) != Some(value)
                {
                    known.results.insert(number(*symbol), (value, ty));
                }
            }
            if let Some(extents) = self.members.extents.get(function)
                && !extents.is_empty()
            {
                known
                    .extents
                    .insert(number(member.f.symbol), extents.clone());
            }
            for e in member.f.exprs.values() {
                if let crate::ir::ExprKind::GlobalAddr(global) = e.kind
                    && let Some(sizes) = self.members.sizes.get(member.unit)
                    && let Some(size) = sizes[global.index()]
                {
                    known.sizes.insert(number(global), size);
                }
                if let crate::ir::ExprKind::GlobalAddr(global) = e.kind
                    && let Some(object) = self.members.program.object(function, global)
                    && let Some(shape) = self.claims.shapes.get(object)
                    && let Some(shape) = shape.worth()
                {
                    known.objects.insert(number(global), shape);
                }
            }
        }
        for known in &mut context.units {
            known.entered.retain(|_, held| !held.is_empty());
            known.left.retain(|_, held| !held.is_empty());
        }
        context
    }

    /// What the places of a function hold, as far as it is less than they hold at any time, by the names of another one's unit.
    fn holds(&self, function: usize, of: usize, held: &Held) -> Vec<Holds> {
        let places = self.members.list[of].places.iter().zip(held);
        let worth = places.filter_map(|(&(object, cell), &value)| {
            let scalar = self.members.scalar(function, (object, cell))?;
            let always = self.claims.shapes[object].cells()[cell].value;
            let value = value.filter(|&value| join(value, always) == always && value != always)?;
            Some(Holds {
                global: number(scalar.global),
                offset: scalar.offset,
                ty: scalar.ty,
                value,
            })
        });
        worth.collect()
    }
}

fn by_place(members: &Members) -> Vec<Vec<u32>> {
    let places = members.list.iter().map(|member| member.places.len());
    places.map(|count| vec![0; count]).collect()
}
