//! What is kept of a unit: its straight pieces of code, its calls and its loops.
//!
//! Comes in: a unit. Goes out: an [`Outline`], small enough to keep while the unit itself is
//! dropped. Nothing here looks beyond the unit.

use super::bounded;
use super::effects::Direct;
use super::library::{builtin_returns, manner, may_return_twice};
use crate::base::{Id, Span};
use crate::ir::graph::{Loop, Loops, edges};
use crate::ir::{
    Anchor, AsmNames, Callee, ExprId, ExprKind, Function, GlobalId, GlobalKind, Hidden, Inst,
    InstKind, Linkage, PointId, TermKind, Unit, asm_names, prototype_fits, separable, unexposed,
};
use std::collections::HashSet;

/// What is kept of a unit.
#[derive(Clone, PartialEq, Debug)]
pub struct Outline {
    pub(super) symbols: Vec<Symbol>,
    pub(super) functions: Vec<Body>,
    /// The symbols that are separable objects; ascending.
    pub(super) separable: Vec<u32>,
    /// The symbols with external linkage that are objects which the unit accesses by name alone; ascending.
    pub(super) shared: Vec<u32>,
    pub(super) hidden: Hidden,
    /// The words of inline asm.
    pub(super) asm_words: HashSet<String>,
    /// Those that it may define.
    pub(super) asm_defines: HashSet<String>,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) struct Symbol {
    pub name: String,
    pub linkage: Linkage,
    /// The index of its definition in the unit.
    pub function: Option<usize>,
    /// An object that has its content here.
    pub object: bool,
    /// Its address is used other than in a direct call.
    pub address_taken: bool,
    /// It is called, or its address is used.
    pub used: bool,
    /// Of a function: as it is declared.
    pub prototype: Option<String>,
    /// A call of it may come back again.
    pub twice: bool,
    /// Calls of it may be left out.
    pub elidable: bool,
    /// Its definition is of a system header.
    pub of_system: bool,
    /// Another definition may be the one that counts.
    pub replaceable: bool,
}

impl Symbol {
    /// It is declared as the function of the C library is that has its name.
    pub fn fits_the_library(&self) -> bool {
        let prototype = self.prototype.as_deref();
        prototype.is_some_and(|prototype| prototype_fits(&self.name, prototype))
    }

    /// Whether the library itself may call it by name: what stands in the place of one of its own functions, and
    /// what has a name that is reserved for it, as `_sbrk` is.
    pub fn is_called_inside(&self) -> bool {
        let reserved = self.name.starts_with('_') || manner(&self.name).is_some();
        !self.of_system && (reserved || self.fits_the_library())
    }
}

#[derive(Clone, PartialEq, Debug)]
pub(super) struct Body {
    pub symbol: usize,
    pub blocks: Vec<Straight>,
    /// How many points the function has.
    pub points: usize,
    /// Of the blocks.
    pub loops: Loops,
    /// By loop: every execution leaves it, unless something in it is interrupted.
    pub ends: Vec<bool>,
    pub direct: Direct,
}

impl Body {
    /// The loops that may not end.
    pub fn endless(&self) -> impl Iterator<Item = &Loop> {
        let loops = self.loops.loops.iter().zip(&self.ends);
        loops.filter(|(_, ends)| !**ends).map(|(l, _)| l)
    }

    /// The symbols that are called, once for each call.
    pub fn called(&self) -> impl Iterator<Item = usize> + '_ {
        let events = self.blocks.iter().flat_map(|block| &block.events);
        events.filter_map(|event| match event.what {
            What::Call(symbol) => Some(symbol),
            What::Point(_) | What::Stop => None,
        })
    }
}

/// A block without what does not matter here.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Straight {
    pub events: Vec<Event>,
    pub next: Vec<usize>,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) struct Event {
    pub what: What,
    /// Where it stands, when it is a part of an expression.
    pub inside: Option<Part>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum What {
    Point(PointId),
    /// A call of the symbol with this index.
    Call(usize),
    /// Control may stay away: an indirect call, asm, the return of a function that has none.
    Stop,
}

/// A part of a full expression. C does not order the parts of most of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Part {
    pub span: Span,
    /// The number of the full expression in the function.
    pub whole: usize,
}

impl Outline {
    /// The same of the unit after a change that leaves its file as it was.
    pub fn again(&self, unit: &Unit) -> Outline {
        Outline::new(unit, self.hidden.clone())
    }

