//! The program as the generator runs it: every block, call and risky operation has a point that the interpreter reports.
//!
//! Comes in: the units of a run, their types and labels. Goes out: units with further points, stubs for what no unit
//! defines, one table of functions and one of globals over all units. Knows nothing of inputs or engines.

use super::assume::{self, Assumption};
use super::callback;
use super::library;
use super::stub::{self, Lacking, LibraryModel, Stub};
use crate::base::{Id, IdVec, Span};
use crate::ir::{
    Anchor, BinOp, BlockId, CType, Callee, ExprId, ExprKind, Function, Global, GlobalId,
    GlobalKind, Inst, InstKind, Linkage, Point, PointId, Signatures, TermKind, Ty, UnOp, Unit,
};
use crate::labels::Label;
use std::collections::{BTreeSet, HashMap};

/// What the interpreter says at a point that was added.
#[derive(Clone, Debug)]
pub enum Mark {
    /// Control is at the start of the block.
    Block(BlockId),
    /// A call came back; the variable that took its result, as an expression.
    After(Option<ExprId>),
    /// These expressions are evaluated next: do they overflow?
    Check(Vec<ExprId>, Span),
    /// A call comes next.
    Before(Span),
    /// Only inputs for which this holds are of concern.
    Assume(ExprId),
}

/// A function of the program.
pub struct Body {
    pub unit: usize,
    /// Its place in the unit.
    pub index: usize,
    /// By point, from `first` on: what was added.
    marks: Vec<Mark>,
    first: usize,
    /// The labels of each point.
    labels: HashMap<PointId, Vec<(u64, ExprId)>>,
    /// The functions that it calls or names.
    pub callees: Vec<usize>,
}

impl Body {
    pub fn mark(&self, point: PointId) -> Option<&Mark> {
        self.marks.get(point.index().checked_sub(self.first)?)
    }

    pub fn labels_at(&self, point: PointId) -> &[(u64, ExprId)] {
        self.labels.get(&point).map_or(&[], Vec::as_slice)
    }

    pub fn labels(&self) -> impl Iterator<Item = u64> + '_ {
        self.labels.values().flatten().map(|label| label.0)
    }
}

pub struct Program {
    /// Those of the run, then one of the library, then one with the stubs.
    pub units: Vec<Unit>,
    /// How many are those of the run.
    pub own: usize,
    /// By unit of the run.
    pub signatures: Vec<Signatures>,
    pub bodies: Vec<Body>,
    pub stubs: Vec<Stub>,
    /// Objects that tests define.
    pub lacking: Vec<Lacking>,
    /// The globals of all units; an external name is one of them.
    pub globals: Unit,
    /// By unit and global: which of these it is.
    place: Vec<Vec<GlobalId>>,
    /// The function that defines a global.
    definitions: HashMap<GlobalId, usize>,
    /// In the unit of the library: the bytes of standard input, and how many there are.
    pub stdin: Option<(GlobalId, GlobalId)>,
    /// What is assumed of calls.
    pub assumptions: Vec<Assumption>,
}

impl Program {
    /// `labels` has a list for each function, in the order of the units; `library` is what `library.c` is in the IR. The
    /// conditions have the numbers of their places as names.
    pub fn new(
        units: Vec<Unit>,
        signatures: Vec<Signatures>,
        labels: &[Vec<Label>],
        library: Unit,
        known: LibraryModel,
        mut assumptions: Vec<Assumption>,
    ) -> Program {
        let (mut units, mut signatures) = (units, signatures);
        let own = units.len();
        for (number, assumption) in assumptions.iter_mut().enumerate() {
            let name = assume::condition_name(number);
            assume::require(&mut units[assumption.unit], &assumption.function, &name);
            units.push(std::mem::take(&mut assumption.condition));
        }
        let library = library::needed(&units, library);
        units.insert(own, library);
        let (stub_unit, stubs, lacking) = stub::stubs(&units, &mut signatures, known);
        units.push(stub_unit);
        let stdin = library::stdin(&units[own]);
        let (globals, place) = merge(&units);
        let mut lists = labels.iter();
        let mut bodies = Vec::new();
        let mut definitions = HashMap::new();
        for (number, unit) in units.iter_mut().enumerate() {
            for (index, function) in unit.functions.iter_mut().enumerate() {
                definitions
                    .entry(place[number][function.symbol.index()])
                    .or_insert(bodies.len());
                let own = lists.next().map_or(&[][..], Vec::as_slice);
                bodies.push(body((number, index), function, &unit.globals, own));
            }
        }
        let mut program = Program {
            units,
            own,
            signatures,
            bodies,
            stubs,
            lacking,
            globals,
            place,
            definitions,
            stdin,
            assumptions,
        };
        program.link_calls();
        program
    }

