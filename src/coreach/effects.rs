//! What a call may write, over all units.
//!
//! Comes in: for each function what it writes by itself and what it calls. Goes out: for each call
//! whether it may write memory that pointers reach, and which separable globals
//! ([`crate::ir::separable`]) of the caller's unit. Nothing here knows where in a function a write
//! stands. The least solution of
//!
//! ```text
//! effects(f)        =  writes of f's own instructions  ∪  effects(g) for every g that f calls
//! effects(unknown)  =  all memory  ∪  effects(g) for every g that may be entered from anywhere
//! ```
//!
//! Why that is enough: while a call runs, memory changes by instructions of functions of the units,
//! by the library and by code that nobody knows. A separable global is named by no other unit and
//! its address is never a value, so only instructions of its own unit that name it change it (in a whole program, of the units that
//! name it: [`Linked::shared_objects`]), and each of them belongs to a function that runs during the call. That function was entered by a
//! call whose target is known, which the first equation follows; or through a pointer, by asm, by
//! code outside of the units, and then its address was taken or its name is known there: the
//! second equation has it. A function of the library calls what it is given and what the table
//! says it may call; a function of the program in the place of one of the library, or with a
//! reserved name, may be called by all of them. Everything that is not a separable global is one thing, memory: whoever writes
//! through an address that is not of its own variables writes it. Variables of a function are new
//! in each call of it, so writing them changes nothing that was there before.
//!
//! Another thread changes a global only while this one is in a call, in asm or in an atomic operation: anything else is a
//! data race. A function that was left in the middle (a thread, a context) goes on while another one calls something; so where there
//! are such functions, all count as entered from anywhere.

use super::contracts::contracts;
use super::library::{Manner, Writes, manner, writes};
use super::linked::{Bound, Linked};
use crate::base::Id;
use crate::ir::{Callee, Contract, Function, GlobalId, InstKind, Object, direct_base};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::Dfs;
use std::collections::HashMap;

/// A list with more globals than this is not kept: then any global may be written.
const MAX_LISTED: usize = 4096;

/// What a function does by itself.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Direct {
    /// The separable globals that it writes, as symbols of its unit; ascending.
    pub globals: Vec<u32>,
    /// It may write other memory than its own variables.
    pub memory: bool,
    /// It may run code that nobody knows: an indirect call, asm, a builtin.
    pub unknown: bool,
    /// A builtin in it may come back twice.
    pub twice: bool,
    /// It has asm that may go on elsewhere.
    pub asm: bool,
}

impl Direct {
    /// `separable` by global.
    pub fn new(f: &Function, separable: &[bool]) -> Direct {
        let mut direct = Direct::default();
        for inst in f.blocks.values().flat_map(|block| &block.insts) {
            match &inst.kind {
                InstKind::Store { addr: dst, .. }
                | InstKind::Copy { dst, .. }
                | InstKind::Zero { dst, .. } => match direct_base(f, *dst) {
                    Some(Object::Local(_)) => {}
                    Some(Object::Global(global)) if separable[global.index()] => {
                        direct.globals.push(global.index() as u32);
                    }
                    Some(Object::Global(_)) | None => direct.memory = true,
                },
                InstKind::Call { callee, .. } => direct.call(callee),
                // Asm may name any object of the unit.
                InstKind::Havoc { memory, .. } => {
                    direct.unknown = true;
                    direct.asm |= *memory;
                    let all = (0..).zip(separable).filter(|(_, separable)| **separable);
                    direct.globals.extend(all.map(|(global, _)| global));
                }
                InstKind::Declare(_)
                | InstKind::Assign { .. }
                | InstKind::VolatileLoad { .. }
                | InstKind::Alloca { .. }
                | InstKind::Either { .. }
                | InstKind::Point(_) => {}
            }
        }
        direct.globals.sort_unstable();
        direct.globals.dedup();
        direct
    }

    fn call(&mut self, callee: &Callee) {
        match callee {
            Callee::Direct(_) => {}
            Callee::Indirect(_) => self.unknown = true,
            Callee::Builtin(name) => {
                self.twice |= manner(name) == Some(Manner::Twice);
                match writes(name) {
                    Writes::Nothing => {}
                    Writes::Memory => self.memory = true,
                    Writes::Anything => self.unknown = true,
                }
            }
        }
    }
}

