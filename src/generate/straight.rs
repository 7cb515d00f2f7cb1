//! The path of a run as a function without loops and calls.
//!
//! Comes in: an input and the events of its run. Goes out: a function of the IR in which every block that control went
//! through stands once, in order, calls inlined, with a branch to a dead end wherever control could have gone elsewhere.
//! Its first block lays out the input; each scalar of that is a variable that nothing assigns. So `vc` encodes the path by the
//! rules that it has for everything: `reach` of a dead end is the path predicate with its last branch negated.

mod follow;

use super::entry::Entry;
use super::guard;
use super::program::Program;
use super::runner::Run;
use super::shape::{Input, Leaf};
use crate::base::{Id, Span};
use crate::ir::{
    Anchor, Block, BlockId, Expr, ExprId, ExprKind, Function, GlobalId, Inst, InstKind, Linkage,
    Origin, Point, PointId, Ret, Term, TermKind, Ty, Var, VarId, VarKind,
};
use std::collections::{BTreeSet, HashMap};

/// Instructions of a path that are encoded; its end is cut off.
const LENGTH: usize = 2_500;
/// What a predicate of the path is for.
#[derive(Clone, Debug)]
pub enum Ask {
    /// To cover the label where control is.
    Label(u64),
    /// To go to this block of the function instead.
    Flip {
        body: usize,
        to: BlockId,
        /// Predicates before it.
        depth: u32,
    },
    /// To go on where a bound ends the path.
    Cut,
}

/// What is made of a run's path.
pub struct View<'a> {
    /// The labels that are asked about, each this often.
    pub labels: &'a BTreeSet<u64>,
    pub visits: usize,
    /// Only inputs for which nothing on the path is undefined.
    pub guarded: bool,
}

pub struct Straight {
    pub function: Function,
    pub asks: Vec<Ask>,
    /// By ask: the name of the way that it asks for.
    pub ways: Vec<u64>,
    /// By ask.
    pub predicates: Vec<(PointId, ExprId)>,
    /// The names of the ways that the path took, the last one being that of the whole path.
    pub taken: Vec<u64>,
    /// The variables that stand for scalars of the input.
    pub inputs: Vec<(VarId, Leaf)>,
}

/// A call on the path.
pub(super) struct Frame {
    pub(super) body: usize,
    vars: HashMap<VarId, VarId>,
    exprs: HashMap<ExprId, ExprId>,
    /// Where control is.
    block: BlockId,
    next: usize,
    /// The variable of the caller that takes the result.
    pub(super) result: Option<VarId>,
}

pub struct Builder<'a> {
    pub program: &'a Program,
    pub entry: &'a Entry,
    pub f: Function,
    /// The block at work and what it has so far.
    pub(super) at: BlockId,
    pub(super) insts: Vec<Inst>,
    pub(super) frames: Vec<Frame>,
    /// The frame that control is in.
    pub(super) running: usize,
    pub named: BTreeSet<GlobalId>,
    open: &'a BTreeSet<u64>,
    visits: HashMap<u64, usize>,
    /// Visits of a label that are asked about, and whether there were more.
    pub(super) most: usize,
    pub(super) skipped: bool,
    asks: Vec<Ask>,
    ways: Vec<u64>,
    predicates: Vec<(PointId, ExprId)>,
    pub(super) length: usize,
    path: u64,
    taken: Vec<u64>,
    depth: u32,
    /// Whether operations of the path must be defined.
    guarded: bool,
    one: ExprId,
}

/// The path of a run.
pub fn straight(
    program: &Program,
    entry: &Entry,
    (input, run): (&Input, &Run),
    view: &View,
) -> Straight {
    let mut builder = Builder::new(program, entry, view);
    let params = builder.enter_entry();
    builder.follow(&run.trace);
    builder.seal(TermKind::Unreachable);
    builder.finish(input, &params)
}

fn end(kind: TermKind) -> Term {
    Term {
        kind,
        span: Span::default(),
    }
}

