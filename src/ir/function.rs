//! Functions: variables, blocks, instructions and points. What a criterion looks for stands apart, in [`Sites`].

use super::{Expr, ExprId, GlobalId, Linkage, Sites, Ty};
use crate::base::{Id, IdVec, Span, id_type};

id_type!(
    /// A parameter, local or temporary of one function.
    VarId, "v"
);
id_type!(
    /// A basic block; `b0` is the entry.
    BlockId, "b"
);
id_type!(
    /// A program point: between two instructions, and at a place in the source.
    PointId, "p"
);

#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Function {
    pub name: String,
    /// The symbol of this function in its unit.
    pub symbol: GlobalId,
    pub linkage: Linkage,
    /// The whole definition.
    pub span: Span,
    /// Defined in a system header: criteria leave it alone.
    pub in_system_header: bool,
    pub params: Vec<VarId>,
    pub variadic: bool,
    pub ret: Ret,
    pub vars: IdVec<VarId, Var>,
    pub exprs: IdVec<ExprId, Expr>,
    pub blocks: IdVec<BlockId, Block>,
    pub points: IdVec<PointId, Point>,
    /// The point at the start of the body.
    pub entry_point: PointId,
    /// What stands where in the source. Nothing here changes what the function does.
    pub sites: Sites,
    /// Constructs that were lowered with a loss of precision, each with its place.
    pub imprecise: Vec<(Span, String)>,
    /// The compiler may compute one floating-point expression to different values at different places.
    pub loose_floats: bool,
    /// The same of comparisons, differences and numbers of pointers: they may be addresses of labels.
    pub loose_pointers: bool,
}

impl Function {
    /// A function without anything in it; it needs a block and a point before it means something.
    pub fn empty(name: impl Into<String>, symbol: GlobalId, ret: Ret) -> Function {
        Function {
            name: name.into(),
            symbol,
            linkage: Linkage::External,
            span: Span::default(),
            in_system_header: false,
            params: Vec::new(),
            variadic: false,
            ret,
            vars: IdVec::new(),
            exprs: IdVec::new(),
            blocks: IdVec::new(),
            points: IdVec::new(),
            entry_point: PointId::from_index(0),
            sites: Sites::default(),
            imprecise: Vec::new(),
            loose_floats: false,
            loose_pointers: false,
        }
    }
}

/// What a function gives back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ret {
    Void,
    Scalar(Ty),
    /// `return` carries the address of the object that is copied to the caller.
    Aggregate {
        size: u64,
    },
}

#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Var {
    /// As in the source; temporaries are called `tN`. Not unique: scopes may shadow.
    pub name: String,
    pub kind: VarKind,
    /// The scalar type; `None` for aggregates, which always live in memory.
    pub ty: Option<Ty>,
    pub size: u64,
    pub align: u64,
    /// Some [`ExprKind::VarAddr`](super::ExprKind::VarAddr) names it: it lives in memory.
    pub address_taken: bool,
    /// Every read may give any value; reads and writes are instructions.
    pub volatile: bool,
    /// The text in which it lives. Two objects may share memory unless one lives wherever the
    /// other does.
    pub scope: Span,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum VarKind {
    Param,
    Local,
    /// Holds a value that the source computed at `source` (a call, an assignment, `x++`).
    /// An annotated program captures it there: as `t = E`, or as `t = !!E` when `truth` says that
    /// only the truth of the value is kept. Without a source no predicate may name it.
    Temp {
        source: Option<Span>,
        truth: bool,
    },
}

#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Block {
    pub insts: Vec<Inst>,
    pub term: Term,
}

#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Inst {
    pub kind: InstKind,
    pub span: Span,
}