/// What a call may write.
#[derive(Clone, Copy)]
pub struct Effects<'a> {
    summary: &'a Summary,
    /// What code that nobody knows may write.
    unknown: &'a [u32],
    names: &'a Names,
}

impl Effects<'_> {
    /// Whether it may write memory that pointers reach.
    pub fn memory(&self) -> bool {
        self.summary.memory
    }

    /// Whether it may write this global of the caller's unit. One that is not separable is
    /// written whenever memory may be.
    pub fn writes(&self, global: GlobalId) -> bool {
        let Some(number) = self.names.number(global.index() as u32) else {
            return self.summary.memory;
        };
        self.summary.all
            || self.summary.globals.binary_search(&number).is_ok()
            || (self.summary.unknown && self.unknown.binary_search(&number).is_ok())
    }
}

/// What a strongly connected component of the calls may write.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug)]
struct Summary {
    memory: bool,
    /// All that code which nobody knows may write, which is not listed again.
    unknown: bool,
    /// Any separable global.
    all: bool,
    /// The numbers of separable globals; ascending.
    globals: Vec<u32>,
}

/// What a unit calls, and its separable globals. These are numbered over all units.
#[derive(Hash)]
struct Names {
    /// As symbols, ascending, each with its number.
    separable: Vec<(u32, u32)>,
    /// The node of each symbol that is called; ascending.
    called: Vec<(u32, u32)>,
    /// The symbols of which a call certainly runs the body in this unit, in which nothing comes back twice; ascending.
    own: Vec<u32>,
    /// The contracts of symbols that are the C library's; ascending.
    contracts: Vec<(u32, &'static [Contract])>,
}

impl Names {
    fn number(&self, symbol: u32) -> Option<u32> {
        let key = |&(known, _): &(u32, u32)| known;
        let index = self.separable.binary_search_by_key(&symbol, key).ok()?;
        Some(self.separable[index].1)
    }

    fn node(&self, symbol: usize) -> Option<usize> {
        let key = |&(called, _): &(u32, u32)| called as usize;
        let index = self.called.binary_search_by_key(&symbol, key).ok()?;
        Some(self.called[index].1 as usize)
    }
}

/// The effects of all functions, and of three more nodes that stand for the rest of the world.
#[derive(Hash)]
pub(super) struct Summaries {
    /// By unit.
    names: Vec<Names>,
    /// By function.
    unit: Vec<u32>,
    /// By node: functions, then [`Rest`].
    component: Vec<u32>,
    summaries: Vec<Summary>,
    unknown: Vec<u32>,
}

/// What is not a function of the units.
#[derive(Clone, Copy)]
enum Rest {
    /// Code that nobody knows.
    Unknown,
    /// A function of the library that calls nothing it is given.
    Library,
    /// A function of the library that writes nothing.
    Nothing,
}

impl Rest {
    fn of(writes: Writes) -> Rest {
        match writes {
            Writes::Nothing => Rest::Nothing,
            Writes::Memory => Rest::Library,
            Writes::Anything => Rest::Unknown,
        }
    }

    fn node(self, functions: usize) -> usize {
        functions + self as usize
    }
}

impl Summaries {
    /// `all`: nothing outside of the units knows the names of their functions.
    pub fn new(linked: &Linked, all: bool) -> Summaries {
        let names = names(linked, all);
        let graph = calls(linked, &names, all);
        let direct = |node: usize| match linked.functions.get(node) {
            Some(function) => {
                let own = &function.body.direct;
                let names = &names[function.unit];
                let numbers = own.globals.iter().filter_map(|&g| names.number(g));
                let numbers: Vec<u32> = numbers.collect();
                // What has no number is memory like any other.
                (own.memory || numbers.len() < own.globals.len(), numbers)
            }
            None => (
                node != Rest::Nothing.node(linked.functions.len()),
                Vec::new(),
            ),
        };
        let unknown_node = Rest::Unknown.node(linked.functions.len());
        let unknown = reached_writes(&graph, unknown_node, direct);
        let (component, summaries) = solve(&graph, unknown_node, &unknown, direct);
        Summaries {
            names,
            unit: linked.functions.iter().map(|f| f.unit as u32).collect(),
            component,
            summaries,
            unknown,
        }
    }