    pub fn function(&self, body: usize) -> &Function {
        let Body { unit, index, .. } = self.bodies[body];
        &self.units[unit].functions[index]
    }

    /// The global of all units that a global of this one is.
    pub fn global(&self, unit: usize, global: GlobalId) -> GlobalId {
        self.place[unit][global.index()]
    }

    /// The function that a global of all units is.
    pub fn defined_by(&self, global: GlobalId) -> Option<usize> {
        self.definitions.get(&global).copied()
    }

    /// The function of that name that another file can call.
    pub fn external(&self, name: &str) -> Option<usize> {
        (0..self.bodies.len()).find(|&body| {
            let f = self.function(body);
            f.name == name && f.linkage == Linkage::External
        })
    }

    /// Whether the library alone defines the object of this name.
    pub fn is_of_library(&self, name: &str) -> bool {
        let defines = |unit: &Unit| {
            let mut globals = unit.globals.iter();
            globals.any(|(_, g)| g.name == name && g.linkage == Linkage::External && is_defined(g))
        };
        defines(&self.units[self.own]) && !self.units[..self.own].iter().any(defines)
    }

    /// The labels whose predicates compute with addresses as numbers: these differ from build to build.
    pub fn labels_of_addresses(&self) -> BTreeSet<u64> {
        let mut found = BTreeSet::new();
        for (number, body) in self.bodies.iter().enumerate() {
            let f = self.function(number);
            let labels = body.labels.values().flatten();
            found.extend(labels.filter(|label| has_address(f, label.1)).map(|l| l.0));
        }
        found
    }

    /// Whether the function stands for one of the library.
    pub fn is_library(&self, body: usize) -> bool {
        self.bodies[body].unit == self.own
    }

    /// The function and all that it may call, as far as names tell.
    pub fn reachable(&self, from: usize) -> BTreeSet<usize> {
        let mut seen = BTreeSet::new();
        let mut open = vec![from];
        while let Some(body) = open.pop() {
            if seen.insert(body) {
                open.extend(&self.bodies[body].callees);
            }
        }
        seen
    }

    /// The globals that the function calls or names.
    pub fn names(&self, body: usize) -> impl Iterator<Item = GlobalId> + '_ {
        let unit = self.bodies[body].unit;
        let f = self.function(body);
        let exprs = f.exprs.values().filter_map(|e| match e.kind {
            ExprKind::GlobalAddr(global) => Some(global),
            _ => None,
        });
        let insts = f.blocks.values().flat_map(|block| &block.insts);
        let calls = insts.filter_map(|inst| match &inst.kind {
            InstKind::Call {
                callee: Callee::Direct(global),
                ..
            } => Some(*global),
            _ => None,
        });
        exprs
            .chain(calls)
            .map(move |global| self.global(unit, global))
    }

    /// The functions that tests define for values of these types of the unit.
    pub fn callbacks<'t>(&self, unit: usize, given: impl Iterator<Item = &'t CType>) -> Vec<usize> {
        let wanted = callback::types_of(&self.signatures[unit], given.map(|ty| ("", ty)));
        let own = self
            .stubs
            .iter()
            .filter(|stub| stub.is_callback && stub.unit == unit);
        let fitting = own.filter(|stub| wanted.iter().any(|(_, ty)| stub.has_type(ty)));
        fitting
            .filter_map(|stub| self.external(&stub.name))
            .collect()
    }

    fn link_calls(&mut self) {
        for index in 0..self.bodies.len() {
            let named = self.names(index).collect();
            let named = self.with_tables(named).into_iter();
            let callees: BTreeSet<usize> = named.filter_map(|g| self.defined_by(g)).collect();
            self.bodies[index].callees = callees.into_iter().collect();
        }
    }

    /// These globals and what they lead to as the program initialises them: functions stand in tables.
    fn with_tables(&self, mut open: Vec<GlobalId>) -> BTreeSet<GlobalId> {
        let mut seen = BTreeSet::new();
        while let Some(global) = open.pop() {
            if seen.insert(global)
                && let GlobalKind::Object {
                    init: Some(init), ..
                } = &self.globals.globals[global].kind
            {
                open.extend(init.relocs.iter().map(|reloc| reloc.target));
            }
        }
        seen
    }
}

