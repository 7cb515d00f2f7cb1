//! All paths of a function up to a bound, as a function without loops and calls.
//!
//! Comes in: an input whose integers are symbols, and bounds. Goes out: a function of the IR in which a block stands once for each
//! vector of iterations of the loops around it, callees inlined:
//!
//! ```text
//! node              (frame, block, iterations of the loops that contain the block)
//! back edge u → h   iteration of h plus one, up to the bound
//! other edge u → v  loops that contain both keep their iteration, those that are entered begin with 0
//! ```
//!
//! Every cycle has a back edge and stays in its loop, so the nodes form a directed acyclic graph, which `vc` encodes as any
//! function: its paths share what they have in common, and one formula stands for all of them.

use super::entry::Entry;
use super::program::Program;
use super::shape::Input;
use super::straight::{Ask, Builder, Straight, View};
use crate::base::Id;
use crate::ir::graph::{Loops, edges};
use crate::ir::{Arg, BlockId, Callee, ExprKind, InstKind, TermKind, VarId};
use std::collections::{BTreeSet, HashMap, VecDeque};
use std::rc::Rc;

#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Times that a loop is gone round.
    pub iterations: u16,
    /// Instructions in all.
    pub length: usize,
    /// Calls inside each other.
    pub depth: usize,
}

/// Places of a label that are asked about.
const VISITS: usize = 8;

/// The unrolled function, and whether nothing was cut off but where an [`Ask::Cut`] stands.
pub fn unrolled(
    program: &Program,
    entry: &Entry,
    input: &Input,
    open: &BTreeSet<u64>,
    bounds: Bounds,
) -> (Straight, bool) {
    let view = View {
        labels: open,
        visits: VISITS,
        guarded: true,
    };
    let mut builder = Builder::new(program, entry, &view);
    let params = builder.enter_entry();
    let mut unroller = Unroller {
        builder,
        bounds,
        loops: HashMap::new(),
        nodes: HashMap::new(),
        queue: VecDeque::new(),
        callers: vec![None],
        whole: true,
    };
    unroller.queue.push_back(Item {
        at: BlockId::from_index(1),
        node: Node {
            frame: 0,
            block: BlockId::from_index(0),
            iterations: Vec::new(),
        },
        next: 0,
    });
    while let Some(item) = unroller.queue.pop_front() {
        unroller.item(item);
    }
    let whole = unroller.whole && !unroller.builder.skipped;
    (unroller.builder.finish(input, &params), whole)
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Node {
    frame: usize,
    block: BlockId,
    /// By loop that contains the block, in the order of their headers.
    iterations: Vec<(BlockId, u16)>,
}

/// The rest of a node, from an instruction on.
struct Item {
    /// The block of the unrolled function that it goes to.
    at: BlockId,
    node: Node,
    next: usize,
}

struct Unroller<'a> {
    builder: Builder<'a>,
    bounds: Bounds,
    /// By function.
    loops: HashMap<usize, Rc<Loops>>,
    nodes: HashMap<Node, BlockId>,
    queue: VecDeque<Item>,
    /// By frame: the block where its caller goes on, and how deep it is.
    callers: Vec<Option<(BlockId, usize)>>,
    whole: bool,
}

