//! Facts of the whole program: what arguments, results and globals lie between in every execution.
//!
//! Comes in: the units of a run, and who calls what. Goes out: a [`Context`] that is asked for what the parameters of a
//! function lie between whenever it is entered, what its calls give back, and what globals hold whenever they are read. Knows
//! neither labels nor solvers.
//!
//! - `shape`: the scalars of one global.
//! - `program`: the functions, and where they access globals.
//! - `gather`: what one function hands on to others.
//! - `solve`: the fixpoint over all functions.
//! - `check`: the facts as an observer of executions.
//!
//! Why the facts hold: let X be what is claimed, and let every claim hold in an execution up to some moment. What happens
//! next in a function happens in a state that its intervals hold ([`crate::ranges`]), since these rest on claims about its
//! entry, about results that came back and about globals; so the arguments, results and stores of the next step lie
//! in what is gathered with X, which is within X. Claims are made only about functions all of whose callers are
//! seen ([`Entry`](crate::coreach::Entry)) and globals all of whose writers are seen
//! ([`object`](crate::coreach::Program::object)).

mod check;
mod gather;
mod program;
mod shape;
mod solve;

use crate::base::Id;
use crate::coreach::Program;
use crate::ir::{Access, Callee, GlobalId, GlobalKind, Ty, Unit};
use crate::ranges::{Back, Interval};
use shape::Shape;
use std::collections::BTreeMap;

pub use check::Check;

/// The facts of a program.
#[derive(Hash, Default, Debug)]
pub struct Context {
    /// By function.
    unit: Vec<u32>,
    /// By unit.
    units: Vec<Known>,
    /// By function: what it gives back. Empty for a function alone.
    returned: Vec<Option<Interval>>,
}

/// The facts of a unit, by symbol.
#[derive(Clone, Hash, Default, Debug)]
struct Known {
    /// By parameter.
    arguments: BTreeMap<u32, Vec<Option<Interval>>>,
    results: BTreeMap<u32, (Interval, Ty)>,
    objects: BTreeMap<u32, Shape>,
}

/// How many facts there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Count {
    pub arguments: usize,
    pub results: usize,
    pub globals: usize,
}

impl Context {
    /// Of these units, in the order of the program.
    pub fn new(units: &[Unit], program: &Program) -> Context {
        solve::solve(units, program)
    }

    /// Nothing is known of these units.
    pub fn nothing(units: &[Unit]) -> Context {
        let functions = (0..).zip(units);
        let unit = functions.flat_map(|(index, unit)| unit.functions.iter().map(move |_| index));
        Context {
            unit: unit.collect(),
            units: vec![Known::default(); units.len()],
            returned: Vec::new(),
        }
    }

    fn known(&self, function: usize) -> Option<&Known> {
        let unit = *self.unit.get(function)?;
        self.units.get(unit as usize)
    }

    /// What a parameter of a function of the unit of `function` lies between whenever it is entered.
    pub fn argument(&self, function: usize, symbol: GlobalId, index: usize) -> Option<Interval> {
        let known = self.known(function)?;
        *known.arguments.get(&number(symbol))?.get(index)?
    }

    /// What a call by the function gives back.
    pub fn result(&self, function: usize, callee: &Callee) -> Back {
        let known = match (callee, self.known(function)) {
            (Callee::Direct(symbol), Some(known)) => known.results.get(&number(*symbol)),
            _ => None,
        };
        known.map_or(Back::Any, |&(value, ty)| Back::Value(value, ty))
    }

    /// What a scalar of a global of the function's unit lies between whenever it is read.
    pub fn content(
        &self,
        function: usize,
        global: GlobalId,
        access: &Access,
        ty: Ty,
    ) -> Option<Interval> {
        let shape = self.known(function)?.objects.get(&number(global))?;
        shape.content(access, ty)
    }

    /// Whether nothing writes this global of the function's unit.
    pub fn is_unwritten(&self, function: usize, global: GlobalId) -> bool {
        let shape = self
            .known(function)
            .and_then(|known| known.objects.get(&number(global)));
        shape.is_some_and(|shape| !shape.written)
    }

    /// What the context says to one function, as the only one of a program with these globals in its unit.
    pub fn alone(&self, function: usize, globals: &[GlobalId]) -> Context {
        let mut alone = Known::default();
        for (new, global) in (0..).zip(globals) {
            let (Some(old), global) = (self.known(function), number(*global)) else {
                break;
            };
            let argument = old.arguments.get(&global).cloned();
            alone.arguments.extend(argument.map(|list| (new, list)));
            alone
                .results
                .extend(old.results.get(&global).map(|&r| (new, r)));
            let object = old.objects.get(&global).cloned();
            alone.objects.extend(object.map(|shape| (new, shape)));
        }
        Context {
            unit: vec![0],
            units: vec![alone],
            returned: Vec::new(),
        }
    }

    pub fn count(&self) -> Count {
        let mut count = Count::default();
        for known in &self.units {
            let arguments = known.arguments.values().flatten().flatten();
            count.arguments += arguments.count();
            count.results += known.results.len();
            count.globals += known.objects.len();
        }
        count
    }
}

fn number(symbol: GlobalId) -> u32 {
    symbol.index() as u32
}

/// Whether the symbol certainly has an address that is not null: it is an object that the unit defines for good.
pub fn exists(unit: &Unit, symbol: GlobalId) -> bool {
    let global = &unit.globals[symbol];
    let defined =
        matches!(&global.kind, GlobalKind::Object { init: Some(_), size, .. } if *size > 0);
    defined && !global.replaceable
}