/// One table of globals; a definition takes the place of declarations.
fn merge(units: &[Unit]) -> (Unit, Vec<Vec<GlobalId>>) {
    let mut globals: IdVec<GlobalId, Global> = IdVec::new();
    let mut external: HashMap<String, GlobalId> = HashMap::new();
    let mut place = Vec::new();
    for unit in units {
        let mut own = Vec::new();
        for (_, global) in unit.globals.iter() {
            let is_external = global.linkage == Linkage::External;
            let known = external.get(&global.name).filter(|_| is_external);
            let id = match known {
                Some(&id) => {
                    if is_defined(global) && !is_defined(&globals[id]) {
                        globals[id] = global.clone();
                    }
                    id
                }
                None => globals.push(global.clone()),
            };
            if is_external {
                external.insert(global.name.clone(), id);
            }
            own.push(id);
        }
        place.push(own);
    }
    // Relocations name globals of the unit that the object came from.
    let mut done = BTreeSet::new();
    for (unit, own) in units.iter().zip(&place) {
        for ((_, global), &id) in unit.globals.iter().zip(own) {
            if globals[id] == *global && is_defined(global) && done.insert(id) {
                relocate(&mut globals[id], own);
            }
        }
    }
    // The program that is run is the one that is given.
    globals.iter_mut().for_each(|(_, g)| g.replaceable = false);
    let merged = Unit {
        globals,
        functions: Vec::new(),
    };
    (merged, place)
}

fn is_defined(global: &Global) -> bool {
    matches!(&global.kind, GlobalKind::Object { init: Some(_), .. })
}

fn relocate(global: &mut Global, place: &[GlobalId]) {
    if let GlobalKind::Object {
        init: Some(init), ..
    } = &mut global.kind
    {
        for reloc in &mut init.relocs {
            reloc.target = place[reloc.target.index()];
        }
    }
}

/// Adds points to the function at this place of this unit.
fn body(
    (unit, index): (usize, usize),
    f: &mut Function,
    globals: &IdVec<GlobalId, Global>,
    labels: &[Label],
) -> Body {
    let first = f.points.len();
    let mut marks = Vec::new();
    let blocks: Vec<BlockId> = f.blocks.ids().collect();
    for block in blocks {
        let old = std::mem::take(&mut f.blocks[block].insts);
        let span = old.first().map_or(f.span, |inst| inst.span);
        let mut new = vec![point(f, &mut marks, Mark::Block(block), span)];
        for inst in old {
            let roots = risky(f, evaluated(&inst.kind));
            if !roots.is_empty() {
                new.push(point(
                    f,
                    &mut marks,
                    Mark::Check(roots, inst.span),
                    inst.span,
                ));
            }
            let span = inst.span;
            let mut is_condition = false;
            if let InstKind::Call { callee, args, .. } = &inst.kind {
                if let Callee::Direct(symbol) = callee {
                    let callee = &globals[*symbol].name;
                    is_condition = assume::is_condition(callee);
                    if let Some(required) = assume::required_before(callee, args) {
                        new.push(point(f, &mut marks, Mark::Assume(required), span));
                    }
                }
                new.push(point(f, &mut marks, Mark::Before(span), span));
            }
            let after = match &inst.kind {
                InstKind::Call { result, .. } => {
                    Some(result.filter(|var| f.vars[*var].ty.is_some()))
                }
                _ => None,
            };
            new.push(inst);
            if let Some(result) = after {
                let value = result.and_then(|var| {
                    let ty = f.vars[var].ty?;
                    (!f.vars[var].volatile).then(|| f.implicit(ExprKind::Var(var), ty))
                });
                new.push(point(f, &mut marks, Mark::After(value), span));
                if let Some(holds) = value.filter(|_| is_condition) {
                    new.push(point(f, &mut marks, Mark::Assume(holds), span));
                }
            }
        }
        let term = &f.blocks[block].term;
        let (decided, span) = (decided(&term.kind), term.span);
        let roots = risky(f, decided);
        if !roots.is_empty() {
            new.push(point(f, &mut marks, Mark::Check(roots, span), span));
        }
        f.blocks[block].insts = new;
    }
    let mut at: HashMap<PointId, Vec<(u64, ExprId)>> = HashMap::new();
    for label in labels {
        at.entry(label.point)
            .or_default()
            .push((label.id, label.predicate));
    }
    Body {
        unit,
        index,
        marks,
        first,
        labels: at,
        callees: Vec::new(),
    }
}