#[derive(Clone, PartialEq, Hash, Debug)]
pub enum InstKind {
    /// The lifetime of a local starts: its value is indeterminate.
    Declare(VarId),
    /// A scalar variable takes a value of its type. For a volatile variable this is the write.
    Assign { var: VarId, value: ExprId },
    /// A scalar goes to memory.
    Store {
        addr: ExprId,
        value: ExprId,
        volatile: bool,
    },
    /// `size` bytes are copied; the ranges are the same or do not overlap.
    Copy { dst: ExprId, src: ExprId, size: u64 },
    /// `size` bytes become zero.
    Zero { dst: ExprId, size: u64 },
    /// `result` is a scalar or aggregate variable.
    Call {
        result: Option<VarId>,
        callee: Callee,
        args: Vec<Arg>,
        noreturn: bool,
        /// Its expression has no other effect that may come before it or after it, as the compiler likes.
        alone: bool,
    },
    /// A volatile read of a scalar: any value of the type.
    VolatileLoad { var: VarId, addr: ExprId },
    /// The pointer variable takes the address of a fresh object of `size` bytes (a VLA, alloca).
    Alloca { var: VarId, size: ExprId },
    /// C leaves open whether an operand was read before or after its sibling's effects: the
    /// variable takes one of the two values.
    Either {
        var: VarId,
        before: ExprId,
        after: ExprId,
    },
    /// Something we do not model (inline asm, an unknown builtin) may have changed these
    /// variables and, if `memory`, everything that an unknown function could change.
    Havoc {
        vars: Vec<VarId>,
        memory: bool,
        reason: String,
    },
    /// Labels of this point stand here.
    Point(PointId),
}

impl InstKind {
    /// The expressions that it evaluates.
    pub fn operands(&self) -> Vec<ExprId> {
        match self {
            InstKind::Declare(_) | InstKind::Havoc { .. } | InstKind::Point(_) => Vec::new(),
            InstKind::Assign { value, .. } => vec![*value],
            InstKind::Store { addr, value, .. } => vec![*addr, *value],
            InstKind::Copy { dst, src, .. } => vec![*dst, *src],
            InstKind::Zero { dst, .. } => vec![*dst],
            InstKind::Call { callee, args, .. } => {
                let to = match callee {
                    Callee::Indirect(to) => Some(*to),
                    _ => None,
                };
                to.into_iter()
                    .chain(args.iter().map(|arg| arg.value))
                    .collect()
            }
            InstKind::VolatileLoad { addr, .. } => vec![*addr],
            InstKind::Alloca { size, .. } => vec![*size],
            InstKind::Either { before, after, .. } => vec![*before, *after],
        }
    }

    /// The variables that take a value, known or not.
    pub fn assigned(&self) -> impl Iterator<Item = VarId> {
        let (one, several): (_, &[VarId]) = match self {
            InstKind::Assign { var, .. }
            | InstKind::VolatileLoad { var, .. }
            | InstKind::Alloca { var, .. }
            | InstKind::Either { var, .. }
            | InstKind::Call {
                result: Some(var), ..
            } => (Some(*var), &[]),
            InstKind::Havoc { vars, .. } => (None, vars),
            InstKind::Declare(_)
            | InstKind::Store { .. }
            | InstKind::Copy { .. }
            | InstKind::Zero { .. }
            | InstKind::Call { result: None, .. }
            | InstKind::Point(_) => (None, &[]),
        };
        one.into_iter().chain(several.iter().copied())
    }
}

#[derive(Clone, PartialEq, Hash, Debug)]
pub enum Callee {
    /// A function of this unit or an external one.
    Direct(GlobalId),
    Indirect(ExprId),
    /// A compiler builtin that is not an ordinary library function, by name
    /// (`__builtin_va_start`, `__sync_fetch_and_add`, …).
    Builtin(String),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Arg {
    pub value: ExprId,
    /// An aggregate passed by value: `value` is its address and this its size.
    pub by_copy: Option<u64>,
}

#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Term {
    pub kind: TermKind,
    pub span: Span,
}

#[derive(Clone, PartialEq, Hash, Debug)]
pub enum TermKind {
    Goto(BlockId),
    /// To `then` if `cond` is non-zero.
    Branch {
        cond: ExprId,
        then: BlockId,
        els: BlockId,
    },
    /// Cases are inclusive ranges of the (promoted) value, disjoint.
    Switch {
        value: ExprId,
        cases: Vec<(i128, i128, BlockId)>,
        default: BlockId,
    },
    /// A computed goto. `targets` pairs the value of each `&&label` with its block.
    IndirectGoto {
        addr: ExprId,
        targets: Vec<(i128, BlockId)>,
    },
    Return(Option<ExprId>),
    /// Control does not come here (after a call that never returns, `__builtin_unreachable`).
    Unreachable,
}

