//! A function without what does not matter to its meaning.
//!
//! Comes in: a function, the expressions that count beside its instructions, new names for globals. Goes out: the same
//! function without places, without tables for criteria, and without expressions that nothing evaluates. Two functions
//! that differ only in these become equal.

use super::*;
use crate::base::{Id, IdVec, Span};

/// The stripped function, and what the expressions in `kept` are called there. Blocks, variables and points keep their ids.
pub fn strip(
    f: &Function,
    kept: &[ExprId],
    mut global: impl FnMut(GlobalId) -> GlobalId,
) -> (Function, Vec<ExprId>) {
    let mut blocks = f.blocks.clone();
    let mut used = Used::new(f);
    kept.iter().for_each(|&e| used.add(e));
    for (_, block) in blocks.iter_mut() {
        for inst in &mut block.insts {
            in_instruction(&mut inst.kind, |e| used.add(*e));
        }
        in_end(&mut block.term.kind, |e| used.add(*e));
    }
    let symbol = global(f.symbol);
    let (exprs, new) = used.renumbered(&mut global);
    let renumber = |e: &mut ExprId| *e = new[e.index()].unwrap_or(*e);
    for (_, block) in blocks.iter_mut() {
        for inst in &mut block.insts {
            inst.span = Span::default();
            in_instruction(&mut inst.kind, renumber);
            if let InstKind::Call {
                callee: Callee::Direct(symbol),
                ..
            } = &mut inst.kind
            {
                *symbol = global(*symbol);
            }
        }
        block.term.span = Span::default();
        in_end(&mut block.term.kind, renumber);
    }
    let mut points = IdVec::new();
    for point in f.points.values() {
        points.push(Point {
            anchor: Anchor::Entry,
            sequenced: point.sequenced,
        });
    }
    let kept = kept.iter().map(|&e| new[e.index()].unwrap_or(e)).collect();
    let function = Function {
        linkage: f.linkage,
        in_system_header: f.in_system_header,
        params: f.params.clone(),
        variadic: f.variadic,
        vars: variables(f),
        exprs,
        blocks,
        points,
        entry_point: f.entry_point,
        imprecise: (f.imprecise.iter())
            .map(|(_, reason)| (Span::default(), reason.clone()))
            .collect(),
        loose_floats: f.loose_floats,
        loose_pointers: f.loose_pointers,
        ..Function::empty(f.name.clone(), symbol, f.ret)
    };
    (function, kept)
}

/// Scopes keep their order and whether they start or end together, and nothing else.
fn variables(f: &Function) -> IdVec<VarId, Var> {
    let scopes = f.vars.values().map(|var| var.scope);
    let mut ends: Vec<u32> = scopes.flat_map(|scope| [scope.start, scope.end]).collect();
    ends.sort_unstable();
    ends.dedup();
    let rank = |end: u32| ends.partition_point(|&other| other < end) as u32;
    let mut vars = IdVec::new();
    for var in f.vars.values() {
        vars.push(Var {
            scope: Span {
                start: rank(var.scope.start),
                end: rank(var.scope.end),
            },
            span: Span::default(),
            kind: match var.kind {
                VarKind::Temp { source, truth } => VarKind::Temp {
                    source: source.map(|_| Span::default()),
                    truth,
                },
                other => other,
            },
            ..var.clone()
        });
    }
    vars
}

/// The expressions that something evaluates.
struct Used<'a> {
    f: &'a Function,
    used: Vec<bool>,
}

impl<'a> Used<'a> {
    fn new(f: &'a Function) -> Self {
        Used {
            f,
            used: vec![false; f.exprs.len()],
        }
    }

    fn add(&mut self, e: ExprId) {
        let mut open = vec![e];
        while let Some(e) = open.pop() {
            if !std::mem::replace(&mut self.used[e.index()], true) {
                open.extend(self.f.expr(e).kind.operands());
            }
        }
    }

    /// They keep their order.
    fn renumbered(
        &self,
        mut global: impl FnMut(GlobalId) -> GlobalId,
    ) -> (IdVec<ExprId, Expr>, Vec<Option<ExprId>>) {
        let mut next = 0;
        let number = |used: &bool| {
            used.then(|| {
                next += 1;
                ExprId::from_index(next - 1)
            })
        };
        let new: Vec<Option<ExprId>> = self.used.iter().map(number).collect();
        let mut exprs = IdVec::new();
        for (_, expr) in self.f.exprs.iter().filter(|(e, _)| self.used[e.index()]) {
            let mut kind = expr.kind.clone();
            for operand in kind.operands_mut() {
                *operand = new[operand.index()].unwrap_or(*operand);
            }
            if let ExprKind::GlobalAddr(named) = &mut kind {
                *named = global(*named);
            }
            exprs.push(Expr {
                kind,
                ty: expr.ty,
                origin: Origin::Implicit,
            });
        }
        (exprs, new)
    }
}

fn in_instruction(kind: &mut InstKind, mut tell: impl FnMut(&mut ExprId)) {
    match kind {
        InstKind::Declare(_) | InstKind::Havoc { .. } | InstKind::Point(_) => {}
        InstKind::Assign { value, .. } => tell(value),
        InstKind::Store { addr, value, .. } => {
            tell(addr);
            tell(value);
        }
        InstKind::Copy { dst, src, .. } => {
            tell(dst);
            tell(src);
        }
        InstKind::Zero { dst, .. } => tell(dst),
        InstKind::Call { callee, args, .. } => {
            if let Callee::Indirect(to) = callee {
                tell(to);
            }
            args.iter_mut().for_each(|arg| tell(&mut arg.value));
        }
        InstKind::VolatileLoad { addr, .. } => tell(addr),
        InstKind::Alloca { size, .. } => tell(size),
        InstKind::Either { before, after, .. } => {
            tell(before);
            tell(after);
        }
    }
}

fn in_end(kind: &mut TermKind, mut tell: impl FnMut(&mut ExprId)) {
    match kind {
        TermKind::Goto(_) | TermKind::Return(None) | TermKind::Unreachable => {}
        TermKind::Branch { cond, .. } => tell(cond),
        TermKind::Switch { value, .. } => tell(value),
        TermKind::IndirectGoto { addr, .. } => tell(addr),
        TermKind::Return(Some(value)) => tell(value),
    }
}