fn point(f: &mut Function, marks: &mut Vec<Mark>, mark: Mark, span: Span) -> Inst {
    marks.push(mark);
    let point = f.points.push(Point {
        anchor: Anchor::Entry,
        sequenced: false,
    });
    Inst {
        kind: InstKind::Point(point),
        span,
    }
}

/// The expressions that an instruction evaluates.
fn evaluated(kind: &InstKind) -> Vec<ExprId> {
    match kind {
        InstKind::Assign { value, .. } | InstKind::Alloca { size: value, .. } => vec![*value],
        InstKind::Either { before, .. } => vec![*before],
        InstKind::Store { addr, value, .. } => vec![*addr, *value],
        InstKind::Copy { dst, src, .. } => vec![*dst, *src],
        InstKind::Zero { dst, .. } => vec![*dst],
        InstKind::VolatileLoad { addr, .. } => vec![*addr],
        InstKind::Call { callee, args, .. } => {
            let callee = match callee {
                Callee::Indirect(e) => Some(*e),
                _ => None,
            };
            callee
                .into_iter()
                .chain(args.iter().map(|a| a.value))
                .collect()
        }
        InstKind::Declare(_) | InstKind::Havoc { .. } | InstKind::Point(_) => Vec::new(),
    }
}

fn decided(kind: &TermKind) -> Vec<ExprId> {
    match kind {
        TermKind::Branch { cond: e, .. }
        | TermKind::Switch { value: e, .. }
        | TermKind::IndirectGoto { addr: e, .. }
        | TermKind::Return(Some(e)) => vec![*e],
        _ => Vec::new(),
    }
}

/// Whether the expression makes a number of an address.
fn has_address(f: &Function, root: ExprId) -> bool {
    let mut open = vec![root];
    while let Some(e) = open.pop() {
        let node = f.expr(e);
        if let ExprKind::Cast(a) = node.kind
            && f.expr(a).ty == Ty::Ptr
            && node.ty.is_int()
        {
            return true;
        }
        open.extend(node.kind.operands());
    }
    false
}

/// Those that have an operation which the interpreter computes although C leaves it undefined.
fn risky(f: &Function, roots: Vec<ExprId>) -> Vec<ExprId> {
    let has = |root: &ExprId| {
        let mut open = vec![*root];
        while let Some(e) = open.pop() {
            if is_risky(f, e) {
                return true;
            }
            open.extend(f.expr(e).kind.operands());
        }
        false
    };
    roots.into_iter().filter(has).collect()
}

/// Signed arithmetic of the source, and subscripts of arrays of known length.
pub fn is_risky(f: &Function, e: ExprId) -> bool {
    let node = f.expr(e);
    let signed = matches!(node.ty, Ty::Int { signed: true, .. }) && node.origin.span().is_some();
    match node.kind {
        ExprKind::Binary(op, ..) => {
            signed
                && matches!(
                    op,
                    BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Rem
                )
        }
        ExprKind::Unary(UnOp::Neg, _) => signed,
        ExprKind::PtrAdd { bound, .. } => bound.is_some(),
        _ => false,
    }
}
