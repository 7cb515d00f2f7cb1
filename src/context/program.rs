//! The functions of all units, and how they access the globals that no pointer reaches.

use super::extents::{Extents, Sizes, extents, sizes};
use super::shape::{Shape, Use};
use super::{Parts, exists, number};
use crate::coreach::Program;
use crate::ir::{
    Access, Callee, ExprId, ExprKind, Function, GlobalId, GlobalKind, InstKind, Object, Ty, Unit,
    access,
};
use crate::ranges::Scalar;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use std::collections::{BTreeSet, HashMap};

/// A function that would follow more scalars follows those that it accesses itself.
const MAX_PLACES: usize = 48;

/// A scalar at a fixed place: the number of an object, and of one of its cells.
pub type CellId = (usize, usize);

/// A function in its place.
pub struct Member<'a> {
    pub unit: usize,
    pub f: &'a Function,
    /// The functions of the units that it calls, each once; ascending.
    pub callees: Vec<usize>,
    /// The numbers of the objects that it accesses or follows, each once; ascending.
    pub objects: Vec<usize>,
    /// The scalars that it follows: its own, and those of the functions that it calls; ascending.
    pub places: Vec<CellId>,
}

pub struct Members<'a> {
    pub units: &'a [Unit],
    pub program: &'a Program,
    /// What is looked for.
    pub parts: Parts,
    pub list: Vec<Member<'a>>,
    /// By number: the object before anything is written.
    pub shapes: Vec<Shape>,
    /// By object: the functions that access or follow it.
    pub users: Vec<Vec<usize>>,
    /// By function: who calls it.
    pub callers: Vec<Vec<usize>>,
    /// By unit: the objects by the symbols there.
    symbols: Vec<HashMap<usize, GlobalId>>,
    /// The functions with their callees first, by circles of calls.
    pub circles: Vec<Vec<usize>>,
    /// By function: what its pointers point into; empty if nobody asks.
    pub extents: Vec<Extents>,
    pub sizes: Sizes,
}

/// An object, and how it is used.
#[derive(Default)]
struct Uses {
    /// A unit and its name there, where it has its content.
    definition: Option<(usize, GlobalId)>,
    list: Vec<Use>,
    /// Asm may write it.
    hidden: bool,
}

impl<'a> Members<'a> {
    pub fn new(units: &'a [Unit], program: &'a Program, parts: Parts) -> Members<'a> {
        let mut members = Members {
            units,
            program,
            parts,
            list: Vec::new(),
            shapes: Vec::new(),
            users: Vec::new(),
            callers: Vec::new(),
            symbols: Vec::new(),
            circles: Vec::new(),
            extents: Vec::new(),
            sizes: Vec::new(),
        };
        if parts.extents {
            members.sizes = sizes(units, program);
            members.extents = extents(units, program, &members.sizes);
        }
        let mut uses: Vec<Uses> = Vec::new();
        for (index, unit) in units.iter().enumerate() {
            let asm = unit.functions.iter().any(has_asm);
            let mut numbers: HashMap<u32, Option<usize>> = HashMap::new();
            for f in &unit.functions {
                let function = members.list.len();
                let mut object = |global: GlobalId| {
                    let known = numbers.entry(number(global));
                    *known.or_insert_with(|| program.object(function, global))
                };
                let mut objects = Vec::new();
                each_use(f, |global, one| {
                    let Some(object) = object(global) else { return };
                    if uses.len() <= object {
                        uses.resize_with(object + 1, Uses::default);
                    }
                    let slot = &mut uses[object];
                    slot.hidden |= asm;
                    slot.list.push(one);
                    if has_content(unit, global) {
                        slot.definition = Some((index, global));
                    }
                    objects.push(object);
                });
                objects.sort_unstable();
                objects.dedup();
                members.list.push(Member {
                    unit: index,
                    f,
                    callees: callees(f, function, program),
                    objects,
                    places: Vec::new(),
                });
            }
            let first = members.list.len() - unit.functions.len();
            let has_functions = !unit.functions.is_empty();
            let symbols = unit.globals.ids().filter(|_| has_functions);
            let symbols = symbols.filter_map(|id| Some((program.object(first, id)?, id)));
            members.symbols.push(symbols.collect());
        }
        members.shapes = uses.iter().map(|uses| members.shape(uses)).collect();
        members.circles = circles(&members.list);
        members.callers = vec![Vec::new(); members.list.len()];
        for (caller, member) in members.list.iter().enumerate() {
            for &callee in &member.callees {
                members.callers[callee].push(caller);
            }
        }
        if parts.states {
            members.follow();
        }
        members.users = vec![Vec::new(); members.shapes.len()];
        for (function, member) in members.list.iter().enumerate() {
            for &object in &member.objects {
                members.users[object].push(function);
            }
        }
        members
    }

    /// Finds the scalars that each function follows, callees first.
    fn follow(&mut self) {
        for circle in self.circles.clone() {
            let own: Vec<BTreeSet<CellId>> = circle.iter().map(|&f| self.own_places(f)).collect();
            let called = circle.iter().flat_map(|&f| &self.list[f].callees);
            let mut all: BTreeSet<CellId> = own.iter().flatten().copied().collect();
            all.extend(called.flat_map(|&callee| &self.list[callee].places));
            for (&function, own) in circle.iter().zip(own) {
                let places = if all.len() <= MAX_PLACES { &all } else { &own };
                let fits = places.len() <= MAX_PLACES;
                let places: Vec<CellId> = places.iter().copied().filter(|_| fits).collect();
                let member = &mut self.list[function];
                member.objects.extend(places.iter().map(|place| place.0));
                member.objects.sort_unstable();
                member.objects.dedup();
                member.places = places;
            }
        }
    }

    fn own_places(&self, function: usize) -> BTreeSet<CellId> {
        let mut places = BTreeSet::new();
        each_use(self.list[function].f, |global, one| {
            if let (Use::Scalar(access, ty), Some(object)) =
                (one, self.program.object(function, global))
                && access.stride == 0
                && self.shapes[object].single
                && let Some(cell) = self.shapes[object].cell(&access, ty)
            {
                places.insert((object, cell));
            }
        });
        places
    }

    /// The place as the unit of a function names it, if it does.
    pub fn scalar(&self, function: usize, (object, cell): CellId) -> Option<Scalar> {
        let cell = self.shapes[object].cells()[cell];
        let global = *self.symbols[self.list[function].unit].get(&object)?;
        Some(Scalar {
            global,
            offset: cell.offset,
            ty: cell.ty,
        })
    }

    fn shape(&self, uses: &Uses) -> Shape {
        let definition = uses
            .definition
            .filter(|_| !uses.hidden && self.parts.globals);
        let Some((unit, global)) = definition else {
            return Shape::unknown();
        };
        let unit = &self.units[unit];
        match &unit.globals[global].kind {
            GlobalKind::Object {
                size,
                init: Some(init),
                volatile: false,
                thread_local: false,
                ..
            } => Shape::new(*size, init, &uses.list, |symbol| exists(unit, symbol)),
            _ => Shape::unknown(),
        }
    }
}