    pub fn effects(&self, caller: usize, callee: &Callee) -> Effects<'_> {
        let names = self.names(caller);
        let node = match callee {
            Callee::Direct(id) => names.node(id.index()),
            Callee::Indirect(_) => None,
            Callee::Builtin(name) => Some(Rest::of(writes(name)).node(self.unit.len())),
        };
        let node = node.unwrap_or(Rest::Unknown.node(self.unit.len()));
        Effects {
            summary: &self.summaries[self.component[node] as usize],
            unknown: &self.unknown,
            names,
        }
    }

    /// What is known of the calls and globals of one function, as the only one of a program. The globals are those of its unit
    /// that count there, and are numbered in this order.
    pub fn alone(&self, function: usize, globals: &[GlobalId]) -> Summaries {
        let old = self.names(function);
        let separable: Vec<u32> = (0..)
            .zip(globals)
            .filter(|(_, global)| self.is_separable(function, **global))
            .map(|(new, _)| new)
            .collect();
        let resolved = |node: usize| {
            let effects = Effects {
                summary: &self.summaries[self.component[node] as usize],
                unknown: &self.unknown,
                names: old,
            };
            let numbers = (0..).zip(&separable);
            let written = numbers.filter(|(_, new)| effects.writes(globals[**new as usize]));
            Summary {
                memory: effects.memory(),
                unknown: false,
                all: false,
                globals: written.map(|(number, _)| number).collect(),
            }
        };
        // The function, then the rest of the world, then what is called.
        let mut summaries = vec![Summary::default()];
        let rest = [Rest::Unknown, Rest::Library, Rest::Nothing];
        summaries.extend(rest.map(|rest| resolved(rest.node(self.unit.len()))));
        let mut called = Vec::new();
        for (new, global) in (0..).zip(globals) {
            if let Some(node) = old.node(global.index()) {
                called.push((new, summaries.len() as u32));
                summaries.push(resolved(node));
            }
        }
        Summaries {
            names: vec![Names {
                separable: separable.into_iter().zip(0..).collect(),
                called,
                own: (0..)
                    .zip(globals)
                    .filter(|(_, global)| self.runs_own_body(function, **global))
                    .map(|(new, _)| new)
                    .collect(),
                contracts: (0..)
                    .zip(globals)
                    .map(|(new, global)| (new, self.contracts(function, &Callee::Direct(*global))))
                    .filter(|(_, contracts)| !contracts.is_empty())
                    .collect(),
            }],
            unit: vec![0],
            component: (0..summaries.len() as u32).collect(),
            summaries,
            unknown: Vec::new(),
        }
    }

    pub fn runs_own_body(&self, function: usize, symbol: GlobalId) -> bool {
        let own = &self.names(function).own;
        own.binary_search(&(symbol.index() as u32)).is_ok()
    }

    pub fn contracts(&self, function: usize, callee: &Callee) -> &'static [Contract] {
        let Callee::Direct(symbol) = callee else {
            return &[];
        };
        let list = &self.names(function).contracts;
        let found = list.binary_search_by_key(&(symbol.index() as u32), |row| row.0);
        found.map_or(&[], |index| list[index].1)
    }

    pub fn is_separable(&self, function: usize, global: GlobalId) -> bool {
        self.names(function).number(global.index() as u32).is_some()
    }

    /// The number of a separable global over all units.
    pub fn object(&self, function: usize, global: GlobalId) -> Option<usize> {
        let number = self.names(function).number(global.index() as u32)?;
        Some(number as usize)
    }

    /// The function that a call of the symbol runs, if it is one of the units.
    pub fn callee(&self, caller: usize, symbol: GlobalId) -> Option<usize> {
        let node = self.names(caller).node(symbol.index())?;
        (node < self.unit.len()).then_some(node)
    }

    fn names(&self, function: usize) -> &Names {
        &self.names[self.unit[function] as usize]
    }
}