impl<'a> Builder<'a> {
    /// Nothing yet but two blocks: the first lays out the input, when it is known what must be laid out.
    pub(super) fn new(program: &'a Program, entry: &'a Entry, view: &View<'a>) -> Builder<'a> {
        let mut f = Function {
            linkage: Linkage::Internal,
            ..Function::empty("path", GlobalId::from_index(0), Ret::Void)
        };
        let one = f.implicit(ExprKind::Int(1), Ty::INT);
        let mut builder = Builder {
            program,
            entry,
            f,
            at: BlockId::from_index(1),
            insts: Vec::new(),
            frames: Vec::new(),
            running: 0,
            named: BTreeSet::new(),
            open: view.labels,
            visits: HashMap::new(),
            most: view.visits,
            skipped: false,
            asks: Vec::new(),
            ways: Vec::new(),
            predicates: Vec::new(),
            length: 0,
            path: 0,
            taken: Vec::new(),
            depth: 0,
            guarded: view.guarded,
            one,
        };
        builder.block();
        builder.block();
        builder
    }

    /// Writes the first block.
    pub(super) fn finish(mut self, input: &Input, params: &[VarId]) -> Straight {
        let inputs = super::prologue::write(&mut self, input, params);
        let first = std::mem::take(&mut self.insts);
        self.f.blocks[BlockId::from_index(0)] = Block {
            insts: first,
            term: end(TermKind::Goto(BlockId::from_index(1))),
        };
        Straight {
            function: self.f,
            asks: self.asks,
            ways: self.ways,
            predicates: self.predicates,
            taken: self.taken,
            inputs,
        }
    }

    /// A block where control ends, as yet.
    pub(super) fn block(&mut self) -> BlockId {
        self.f.blocks.push(Block {
            insts: Vec::new(),
            term: end(TermKind::Unreachable),
        })
    }

    pub fn emit(&mut self, kind: InstKind) {
        self.length += 1;
        self.insts.push(Inst {
            kind,
            span: Span::default(),
        });
    }

    /// A variable of the path; all of them live as long as it does.
    pub fn variable(&mut self, name: &str, ty: Option<Ty>, size: u64, in_memory: bool) -> VarId {
        self.f.vars.push(Var {
            name: name.into(),
            kind: VarKind::Local,
            ty,
            size,
            align: 16,
            address_taken: in_memory,
            volatile: false,
            scope: Span::default(),
            span: Span::default(),
        })
    }

    pub(super) fn enter_entry(&mut self) -> Vec<VarId> {
        let body = self.entry.body;
        self.frames.push(Frame {
            body,
            vars: HashMap::new(),
            exprs: HashMap::new(),
            block: BlockId::from_index(0),
            next: 0,
            result: None,
        });
        let params = self.program.function(body).params.clone();
        params.into_iter().map(|param| self.own(param)).collect()
    }

    /// The variable of the path that stands for one of the running function.
    pub(super) fn own(&mut self, var: VarId) -> VarId {
        self.own_of(self.running, var)
    }

    fn own_of(&mut self, frame: usize, var: VarId) -> VarId {
        if let Some(&known) = self.frames[frame].vars.get(&var) {
            return known;
        }
        let original = &self.program.function(self.frames[frame].body).vars[var];
        let copy = Var {
            kind: VarKind::Local,
            volatile: false,
            scope: Span::default(),
            span: Span::default(),
            ..original.clone()
        };
        let new = self.f.vars.push(copy);
        self.frames[frame].vars.insert(var, new);
        new
    }

    /// The expression of the running function, over the variables of the path.
    pub fn copy(&mut self, e: ExprId) -> ExprId {
        self.copy_of(self.running, e)
    }

    fn copy_of(&mut self, frame: usize, e: ExprId) -> ExprId {
        let body = self.frames[frame].body;
        let (program, unit) = (self.program, self.program.bodies[body].unit);
        let original = &program.function(body).exprs;
        let mut stack = vec![e];
        while let Some(&top) = stack.last() {
            if self.frames[frame].exprs.contains_key(&top) {
                stack.pop();
                continue;
            }
            let waiting = stack.len();
            let known = &self.frames[frame].exprs;
            let operands = original[top].kind.operands();
            stack.extend(operands.filter(|operand| !known.contains_key(operand)));
            if stack.len() > waiting {
                continue;
            }
            let mut new = original[top].clone();
            for operand in new.kind.operands_mut() {
                *operand = self.frames[frame].exprs[operand];
            }
            match &mut new.kind {
                ExprKind::Var(var) | ExprKind::VarAddr(var) => *var = self.own_of(frame, *var),
                ExprKind::GlobalAddr(global) => {
                    *global = program.global(unit, *global);
                    self.named.insert(*global);
                }
                _ => {}
            }
            let new = self.f.exprs.push(new);
            self.frames[frame].exprs.insert(top, new);
            stack.pop();
        }
        self.frames[frame].exprs[&e]
    }

    pub fn node(&mut self, kind: ExprKind, ty: Ty) -> ExprId {
        self.f.exprs.push(Expr {
            kind,
            ty,
            origin: Origin::Implicit,
        })
    }

    /// A block that control comes to if it goes elsewhere, by this step.
    pub(super) fn dead_end(&mut self, ask: Ask, step: u64) -> BlockId {
        let point = self.f.points.push(Point {
            anchor: Anchor::Entry,
            sequenced: false,
        });
        self.ask(ask, step, (point, self.one));
        let inst = Inst {
            kind: InstKind::Point(point),
            span: Span::default(),
        };
        self.f.blocks.push(Block {
            insts: vec![inst],
            term: end(TermKind::Unreachable),
        })
    }

    fn ask(&mut self, ask: Ask, step: u64, predicate: (PointId, ExprId)) {
        self.asks.push(ask);
        self.ways.push(mix(self.path, step));
        self.predicates.push(predicate);
    }

    /// Takes a step where there was another.
    fn takes(&mut self, step: u64) {
        self.path = mix(self.path, step);
        self.taken.push(self.path);
        self.depth += 1;
    }

    /// Ends the block at work and begins the next one.
    fn begin(&mut self, kind: TermKind) {
        self.seal(kind);
        self.at = self.block();
    }

    /// Ends the block at work.
    pub(super) fn seal(&mut self, kind: TermKind) {
        let insts = std::mem::take(&mut self.insts);
        self.f.blocks[self.at] = Block {
            insts,
            term: end(kind),
        };
    }

    /// Leaves the path unless evaluating the expression is defined.
    pub(super) fn must_be_defined(&mut self, e: ExprId) {
        if !self.guarded {
            return;
        }
        let e = self.copy(e);
        for cond in guard::conditions(&mut self.f, e) {
            self.must_hold(cond);
        }
    }

    /// Leaves the path unless this holds.
    fn must_hold(&mut self, cond: ExprId) {
        let dead = self.block();
        let next = BlockId::from_index(self.f.blocks.len());
        self.begin(TermKind::Branch {
            cond,
            then: next,
            els: dead,
        });
    }
}

fn step(body: usize, to: BlockId) -> u64 {
    (body as u64) << 40 ^ (to.index() as u64 + 1) << 20
}

/// The step of covering a label at one of its visits.
fn label_step(id: u64, visit: usize) -> u64 {
    mix(id << 1, visit as u64)
}

fn mix(path: u64, step: u64) -> u64 {
    (path ^ step)
        .wrapping_mul(0x9E37_79B9_7F4A_7C15)
        .rotate_left(23)
}