impl TermKind {
    /// The expression that it evaluates, if any.
    pub fn operands(&self) -> Vec<ExprId> {
        match self {
            TermKind::Goto(_) | TermKind::Return(None) | TermKind::Unreachable => Vec::new(),
            TermKind::Branch { cond: e, .. }
            | TermKind::Switch { value: e, .. }
            | TermKind::IndirectGoto { addr: e, .. }
            | TermKind::Return(Some(e)) => vec![*e],
        }
    }

    /// The blocks that control may go to next, in the order they are written. A block may
    /// come more than once.
    pub fn successors(&self) -> impl Iterator<Item = BlockId> + '_ {
        let mut fixed = [None; 2];
        let mut cases: &[(i128, i128, BlockId)] = &[];
        let mut computed: &[(i128, BlockId)] = &[];
        match self {
            TermKind::Goto(to) => fixed = [Some(*to), None],
            TermKind::Branch { then, els, .. } => fixed = [Some(*then), Some(*els)],
            TermKind::Switch {
                cases: list,
                default,
                ..
            } => {
                cases = list;
                fixed = [Some(*default), None];
            }
            TermKind::IndirectGoto { targets, .. } => computed = targets,
            TermKind::Return(_) | TermKind::Unreachable => {}
        }
        let cases = cases.iter().map(|case| case.2);
        let computed = computed.iter().map(|target| target.1);
        cases.chain(fixed.into_iter().flatten()).chain(computed)
    }
}

/// A position between two instructions in the graph, and in the text.
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Point {
    pub anchor: Anchor,
    /// No expression is being evaluated here: whatever comes before in the graph has been done.
    pub sequenced: bool,
}

/// How the annotated program reaches the point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Anchor {
    /// At the start of the function's body.
    Entry,
    /// Before the statement; `braces` when it is no direct member of a compound statement.
    Statement { span: Span, braces: bool },
    /// Just before the expression is evaluated: `labels, E`, in parentheses if asked.
    Before { span: Span, parens: bool },
    /// Just after the expression was evaluated: `(t = E, labels, t)`; `value` is E's value.
    After { span: Span, value: ExprId },
    /// Inside a `pc_label` call of the source: only that label stands here.
    InSource { span: Span },
}

impl Var {
    /// A scalar that no pointer reaches and that stands nowhere in the source.
    pub fn scalar(name: impl Into<String>, kind: VarKind, ty: Ty) -> Var {
        Var {
            name: name.into(),
            kind,
            ty: Some(ty),
            size: ty.size(),
            align: ty.size(),
            address_taken: false,
            volatile: false,
            scope: Span::default(),
            span: Span::default(),
        }
    }
}

impl Function {
    /// The parameters as the source names them. One that arrives promoted (`f(c) char c;`) is
    /// not in [`params`](Function::params): it is assigned before the entry point.
    pub fn named_params(&self) -> Vec<VarId> {
        let named = |var: &Var| var.kind == VarKind::Param && !var.name.is_empty();
        let vars = self.vars.iter().filter(|(_, var)| named(var));
        vars.map(|(id, _)| id).collect()
    }

    /// The functions that it calls by name, and whatever else it has the address of; some more than once.
    pub fn symbols(&self) -> Vec<GlobalId> {
        let insts = self.blocks.values().flat_map(|block| &block.insts);
        let called = insts.filter_map(|inst| match inst.kind {
            InstKind::Call {
                callee: Callee::Direct(symbol),
                ..
            } => Some(symbol),
            _ => None,
        });
        let named = self.exprs.values().filter_map(|e| match e.kind {
            super::ExprKind::GlobalAddr(symbol) => Some(symbol),
            _ => None,
        });
        called.chain(named).collect()
    }

    pub fn expr(&self, id: ExprId) -> &Expr {
        &self.exprs[id]
    }

    /// Adds an expression made by a criterion or an analysis, not by the user.
    pub fn implicit(&mut self, kind: super::ExprKind, ty: Ty) -> ExprId {
        self.exprs.push(Expr {
            kind,
            ty,
            origin: super::Origin::Implicit,
        })
    }
}
