//! All functions of a run: who calls whom, and the groups.
//!
//! Comes in: the outlines of the units. Goes out: a [`Program`] that is asked for groups and for
//! the order of points.

use super::effects::{Effects, Summaries};
use super::entered::entered;
use super::flow::{ENTRY, Flow, Passage};
use super::interrupt::{Target, returning};
use super::linked::{Entry, Linked};
use super::outline::{Body, Outline};
use crate::base::{Assumed, SIGNALS, STATIC_FUNCTIONS};
use crate::ir::{Callee, Contract, GlobalId, PointId};
use rayon::prelude::*;
use std::collections::HashMap;

/// What may be outside of the files.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum World {
    /// The files are a whole program if exactly one defines `main`, all were read completely, and
    /// whatever they use and do not define is of the C library.
    #[default]
    Auto,
    /// The same, but other files of the program are known to be left out: it is not whole.
    Part,
    /// The files are a whole program: nothing else calls their functions by name.
    Whole,
    /// Any function with external linkage may be called from outside.
    Library,
}

impl World {
    const NAMES: [(&str, World); 4] = [
        ("auto", World::Auto),
        ("part", World::Part),
        ("whole", World::Whole),
        ("library", World::Library),
    ];
}

impl std::fmt::Display for World {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let named = World::NAMES.iter().find(|(_, world)| world == self);
        named.map_or(Ok(()), |(name, _)| f.write_str(name))
    }
}

impl std::str::FromStr for World {
    type Err = String;

    fn from_str(text: &str) -> Result<World, String> {
        let named = World::NAMES.iter().find(|(name, _)| *name == text);
        let none = || format!("`{text}` is no kind of program");
        named.map(|(_, world)| *world).ok_or_else(none)
    }
}

/// A co-reached group; counted from 1 in the order of the run.
pub type GroupId = u32;

/// The group of each label.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Groups {
    /// In the shape of the points that were asked for: per function, per label.
    pub of: Vec<Vec<GroupId>>,
    pub count: usize,
}

/// The functions of a run, in the order of its units. A function is named by its index.
#[derive(Hash)]
pub struct Program {
    flows: Vec<Flow>,
    /// Where the classes of each function start among those of the program.
    first_class: Vec<usize>,
    /// The class that each class of a function is part of.
    joined: Vec<usize>,
    summaries: Summaries,
    /// The functions in which a call may come back again.
    twice: Vec<bool>,
    /// The functions that control may enter.
    entered: Vec<bool>,
    /// By function: who calls it.
    entries: Vec<Entry>,
    whole: bool,
    threads: bool,
}

impl Program {
    /// `all_read` is false when some file of the run gave no outline.
    pub fn new(outlines: &[Outline], world: World, all_read: bool, assumed: &Assumed) -> Program {
        let linked = Linked::new(outlines, all_read, assumed);
        let whole = linked.is_whole(world, all_read);
        let target = |caller, symbol| linked.target(caller, symbol);
        let bodies: Vec<&Body> = linked.functions.iter().map(|f| f.body).collect();
        let inside = linked.inside();
        let returns = returning(&bodies, &inside, target);
        let all_return = |list: &[usize]| list.iter().all(|&function| returns[function]);
        let library_returns = all_return(&inside.all);
        let plain_returns = all_return(&inside.plain);
        let passage = |caller: usize, symbol: usize| match linked.target(caller, symbol) {
            Target::Twice => Passage::Interrupts,
            Target::Function(callee) if returns[callee] => Passage::Through,
            Target::Library if library_returns => Passage::Through,
            Target::Plain if plain_returns => Passage::Through,
            Target::Function(_) | Target::Library | Target::Plain | Target::Unknown => {
                Passage::Interrupts
            }
        };
        let anywhere = linked.rest.threads || !assumed.holds(SIGNALS);
        let twice = linked.returning_twice();
        let flows: Vec<Flow> = bodies
            .par_iter()
            .zip(&twice)
            .enumerate()
            .map(|(caller, (body, &twice))| {
                Flow::new(body, anywhere, twice, |symbol| passage(caller, symbol))
            })
            .collect();
        let mut program = Program {
            first_class: starts(&flows),
            joined: Vec::new(),
            flows,
            summaries: Summaries::new(&linked, whole && all_read),
            twice,
            entered: match assumed.holds(STATIC_FUNCTIONS) {
                true => entered(&linked, world == World::Whole && all_read),
                false => vec![true; bodies.len()],
            },
            entries: linked.entries(world, whole, all_read, assumed),
            whole,
            threads: linked.rest.threads,
        };
        program.joined = program.join(&linked, whole && all_read);
        program
    }

    /// It is assumed that nothing outside of the files calls their functions by name.
    pub fn is_whole(&self) -> bool {
        self.whole
    }

    /// Some file starts threads, or it is not assumed that there are none.
    pub fn has_threads(&self) -> bool {
        self.threads
    }

    /// The groups of labels that stand at these points, given per function.
    pub fn groups(&self, points: &[Vec<PointId>]) -> Groups {
        let mut groups = Groups::default();
        let mut number: HashMap<Result<usize, (usize, PointId)>, GroupId> = HashMap::new();
        for (function, points) in points.iter().enumerate() {
            let ids = points.iter().map(|&point| {
                let fresh = number.len() as GroupId + 1;
                let class = self.class(function, point).ok_or((function, point));
                *number.entry(class).or_insert(fresh)
            });
            groups.of.push(ids.collect());
        }
        groups.count = number.len();
        groups
    }

    /// Whether the points, each given with its function, are passed together: whenever one is
    /// passed, the other is, once, before either is passed again.
    pub fn co_reached(&self, a: (usize, PointId), b: (usize, PointId)) -> bool {
        a == b || (self.class(a.0, a.1).is_some() && self.class(a.0, a.1) == self.class(b.0, b.1))
    }