    pub fn new(unit: &Unit, mut hidden: Hidden) -> Outline {
        let mut symbols: Vec<Symbol> = unit.globals.values().map(symbol).collect();
        for (index, function) in unit.functions.iter().enumerate() {
            if let Some(symbol) = symbols.get_mut(function.symbol.index()) {
                symbol.function = Some(index);
                symbol.of_system = function.in_system_header;
            }
        }
        for global in unit.globals.values() {
            if let GlobalKind::Object {
                init: Some(init), ..
            } = &global.kind
            {
                let targets = init.relocs.iter().map(|reloc| reloc.target);
                targets.for_each(|target| take_address(&mut symbols, target));
            }
        }
        for function in &unit.functions {
            uses(function, &mut symbols);
        }
        let asm: Vec<AsmNames> = unit.functions.iter().flat_map(asm).collect();
        if asm.iter().any(|names| names.any) {
            hidden.anything = true;
            hidden.calls = true;
            hidden.unnamed = true;
            hidden.objects = true;
        }
        let words = |names: &AsmNames| names.words.clone();
        let asm_words: HashSet<String> = asm.iter().flat_map(words).collect();
        let defining = asm.iter().filter(|names| names.defines);
        let asm_defines: HashSet<String> = defining.flat_map(words).collect();
        for symbol in &mut symbols {
            let named = asm_words.contains(&symbol.name);
            symbol.address_taken |= named;
            symbol.used |= named;
        }
        let anything_hidden = hidden.calls || hidden.objects;
        let mut own = separable(unit, hidden.objects);
        let left_out: HashSet<&String> = (hidden.names.iter())
            .chain(&hidden.inner_names)
            .chain(&hidden.uses)
            .collect();
        for (apart, global) in own.iter_mut().zip(unit.globals.values()) {
            *apart &= !left_out.contains(&global.name);
        }
        let shared = unexposed(unit).into_iter().zip(unit.globals.values());
        let shared = shared.map(|(apart, global)| {
            apart && !anything_hidden && global.linkage == Linkage::External
        });
        let shared: Vec<bool> = shared.collect();
        let apart: Vec<bool> = own.iter().zip(&shared).map(|(a, b)| *a || *b).collect();
        let numbers = |list: &[bool]| -> Vec<u32> {
            let list = (0..).zip(list).filter(|(_, apart)| **apart);
            list.map(|(symbol, _)| symbol).collect()
        };
        let body = |f: &Function| Body {
            direct: Direct::new(f, &apart),
            ..body(f)
        };
        Outline {
            separable: numbers(&own),
            shared: numbers(&shared),
            symbols,
            functions: unit.functions.iter().map(body).collect(),
            hidden,
            asm_words,
            asm_defines,
        }
    }
}

fn symbol(global: &crate::ir::Global) -> Symbol {
    let object = matches!(&global.kind, GlobalKind::Object { init: Some(_), .. });
    Symbol {
        name: global.name.clone(),
        linkage: global.linkage,
        function: None,
        object,
        address_taken: false,
        used: false,
        prototype: match &global.kind {
            GlobalKind::Function { prototype, .. } => Some(prototype.clone()),
            GlobalKind::Object { .. } => None,
        },
        twice: may_return_twice(global),
        elidable: matches!(global.kind, GlobalKind::Function { elidable: true, .. }),
        of_system: false,
        replaceable: global.replaceable,
    }
}

/// The asm of a function: it may name any symbol.
fn asm(f: &Function) -> Vec<AsmNames> {
    let insts = f.blocks.values().flat_map(|block| &block.insts);
    let texts = insts.filter_map(|inst| match &inst.kind {
        InstKind::Havoc { reason, .. } => Some(reason),
        _ => None,
    });
    texts.map(|text| asm_names(text)).collect()
}

fn take_address(symbols: &mut [Symbol], id: GlobalId) {
    if let Some(symbol) = symbols.get_mut(id.index()) {
        symbol.address_taken = true;
        symbol.used = true;
    }
}

/// Marks the symbols that the instructions of a function use. Expressions that no instruction has
/// do not count: a direct call leaves the address of its callee behind.
fn uses(f: &Function, symbols: &mut [Symbol]) {
    let mut seen = vec![false; f.exprs.len()];
    let mut open: Vec<ExprId> = Vec::new();
    for block in f.blocks.values() {
        for inst in &block.insts {
            if let InstKind::Call {
                callee: Callee::Direct(id),
                ..
            } = &inst.kind
                && let Some(symbol) = symbols.get_mut(id.index())
            {
                symbol.used = true;
            }
            inst_exprs(&inst.kind, &mut open);
            // What asm is given leaves no trace in the instruction.
            if matches!(inst.kind, InstKind::Havoc { .. }) {
                open.extend(f.exprs.ids());
            }
        }
        open.extend(term_expr(&block.term.kind));
    }
    while let Some(id) = open.pop() {
        if std::mem::replace(&mut seen[id.index()], true) {
            continue;
        }
        let kind = &f.exprs[id].kind;
        if let ExprKind::GlobalAddr(id) = kind {
            take_address(symbols, *id);
        }
        open.extend(kind.operands());
    }
}