fn has_content(unit: &Unit, global: GlobalId) -> bool {
    let kind = &unit.globals[global].kind;
    matches!(kind, GlobalKind::Object { init: Some(_), .. })
}

fn has_asm(f: &Function) -> bool {
    let mut insts = f.blocks.values().flat_map(|block| &block.insts);
    insts.any(|inst| matches!(inst.kind, InstKind::Havoc { .. }))
}

/// The access of a function to a global of its unit.
pub fn in_global(f: &Function, addr: ExprId) -> Option<(GlobalId, Access)> {
    let access = access(f, addr)?;
    match access.object {
        Object::Global(global) => Some((global, access)),
        Object::Local(_) => None,
    }
}

fn each_use(f: &Function, mut tell: impl FnMut(GlobalId, Use)) {
    let mut scalar = |addr: ExprId, ty: Ty| {
        if let Some((global, access)) = in_global(f, addr) {
            tell(global, Use::Scalar(access, ty));
        }
    };
    for e in f.exprs.values() {
        if let ExprKind::Load(addr) = e.kind {
            scalar(addr, e.ty);
        }
    }
    let insts = || f.blocks.values().flat_map(|block| &block.insts);
    for inst in insts() {
        if let InstKind::Store { addr, value, .. } = inst.kind {
            scalar(addr, f.expr(value).ty);
        }
    }
    for inst in insts() {
        if let InstKind::Copy { dst, size, .. } | InstKind::Zero { dst, size } = inst.kind
            && let Some((global, access)) = in_global(f, dst)
        {
            tell(global, Use::Bytes(access, size));
        }
    }
}

fn callees(f: &Function, function: usize, program: &Program) -> Vec<usize> {
    let insts = f.blocks.values().flat_map(|block| &block.insts);
    let called = insts.filter_map(|inst| match &inst.kind {
        InstKind::Call {
            callee: Callee::Direct(symbol),
            ..
        } => program.callee(function, *symbol),
        _ => None,
    });
    let mut list: Vec<usize> = called.collect();
    list.sort_unstable();
    list.dedup();
    list
}

/// The functions by circles of calls; each circle comes after those that it calls.
fn circles(list: &[Member]) -> Vec<Vec<usize>> {
    let mut graph: DiGraph<(), ()> = DiGraph::new();
    for _ in list {
        graph.add_node(());
    }
    for (caller, member) in list.iter().enumerate() {
        for &callee in &member.callees {
            graph.add_edge(NodeIndex::new(caller), NodeIndex::new(callee), ());
        }
    }
    let circles = kosaraju_scc(&graph).into_iter();
    let circles = circles.map(|members| members.into_iter().map(|n| n.index()).collect());
    circles.collect()
}