fn names(linked: &Linked, all: bool) -> Vec<Names> {
    let functions = linked.functions.len();
    let shared = linked.shared_objects(all);
    let twice = linked.returning_twice();
    let mut by_name: HashMap<&str, u32> = HashMap::new();
    let mut next = 0;
    let mut fresh = || {
        next += 1;
        next - 1
    };
    let mut list = Vec::with_capacity(linked.outlines.len());
    for (unit, outline) in linked.outlines.iter().enumerate() {
        let mut called: Vec<usize> = outline.functions.iter().flat_map(|f| f.called()).collect();
        called.sort_unstable();
        called.dedup();
        let own = |&&symbol: &&usize| {
            let bound = linked.bound(unit, symbol);
            let here = |function: usize| linked.functions[function].unit == unit;
            matches!(bound, Bound::Function(function) if here(function) && !twice[function])
        };
        let promised = |&symbol: &usize| match linked.bound(unit, symbol) {
            Bound::Library(name) => (symbol as u32, contracts(name)),
            Bound::Function(_) | Bound::Unknown => (symbol as u32, &[][..]),
        };
        let node = |&symbol: &usize| {
            let node = match linked.bound(unit, symbol) {
                Bound::Function(function) => function,
                Bound::Library(name) => Rest::of(linked.library_writes(name)).node(functions),
                Bound::Unknown => Rest::Unknown.node(functions),
            };
            (symbol as u32, node as u32)
        };
        let private = outline.separable.iter().map(|&symbol| (symbol, fresh()));
        let mut separable: Vec<(u32, u32)> = private.collect();
        for &symbol in &outline.shared {
            let name = outline.symbols[symbol as usize].name.as_str();
            if shared.contains(name) {
                let number = *by_name.entry(name).or_insert_with(&mut fresh);
                separable.push((symbol, number));
            }
        }
        separable.sort_unstable();
        list.push(Names {
            separable,
            own: called.iter().filter(own).map(|&s| s as u32).collect(),
            contracts: (called.iter().map(promised))
                .filter(|(_, contracts)| !contracts.is_empty())
                .collect(),
            called: called.iter().map(node).collect(),
        });
    }
    list
}

/// Who may run whom.
fn calls(linked: &Linked, names: &[Names], all: bool) -> DiGraph<(), ()> {
    let functions = linked.functions.len();
    let unknown = Rest::Unknown.node(functions);
    let library = Rest::Library.node(functions);
    let mut graph = DiGraph::with_capacity(functions + 3, functions * 4);
    for _ in 0..functions + 3 {
        graph.add_node(());
    }
    let mut edge = |from: usize, to: usize| {
        graph.add_edge(NodeIndex::new(from), NodeIndex::new(to), ());
    };
    for (caller, function) in linked.functions.iter().enumerate() {
        let names = &names[function.unit];
        let node = |symbol| names.node(symbol).unwrap_or(unknown);
        let mut targets: Vec<usize> = function.body.called().map(node).collect();
        targets.extend(function.body.direct.unknown.then_some(unknown));
        targets.sort_unstable();
        targets.dedup();
        targets.into_iter().for_each(|to| edge(caller, to));
    }
    edge(unknown, library);
    let entered = linked.entered_from_anywhere(all).into_iter();
    for entered in entered {
        edge(unknown, entered);
    }
    for called in linked.called_by_the_library() {
        edge(library, called);
    }
    if linked.rest.opens_the_library() {
        edge(library, unknown);
    }
    graph
}

/// The globals that the nodes write which can be reached from this one; ascending.
fn reached_writes(
    graph: &DiGraph<(), ()>,
    from: usize,
    direct: impl Fn(usize) -> (bool, Vec<u32>),
) -> Vec<u32> {
    let mut list = Vec::new();
    let mut walk = Dfs::new(graph, NodeIndex::new(from));
    while let Some(node) = walk.next(graph) {
        list.extend(direct(node.index()).1);
    }
    list.sort_unstable();
    list.dedup();
    list
}

