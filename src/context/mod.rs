//! Facts of the whole program: what arguments, results and globals lie between in every execution.
//!
//! Comes in: the units of a run, and who calls what. Goes out: a [`Context`] that is asked for what the parameters of a
//! function lie between whenever it is entered, what its calls give back, and what globals hold whenever they are read. Knows
//! neither labels nor solvers.
//!
//! - `shape`: the scalars of one global.
//! - `program`: the functions, and where they access globals.
//! - `gather`: what one function hands on to others.
//! - `extents`: what pointers point into.
//! - `lent`, `find_lent`: variables whose address only calls are given, which forget it.
//! - `solve`: the fixpoint over all functions.
//! - `parts`: which kinds of facts are looked for.
//! - `seen`: the facts as one function sees them.
//! - `source`: the places that a fact comes from.
//! - `check`: the facts as an observer of executions.
//!
//! Why the facts hold: let X be what is claimed, and let every claim hold in an execution up to some moment. What happens
//! next in a function happens in a state that its intervals hold ([`crate::ranges`]), since these rest on claims about its
//! entry, about results that came back and about globals; so the arguments, results and stores of the next step lie
//! in what is gathered with X, which is within X. Claims are made only about functions all of whose callers are
//! seen ([`Entry`](crate::coreach::Entry)) and globals all of whose writers are seen
//! ([`object`](crate::coreach::Program::object)).

mod check;
mod extents;
mod find_lent;
mod gather;
mod lent;
mod parts;
mod program;
mod seen;
mod shape;
mod solve;
mod source;

use crate::base::Id;
use crate::coreach::Program;
use crate::ir::{Access, Callee, GlobalId, GlobalKind, Ty, Unit, VarId};
use crate::ranges::{Back, Extent, Interval, Scalar, reread};
use extents::Extents;
use shape::Shape;
use std::collections::BTreeMap;

pub use check::Check;
pub use lent::lend;
pub use parts::Parts;
pub use seen::Seen;
pub use source::{Source, sources};

/// The facts of a program.
#[derive(Hash, Default, Debug)]
pub struct Context {
    /// By function.
    unit: Vec<u32>,
    /// By unit.
    units: Vec<UnitFacts>,
    /// By function: what it gives back. Empty for a function alone.
    returned: Vec<Option<Interval>>,
}

/// The facts of a unit, by symbol.
#[derive(Clone, Hash, Default, Debug)]
struct UnitFacts {
    /// By parameter.
    arguments: BTreeMap<u32, Vec<Option<Interval>>>,
    results: BTreeMap<u32, (Interval, Ty)>,
    objects: BTreeMap<u32, Shape>,
    /// By function: what globals hold whenever it is entered.
    entered: BTreeMap<u32, Vec<Holds>>,
    /// By function: what globals hold whenever it has returned.
    left: BTreeMap<u32, Vec<Holds>>,
    /// By function: what its pointers point into.
    extents: BTreeMap<u32, Extents>,
    /// By object: its size, if functions of the unit name it.
    sizes: BTreeMap<u32, u64>,
}

/// What a scalar of a global holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Holds {
    global: u32,
    offset: u64,
    ty: Ty,
    value: Interval,
}

/// A fact, by symbols of the unit of the function that uses it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fact {
    /// What a parameter of this function lies between whenever it is entered.
    Argument(GlobalId, usize),
    /// What calls of this function give back.
    Result(GlobalId),
    /// What this global holds at any time.
    Global(GlobalId),
    /// What this global holds whenever this function is entered.
    Entered(GlobalId, GlobalId),
    /// What this global holds whenever this function has returned.
    Left(GlobalId, GlobalId),
    /// What the pointers of this function point into.
    Extents(GlobalId),
}

/// How many facts there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Count {
    pub arguments: usize,
    pub results: usize,
    pub globals: usize,
    pub states: usize,
    pub extents: usize,
}

