//! A branch for each condition, as compilers translate `&&`, `||` and `?:`, and one for each label where labels are branches.
//!
//! ```text
//! if (a && b) s        if (a) { if (b) s }
//! x = a || b           if (a) x = 1; else if (b) x = 1; else x = 0;
//! direct instrumentation (P'), at the point of a label:   if (φ) {}
//! ```
//!
//! Comes in: a function with its labels. Goes out: the same function with more blocks; its points and expressions keep their
//! ids. What all paths are counted in by the papers are predicates without connectives. Knows no paths.

use crate::base::Id;
use crate::ir::{
    BinOp, Block, BlockId, ExprId, ExprKind, Function, Inst, InstKind, Term, TermKind, Ty, UnOp,
};
use crate::labels::Label;

/// Adds a branch at the point of each label.
pub fn add_labels(f: &mut Function, labels: &[Label]) {
    for label in labels {
        let place = f.blocks.iter().find_map(|(block, content)| {
            let is_point =
                |inst: &Inst| matches!(inst.kind, InstKind::Point(p) if p == label.point);
            Some((block, content.insts.iter().position(is_point)?))
        });
        let Some((block, index)) = place else {
            continue;
        };
        let rest = split(f, block, index + 1);
        let holds = add(f, block, TermKind::Goto(rest));
        branch(f, block, (label.predicate, holds, rest));
    }
}

/// Gives each condition a branch of its own.
pub fn split_conditions(f: &mut Function) {
    let mut next = 0;
    while next < f.blocks.len() {
        let block = BlockId::from_index(next);
        next += 1;
        if let Some((index, value)) = conditional_value(f, block) {
            split_value(f, block, index, value);
        }
        match f.blocks[block].term.kind {
            TermKind::Branch { cond, then, els } => branch(f, block, (cond, then, els)),
            TermKind::Return(Some(value)) if is_conditional(f, value) => {
                let give = |f: &mut Function, value| add(f, block, TermKind::Return(Some(value)));
                by_cases(f, block, value, give);
            }
            _ => {}
        }
    }
}

/// The first instruction of the block that keeps a value which branches decide.
fn conditional_value(f: &Function, block: BlockId) -> Option<(usize, ExprId)> {
    let kept = |inst: &Inst| match inst.kind {
        InstKind::Assign { value, .. } | InstKind::Store { value, .. } => Some(value),
        _ => None,
    };
    let insts = f.blocks[block].insts.iter().enumerate();
    let mut values = insts.filter_map(|(index, inst)| Some((index, kept(inst)?)));
    values.find(|&(_, value)| is_conditional(f, value))
}

/// The instruction once for each value.
fn split_value(f: &mut Function, block: BlockId, index: usize, value: ExprId) {
    let rest = split(f, block, index + 1);
    let Some(inst) = f.blocks[block].insts.pop() else {
        return;
    };
    let keep = |f: &mut Function, new: ExprId| {
        let mut inst = inst.clone();
        if let InstKind::Assign { value, .. } | InstKind::Store { value, .. } = &mut inst.kind {
            *value = new;
        }
        let own = add(f, block, TermKind::Goto(rest));
        f.blocks[own].insts.push(inst);
        own
    };
    by_cases(f, block, value, keep);
}

/// Ends the block with branches to what is done with each value.
fn by_cases(
    f: &mut Function,
    block: BlockId,
    value: ExprId,
    done: impl Fn(&mut Function, ExprId) -> BlockId,
) {
    let (cond, [then, els]) = match f.expr(value).kind {
        ExprKind::Select(cond, a, b) => (cond, [a, b]),
        _ => {
            let ty = f.expr(value).ty;
            (
                value,
                [1, 0].map(|truth| f.implicit(ExprKind::Int(truth), ty)),
            )
        }
    };
    let [then, els] = [then, els].map(|value| done(f, value));
    branch(f, block, (cond, then, els));
}

/// Ends the block with a branch for each condition of the first.
fn branch(f: &mut Function, block: BlockId, branch: (ExprId, BlockId, BlockId)) {
    let mut open = vec![(block, branch)];
    while let Some((block, (cond, then, els))) = open.pop() {
        let inner = |f: &mut Function| add(f, block, TermKind::Unreachable);
        match f.expr(cond).kind {
            ExprKind::And(a, b) => {
                let right = inner(f);
                open.extend([(block, (a, right, els)), (right, (b, then, els))]);
            }
            ExprKind::Or(a, b) => {
                let right = inner(f);
                open.extend([(block, (a, then, right)), (right, (b, then, els))]);
            }
            ExprKind::Select(c, a, b) => {
                let [one, other] = [inner(f), inner(f)];
                let arms = [(one, (a, then, els)), (other, (b, then, els))];
                open.push((block, (c, one, other)));
                open.extend(arms);
            }
            ExprKind::Unary(UnOp::Not, a) => open.push((block, (a, els, then))),
            _ => match truth_of(f, cond) {
                Some((same, true)) => open.push((block, (same, then, els))),
                Some((opposite, false)) => open.push((block, (opposite, els, then))),
                None => f.blocks[block].term.kind = TermKind::Branch { cond, then, els },
            },
        }
    }
}

/// The boolean expression that this one says the truth of, or the opposite of.
fn truth_of(f: &Function, e: ExprId) -> Option<(ExprId, bool)> {
    let is_zero = |e| matches!(f.expr(e).kind, ExprKind::Int(0));
    let (inner, same) = match f.expr(e).kind {
        ExprKind::Cast(a) if matches!(f.expr(e).ty, Ty::Int { .. }) && is_truth(f, a) => (a, true),
        ExprKind::Binary(BinOp::Ne, a, zero) if is_zero(zero) => (a, true),
        ExprKind::Binary(BinOp::Eq, a, zero) if is_zero(zero) => (a, false),
        _ => return None,
    };
    is_conditional(f, inner).then_some((inner, same))
}

/// A value that short-circuit evaluation decides: 0 or 1, or one of two.
fn is_conditional(f: &Function, e: ExprId) -> bool {
    let mut e = e;
    loop {
        let node = f.expr(e);
        e = match node.kind {
            ExprKind::And(..) | ExprKind::Or(..) => return matches!(node.ty, Ty::Int { .. }),
            ExprKind::Select(..) => return true,
            ExprKind::Unary(UnOp::Not, a) => a,
            ExprKind::Cast(a) if matches!(node.ty, Ty::Int { .. }) && is_truth(f, a) => a,
            _ => return false,
        };
    }
}

/// 0 or 1.
fn is_truth(f: &Function, e: ExprId) -> bool {
    matches!(
        f.expr(e).kind,
        ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Unary(UnOp::Not, _)
    )
}

/// A block that stands for a part of this one.
fn add(f: &mut Function, of: BlockId, kind: TermKind) -> BlockId {
    let span = f.blocks[of].term.span;
    f.blocks.push(Block {
        insts: Vec::new(),
        term: Term { kind, span },
    })
}

/// Moves what stands from there on into a block of its own.
fn split(f: &mut Function, block: BlockId, index: usize) -> BlockId {
    let rest = add(f, block, TermKind::Unreachable);
    let insts = f.blocks[block].insts.split_off(index);
    let kind = std::mem::replace(&mut f.blocks[block].term.kind, TermKind::Goto(rest));
    f.blocks[rest].insts = insts;
    f.blocks[rest].term.kind = kind;
    rest
}