/// The expressions that an instruction evaluates.
fn inst_exprs(inst: &InstKind, list: &mut Vec<ExprId>) {
    match inst {
        InstKind::Declare(_) | InstKind::Havoc { .. } | InstKind::Point(_) => {}
        InstKind::Assign { value, .. } => list.push(*value),
        InstKind::Store { addr, value, .. } => list.extend([*addr, *value]),
        InstKind::Copy { dst, src, .. } => list.extend([*dst, *src]),
        InstKind::Zero { dst, .. } => list.push(*dst),
        InstKind::Call { callee, args, .. } => {
            if let Callee::Indirect(callee) = callee {
                list.push(*callee);
            }
            list.extend(args.iter().map(|arg| arg.value));
        }
        InstKind::VolatileLoad { addr, .. } => list.push(*addr),
        InstKind::Alloca { size, .. } => list.push(*size),
        InstKind::Either { before, after, .. } => list.extend([*before, *after]),
    }
}

fn term_expr(term: &TermKind) -> Option<ExprId> {
    match term {
        TermKind::Branch { cond, .. } => Some(*cond),
        TermKind::Switch { value, .. } => Some(*value),
        TermKind::IndirectGoto { addr, .. } => Some(*addr),
        TermKind::Return(value) => *value,
        TermKind::Goto(_) | TermKind::Unreachable => None,
    }
}

fn body(f: &Function) -> Body {
    let next = edges(f);
    let loops = Loops::new(&next, 0);
    let ends = bounded::ends(f, &next, &loops);
    let wholes = Wholes::new(f);
    let blocks = f.blocks.values().zip(next).map(|(block, next)| {
        let events = block.insts.iter().flat_map(|inst| events(f, inst, &wholes));
        Straight {
            events: events.collect(),
            next,
        }
    });
    Body {
        symbol: f.symbol.index(),
        blocks: blocks.collect(),
        points: f.points.len(),
        loops,
        ends,
        direct: Direct::default(),
    }
}

/// What happens at an instruction, in order.
fn events(f: &Function, inst: &Inst, wholes: &Wholes) -> Vec<Event> {
    let mut list = Vec::new();
    let mut happens = |what, span: Option<Span>| {
        let inside = span.and_then(|span| wholes.part(span));
        list.push(Event { what, inside });
    };
    let span = Some(inst.span);
    match &inst.kind {
        InstKind::Point(point) => happens(What::Point(*point), part_span(f, *point)),
        InstKind::Havoc { .. } => happens(What::Stop, span),
        InstKind::Call {
            callee, noreturn, ..
        } => {
            match callee {
                Callee::Direct(id) => happens(What::Call(id.index()), span),
                Callee::Builtin(name) if builtin_returns(name) => {}
                Callee::Indirect(_) | Callee::Builtin(_) => happens(What::Stop, span),
            }
            if *noreturn {
                happens(What::Stop, span);
            }
        }
        _ => {}
    }
    list
}

/// The text that a point stands at, if it may be a part of an expression.
fn part_span(f: &Function, point: PointId) -> Option<Span> {
    match f.points[point].anchor {
        Anchor::Entry | Anchor::Statement { .. } => None,
        Anchor::Before { span, .. } | Anchor::After { span, .. } | Anchor::InSource { span } => {
            Some(span)
        }
    }
}

/// The full expressions of a function, as far as points and calls show them; ascending and
/// disjoint. A `pc_label` call that is a statement of its own is in none.
struct Wholes(Vec<Span>);

impl Wholes {
    fn new(f: &Function) -> Wholes {
        let points = f.points.values().filter_map(|point| match point.anchor {
            Anchor::Before { span, .. } | Anchor::After { span, .. } => Some(span),
            _ => None,
        });
        let insts = f.blocks.values().flat_map(|block| &block.insts);
        let calls = insts.filter(|inst| matches!(inst.kind, InstKind::Call { .. }));
        let mut spans: Vec<Span> = points.chain(calls.map(|inst| inst.span)).collect();
        spans.sort_unstable();
        let mut wholes: Vec<Span> = Vec::new();
        for span in spans {
            match wholes.last_mut() {
                Some(last) if span.start < last.end => last.end = last.end.max(span.end),
                _ => wholes.push(span),
            }
        }
        Wholes(wholes)
    }

    fn part(&self, span: Span) -> Option<Part> {
        let after = self.0.partition_point(|whole| whole.start <= span.start);
        let whole = after.checked_sub(1)?;
        (span.start < self.0[whole].end).then_some(Part { span, whole })
    }
}