impl Unroller<'_> {
    fn item(&mut self, item: Item) {
        let Item { at, node, next } = item;
        if self.builder.length >= self.bounds.length {
            self.whole = false;
            return;
        }
        let program = self.builder.program;
        let body = self.builder.frames[node.frame].body;
        let content = &program.function(body).blocks[node.block];
        (self.builder.at, self.builder.running) = (at, node.frame);
        for (index, inst) in content.insts.iter().enumerate().skip(next) {
            if let InstKind::Call {
                result,
                callee,
                args,
                ..
            } = &inst.kind
            {
                if self.call(&node, index, (*result, callee, args)) {
                    return;
                }
                continue;
            }
            if !self.builder.instruction(body, &inst.kind, &mut || None) {
                return self.give_up();
            }
        }
        self.terminator(body, &node, &content.term.kind);
    }

    /// Paths end here although the program's go on.
    fn give_up(&mut self) {
        self.whole = false;
        self.builder.seal(TermKind::Unreachable);
    }

    /// Whether the rest of the block waits for a callee to return.
    fn call(
        &mut self,
        node: &Node,
        index: usize,
        (result, callee, args): (Option<VarId>, &Callee, &[Arg]),
    ) -> bool {
        let builder = &mut self.builder;
        let program = builder.program;
        let caller = &program.bodies[builder.frames[node.frame].body];
        let body = match callee {
            Callee::Direct(global) => program.defined_by(program.global(caller.unit, *global)),
            _ => None,
        };
        let result = result.map(|var| builder.own(var));
        let depth = self.callers[node.frame].map_or(0, |caller| caller.1) + 1;
        // What a variable list of arguments leads to has no name here.
        let is_followed =
            |body: &usize| depth <= self.bounds.depth && !program.function(*body).variadic;
        let Some(body) = body.filter(is_followed) else {
            // It may give anything; what it writes is not looked at.
            self.whole = false;
            if let Some(ty) = result.and_then(|var| builder.f.vars[var].ty)
                && let Some(var) = result
            {
                let any = builder.variable("any", Some(ty), ty.size(), false);
                let value = builder.node(ExprKind::Var(any), ty);
                builder.emit(InstKind::Assign { var, value });
            }
            return false;
        };
        if builder.summarised(body, result, args) {
            return false;
        }
        let first = BlockId::from_index(0);
        if !builder.descend(body, first, result, args) {
            self.give_up();
            return true;
        }
        let frame = builder.frames.len() - 1;
        let (inside, after) = (builder.block(), builder.block());
        builder.seal(TermKind::Goto(inside));
        self.callers.push(Some((after, depth)));
        self.queue.push_back(Item {
            at: inside,
            node: Node {
                frame,
                block: first,
                iterations: Vec::new(),
            },
            next: 0,
        });
        self.queue.push_back(Item {
            at: after,
            node: node.clone(),
            next: index + 1,
        });
        true
    }

    fn terminator(&mut self, body: usize, node: &Node, kind: &TermKind) {
        let kind = match kind {
            TermKind::Goto(to) => TermKind::Goto(self.edge(body, node, *to)),
            TermKind::Branch { cond, then, els } => {
                self.builder.must_be_defined(*cond);
                TermKind::Branch {
                    cond: self.builder.copy(*cond),
                    then: self.edge(body, node, *then),
                    els: self.edge(body, node, *els),
                }
            }
            TermKind::Switch {
                value,
                cases,
                default,
            } => {
                self.builder.must_be_defined(*value);
                let value = self.builder.copy(*value);
                let cases = cases
                    .iter()
                    .map(|&(low, high, to)| (low, high, self.edge(body, node, to)))
                    .collect();
                let default = self.edge(body, node, *default);
                TermKind::Switch {
                    value,
                    cases,
                    default,
                }
            }
            TermKind::Return(value) => {
                if let Some(value) = value {
                    self.builder.must_be_defined(*value);
                }
                let value = value.map(|value| self.builder.copy(value));
                match self.callers[node.frame] {
                    None => TermKind::Unreachable,
                    Some((after, _)) => {
                        let result = self.builder.frames[node.frame].result;
                        self.builder.give_result(result, value);
                        TermKind::Goto(after)
                    }
                }
            }
            TermKind::IndirectGoto { .. } => return self.give_up(),
            TermKind::Unreachable => TermKind::Unreachable,
        };
        self.builder.seal(kind);
    }

    /// The block of the unrolled function that an edge leads to.
    fn edge(&mut self, body: usize, from: &Node, to: BlockId) -> BlockId {
        let f = self.builder.program.function(body);
        let loops = self
            .loops
            .entry(body)
            .or_insert_with(|| Rc::new(Loops::new(&edges(f), 0)))
            .clone();
        let back = loops.closed_by(from.block.index(), to.index()).is_some();
        let headers = loops.around(to.index());
        let headers = headers.map(|index| BlockId::from_index(loops.loops[index].head));
        let mut iterations = Vec::new();
        for header in headers {
            let known = from.iterations.iter().find(|(own, _)| *own == header);
            let count = match known {
                Some((_, count)) if back && header == to => count + 1,
                Some((_, count)) => *count,
                // A header begins its loop when it is entered, not when control starts in it.
                None => u16::from(back && header == to),
            };
            iterations.push((header, count));
        }
        let over = iterations
            .iter()
            .any(|(_, count)| *count > self.bounds.iterations);
        if over {
            return self.builder.dead_end(Ask::Cut, 0);
        }
        let node = Node {
            frame: from.frame,
            block: to,
            iterations,
        };
        if let Some(&known) = self.nodes.get(&node) {
            return known;
        }
        let at = self.builder.block();
        self.nodes.insert(node.clone(), at);
        self.queue.push_back(Item { at, node, next: 0 });
        at
    }
}