/// The component of each node and the summary of each component.
fn solve(
    graph: &DiGraph<(), ()>,
    unknown_node: usize,
    unknown: &[u32],
    direct: impl Fn(usize) -> (bool, Vec<u32>),
) -> (Vec<u32>, Vec<Summary>) {
    let mut component = vec![0; graph.node_count()];
    let mut summaries: Vec<Summary> = Vec::new();
    // Each component comes after those that it calls.
    for members in kosaraju_scc(graph) {
        let this = summaries.len() as u32;
        members
            .iter()
            .for_each(|node| component[node.index()] = this);
        let mut summary = Summary::default();
        let mut called = Vec::new();
        for &node in &members {
            let (memory, globals) = direct(node.index());
            summary.memory |= memory;
            summary.unknown |= node.index() == unknown_node;
            summary.globals.extend(globals);
            called.extend(graph.neighbors(node).map(|to| component[to.index()]));
        }
        called.sort_unstable();
        called.dedup();
        called.retain(|&other| other != this);
        let called: Vec<&Summary> = called.iter().map(|&c| &summaries[c as usize]).collect();
        summary.add(&called, unknown);
        summaries.push(summary);
    }
    (component, summaries)
}

impl Summary {
    fn add(&mut self, called: &[&Summary], unknown: &[u32]) {
        for other in called {
            self.memory |= other.memory;
            self.unknown |= other.unknown;
            self.all |= other.all;
        }
        if !self.all {
            for other in called {
                self.globals.extend(&other.globals);
            }
            self.globals.sort_unstable();
            self.globals.dedup();
        }
        if self.unknown {
            self.globals.retain(|g| unknown.binary_search(g).is_err());
        }
        if self.all || self.globals.len() > MAX_LISTED {
            self.all = true;
            self.globals = Vec::new();
        }
        self.globals.shrink_to_fit();
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::Random;
    use super::*;

    /// Memory and globals that each node writes by itself.
    type Own = Vec<(bool, Vec<u32>)>;

    fn random_calls(random: &mut Random) -> (DiGraph<(), ()>, Own) {
        let nodes = 1 + random.below(9);
        let mut graph = DiGraph::new();
        let mut own = Own::new();
        for _ in 0..nodes {
            graph.add_node(());
            let mut globals: Vec<u32> = (0..random.below(3))
                .map(|_| random.below(8) as u32)
                .collect();
            globals.sort_unstable();
            globals.dedup();
            own.push((random.below(5) == 0, globals));
        }
        for _ in 0..random.below(2 * nodes) {
            let [from, to] = [0; 2].map(|_| NodeIndex::new(random.below(nodes)));
            graph.add_edge(from, to, ());
        }
        (graph, own)
    }

    #[test]
    fn summaries_are_the_writes_of_all_that_can_be_reached() {
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        for _ in 0..5000 {
            let (graph, own) = random_calls(&mut random);
            let direct = |node: usize| own[node].clone();
            let unknown_node = random.below(own.len());
            let unknown = reached_writes(&graph, unknown_node, direct);
            let (component, summaries) = solve(&graph, unknown_node, &unknown, direct);
            for node in 0..own.len() {
                let summary = &summaries[component[node] as usize];
                let mut written = summary.globals.clone();
                if summary.unknown {
                    written.extend(&unknown);
                    written.sort_unstable();
                }
                assert_eq!(written, reached_writes(&graph, node, direct));
                let mut walk = Dfs::new(&graph, NodeIndex::new(node));
                let mut memory = false;
                while let Some(reached) = walk.next(&graph) {
                    memory |= own[reached.index()].0;
                }
                assert_eq!(summary.memory, memory);
            }
        }
    }

    #[test]
    fn long_lists_become_everything() {
        let mut graph = DiGraph::new();
        let nodes: Vec<NodeIndex> = (0..3).map(|_| graph.add_node(())).collect();
        graph.add_edge(nodes[1], nodes[0], ());
        let many: Vec<u32> = (0..=MAX_LISTED as u32).collect();
        let direct = |node: usize| match node {
            0 => (false, many.clone()),
            _ => (false, Vec::new()),
        };
        let (component, summaries) = solve(&graph, 2, &[], direct);
        let all = [0, 1, 2].map(|node: usize| summaries[component[node] as usize].all);
        assert_eq!(all, [true, true, false]);
    }
}