    /// Every call of the function that passes `then` has passed `first` before, at least once.
    pub fn always_precedes(&self, function: usize, first: PointId, then: PointId) -> bool {
        self.flows[function].always_precedes(first, then)
    }

    /// Every call of the function that passes `first` passes `then` later, at least once.
    pub fn always_follows(&self, function: usize, then: PointId, first: PointId) -> bool {
        self.flows[function].always_follows(then, first)
    }

    /// Every call of the function that passes `first` passes one of `among` later.
    pub fn one_always_follows(&self, function: usize, among: &[PointId], first: PointId) -> bool {
        self.flows[function].one_always_follows(among, first)
    }

    /// Once the point is passed, control goes its way to the end of the function.
    pub fn runs_on(&self, function: usize, point: PointId) -> bool {
        self.flows[function].runs_on(point)
    }

    /// C leaves nothing open about what comes before and after the point.
    pub fn is_ordered(&self, function: usize, point: PointId) -> bool {
        self.flows[function].is_ordered(point)
    }

    /// What a call in the function may write.
    pub fn effects(&self, function: usize, callee: &Callee) -> Effects<'_> {
        self.summaries.effects(function, callee)
    }

    /// Whether a call of the symbol in the function certainly runs the body that their unit has of it, in which nothing
    /// comes back twice.
    pub fn runs_own_body(&self, function: usize, symbol: GlobalId) -> bool {
        self.summaries.runs_own_body(function, symbol)
    }

    /// What the C library promises of the result of a call in the function.
    pub fn contracts(&self, function: usize, callee: &Callee) -> &'static [Contract] {
        self.summaries.contracts(function, callee)
    }

    /// Whether a global of the function's unit is separable: it changes only by writes that name
    /// it, see [`Effects::writes`].
    pub fn is_separable(&self, function: usize, global: GlobalId) -> bool {
        self.summaries.is_separable(function, global)
    }

    /// The number of a separable global of the function's unit, over all units.
    pub fn object(&self, function: usize, global: GlobalId) -> Option<usize> {
        self.summaries.object(function, global)
    }

    /// The function that a call of the symbol by this function runs, if it is one of the units.
    pub fn callee(&self, caller: usize, symbol: GlobalId) -> Option<usize> {
        self.summaries.callee(caller, symbol)
    }

    /// Who calls the function.
    pub fn entry(&self, function: usize) -> Entry {
        self.entries[function]
    }

    /// Whether a call in the function may come back again from a place where control was later, as
    /// `setjmp` does. Then what the function's graph shows is not all that may happen.
    pub fn returns_twice(&self, function: usize) -> bool {
        self.twice[function]
    }

    /// Whether control may enter the function: code that no unit shows may call it, or a function that is entered itself. Without the
    /// user's promise of a whole program this can be denied of `static` ones only.
    pub fn is_entered(&self, function: usize) -> bool {
        self.entered[function]
    }

    /// What the program says about one function, as the only one of a program with these globals in its unit, the first
    /// being the function's own symbol; they are given as the unit has them. It claims nothing else, so whoever
    /// is given it depends on nothing else.
    pub fn alone(&self, function: usize, globals: &[GlobalId]) -> Program {
        let mut flow = self.flows[function].clone();
        // They are for binding names, which is done.
        flow.calls.clear();
        let first = self.first_class[function];
        let mut number: HashMap<usize, usize> = HashMap::new();
        let joined = (first..first + flow.class.len()).map(|class| {
            let fresh = number.len();
            *number.entry(self.joined[class]).or_insert(fresh)
        });
        Program {
            first_class: vec![0],
            joined: joined.collect(),
            flows: vec![flow],
            summaries: self.summaries.alone(function, globals),
            twice: vec![self.twice[function]],
            entered: vec![self.entered[function]],
            entries: vec![Entry::Anywhere],
            whole: false,
            threads: false,
        }
    }

    /// The class of a point in the whole program; `None` if it stands alone.
    fn class(&self, function: usize, point: PointId) -> Option<usize> {
        let flow = self.flows.get(function)?;
        let class = flow.class[flow.segment(point)?];
        Some(self.joined[self.first_class[function] + class])
    }

    /// The entry of a function that is called once belongs to where it is called. `all`: the units are all that knows the
    /// names of their functions.
    fn join(&self, linked: &Linked, all: bool) -> Vec<usize> {
        let total = self.flows.iter().map(|flow| flow.class.len()).sum();
        let mut parent: Vec<usize> = (0..total).collect();
        let once = linked.called_once(all);
        for (caller, flow) in self.flows.iter().enumerate() {
            for &(symbol, segment) in &flow.calls {
                let Target::Function(callee) = linked.target(caller, symbol) else {
                    continue;
                };
                if callee != caller && once.contains(&callee) {
                    let site = self.first_class[caller] + flow.class[segment];
                    let entry = self.first_class[callee] + self.flows[callee].class[ENTRY];
                    let (site, entry) = (find(&mut parent, site), find(&mut parent, entry));
                    parent[entry.max(site)] = entry.min(site);
                }
            }
        }
        (0..total).map(|class| find(&mut parent, class)).collect()
    }
}

fn starts(flows: &[Flow]) -> Vec<usize> {
    let mut next = 0;
    let start = |flow: &Flow| {
        let start = next;
        next += flow.class.len();
        start
    };
    flows.iter().map(start).collect()
}

fn find(parent: &mut [usize], mut at: usize) -> usize {
    while parent[at] != at {
        parent[at] = parent[parent[at]];
        at = parent[at];
    }
    at
}