impl Context {
    /// Of these units, in the order of the program. Nothing, if the time is over before claims hold.
    pub fn new(
        units: &[Unit],
        program: &Program,
        parts: Parts,
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> Context {
        solve::solve(units, program, parts, is_over)
    }

    /// Nothing is known of these units.
    pub fn nothing(units: &[Unit]) -> Context {
        let functions = (0..).zip(units);
        let unit = functions.flat_map(|(index, unit)| unit.functions.iter().map(move |_| index));
        Context {
            unit: unit.collect(),
            units: vec![UnitFacts::default(); units.len()],
            returned: Vec::new(),
        }
    }

    fn unit_facts(&self, function: usize) -> Option<&UnitFacts> {
        let unit = *self.unit.get(function)?;
        self.units.get(unit as usize)
    }

    /// What a parameter of a function of the unit of `function` lies between whenever it is entered.
    pub fn argument(&self, function: usize, symbol: GlobalId, index: usize) -> Option<Interval> {
        let known = self.unit_facts(function)?;
        *known.arguments.get(&number(symbol))?.get(index)?
    }

    /// What a call by the function gives back.
    pub fn result(&self, function: usize, callee: &Callee) -> Back {
        let known = match (callee, self.unit_facts(function)) {
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
        let shape = self.unit_facts(function)?.objects.get(&number(global))?;
        shape.content(access, ty)
    }

    /// What a scalar holds whenever this function of the unit of `function` is entered.
    pub fn entered(&self, function: usize, symbol: GlobalId, scalar: &Scalar) -> Option<Interval> {
        let known = self.unit_facts(function)?;
        held(known.entered.get(&number(symbol))?, scalar)
    }

    /// What a scalar holds whenever a call by the function has come back.
    pub fn left(&self, function: usize, callee: &Callee, scalar: &Scalar) -> Option<Interval> {
        let Callee::Direct(symbol) = callee else {
            return None;
        };
        let known = self.unit_facts(function)?;
        held(known.left.get(&number(*symbol))?, scalar)
    }

    /// Whether something is known of the scalar at some entry, or after some call.
    pub fn is_followed(&self, function: usize, scalar: &Scalar) -> bool {
        let Some(known) = self.unit_facts(function) else {
            return false;
        };
        let mut all = known.entered.values().chain(known.left.values()).flatten();
        all.any(|one| one.is_of(scalar))
    }

    /// What a pointer variable of this function of the unit of `function` points into.
    pub fn extent(&self, function: usize, symbol: GlobalId, var: VarId) -> Option<Extent> {
        let known = self.unit_facts(function)?.extents.get(&number(symbol))?;
        let one = known.iter().find(|one| one.0 == var)?;
        Some(one.1)
    }

    /// The size of an object of the function's unit.
    pub fn size(&self, function: usize, symbol: GlobalId) -> Option<u64> {
        let known = self.unit_facts(function)?;
        known.sizes.get(&number(symbol)).copied()
    }

    /// Whether nothing writes this global of the function's unit.
    pub fn is_unwritten(&self, function: usize, global: GlobalId) -> bool {
        let shape = self
            .unit_facts(function)
            .and_then(|known| known.objects.get(&number(global)));
        shape.is_some_and(|shape| !shape.written)
    }

    /// What the context says to one function, as the only one of a program with these globals in its unit, and these bodies.
    pub fn alone(&self, function: usize, globals: &[GlobalId], bodies: &[GlobalId]) -> Context {
        let mut alone = UnitFacts::default();
        for (new, symbol) in (0..).zip(globals) {
            let (Some(old), global) = (self.unit_facts(function), number(*symbol)) else {
                break;
            };
            let argument = old.arguments.get(&global).cloned();
            let argument = argument.filter(|_| bodies.contains(symbol));
            alone.arguments.extend(argument.map(|list| (new, list)));
            alone
                .results
                .extend(old.results.get(&global).map(|&r| (new, r)));
            let object = old.objects.get(&global).cloned();
            alone.objects.extend(object.map(|shape| (new, shape)));
            let named = |held: &Vec<Holds>| {
                let held = held.iter().filter_map(|one| one.renamed(globals));
                held.collect::<Vec<Holds>>()
            };
            let entered = old.entered.get(&global).filter(|_| bodies.contains(symbol));
            alone.entered.extend(entered.map(|held| (new, named(held))));
            let extents = old.extents.get(&global).filter(|_| bodies.contains(symbol));
            alone
                .extents
                .extend(extents.map(|list| (new, list.clone())));
            alone
                .sizes
                .extend(old.sizes.get(&global).map(|&size| (new, size)));
            let left = old.left.get(&global);
            alone.left.extend(left.map(|held| (new, named(held))));
        }
        Context {
            unit: vec![0],
            units: vec![alone],
            returned: Vec::new(),
        }
    }

    /// The facts that the unit of the function has about these symbols.
    pub fn facts(&self, function: usize, symbols: &[GlobalId]) -> Vec<Fact> {
        let mut facts = Vec::new();
        let Some(known) = self.unit_facts(function) else {
            return facts;
        };
        for &symbol in symbols {
            let arguments = known.arguments.get(&number(symbol)).into_iter().flatten();
            let arguments = arguments.enumerate().filter(|(_, value)| value.is_some());
            facts.extend(arguments.map(|(index, _)| Fact::Argument(symbol, index)));
            let result = known.results.contains_key(&number(symbol));
            facts.extend(result.then_some(Fact::Result(symbol)));
            let global = known.objects.contains_key(&number(symbol));
            facts.extend(global.then_some(Fact::Global(symbol)));
            let extents = known.extents.contains_key(&number(symbol));
            facts.extend(extents.then_some(Fact::Extents(symbol)));
            for &other in symbols {
                let is_it = |held: &Vec<Holds>| held.iter().any(|one| one.global == number(other));
                let entered = known.entered.get(&number(symbol)).is_some_and(is_it);
                facts.extend(entered.then_some(Fact::Entered(symbol, other)));
                let left = known.left.get(&number(symbol)).is_some_and(is_it);
                facts.extend(left.then_some(Fact::Left(symbol, other)));
            }
        }
        facts
    }

    /// Only these facts, for the unit of the function.
    pub fn only(&self, function: usize, facts: &[Fact]) -> Context {
        let mut only = Context {
            unit: self.unit.clone(),
            units: vec![UnitFacts::default(); self.units.len()],
            returned: Vec::new(),
        };
        let (Some(known), Some(&unit)) = (self.unit_facts(function), self.unit.get(function))
        else {
            return only;
        };
        let kept = &mut only.units[unit as usize];
        kept.sizes.clone_from(&known.sizes);
        for fact in facts {
            match *fact {
                Fact::Argument(symbol, index) => {
                    let symbol = number(symbol);
                    if let Some(all) = known.arguments.get(&symbol) {
                        let none = || vec![None; all.len()];
                        kept.arguments.entry(symbol).or_insert_with(none)[index] = all[index];
                    }
                }
                Fact::Result(symbol) => {
                    let result = known.results.get_key_value(&number(symbol));
                    kept.results
                        .extend(result.map(|(&key, &value)| (key, value)));
                }
                Fact::Global(symbol) => {
                    let shape = known.objects.get_key_value(&number(symbol));
                    kept.objects
                        .extend(shape.map(|(&key, shape)| (key, shape.clone())));
                }
                Fact::Extents(symbol) => {
                    let extents = known.extents.get_key_value(&number(symbol));
                    kept.extents
                        .extend(extents.map(|(&key, list)| (key, list.clone())));
                }
                Fact::Entered(symbol, global) => {
                    keep(&known.entered, &mut kept.entered, symbol, global);
                }
                Fact::Left(symbol, global) => {
                    keep(&known.left, &mut kept.left, symbol, global);
                }
            }
        }
        only
    }

    pub fn count(&self) -> Count {
        let mut count = Count::default();
        for known in &self.units {
            let arguments = known.arguments.values().flatten().flatten();
            count.arguments += arguments.count();
            count.results += known.results.len();
            count.globals += known.objects.len();
            count.extents += known.extents.values().map(Vec::len).sum::<usize>();
            let states = known.entered.values().chain(known.left.values());
            count.states += states.map(Vec::len).sum::<usize>();
        }
        count
    }
}

impl Holds {
    fn is_of(&self, scalar: &Scalar) -> bool {
        (self.global, self.offset, self.ty.size())
            == (number(scalar.global), scalar.offset, scalar.ty.size())
    }

    /// The same by the names of a unit with these globals only.
    fn renamed(&self, globals: &[GlobalId]) -> Option<Holds> {
        let new = globals
            .iter()
            .position(|&global| number(global) == self.global)?;
        Some(Holds {
            global: new as u32,
            ..*self
        })
    }
}

fn held(list: &[Holds], scalar: &Scalar) -> Option<Interval> {
    let one = list.iter().find(|one| one.is_of(scalar))?;
    reread(one.value, scalar.ty)
}

/// Keeps what is known of one global at one function.
fn keep(
    from: &BTreeMap<u32, Vec<Holds>>,
    to: &mut BTreeMap<u32, Vec<Holds>>,
    symbol: GlobalId,
    global: GlobalId,
) {
    let all = from.get(&number(symbol)).into_iter().flatten();
    let own = all.filter(|one| one.global == number(global));
    to.entry(number(symbol)).or_default().extend(own);
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
