//! Assignments that SDL and LHS mutate: statements `lhs = e` with no other effect, whose old value can be read.
//!
//! Such a label reads what the program only writes. So the left-hand side is a local or parameter that has a value on all paths to
//! the statement, or a part of a global: these are never uninitialised, and the address is the one that is written next.

use super::super::walk::through_casts;
use crate::base::Span;
use crate::ir::{
    Anchor, Definite, ExprId, ExprKind, Function, InstKind, Origin, PointId, Root, Ty, VarId,
    VarKind, definitely_assigned,
};
use std::collections::HashSet;

pub struct Assignment {
    pub point: PointId,
    pub span: Span,
    pub ty: Ty,
    /// `e`.
    pub value: ExprId,
    /// `lhs`, as a read.
    pub old: ExprId,
    /// If `lhs` is a variable: others of the type that `e` names, so that their names mean them here too, and that have a value.
    pub others: Vec<VarId>,
}

pub fn assignments(f: &mut Function) -> Vec<Assignment> {
    let definite = definitely_assigned(f);
    let roots: HashSet<Root> = f.sites.roots.iter().copied().collect();
    let mut found = Vec::new();
    for (point, kind) in alone(f) {
        if let Some(one) = assignment(f, point, &kind, &definite)
            && roots.contains(&Root {
                point,
                expr: one.value,
            })
        {
            found.push(one);
        }
    }
    found
}

/// The points after which one instruction comes and then another point or the end of the block.
fn alone(f: &Function) -> Vec<(PointId, InstKind)> {
    let mut found = Vec::new();
    for block in f.blocks.values() {
        for (i, inst) in block.insts.iter().enumerate() {
            let after = block.insts.get(i + 2).map(|inst| &inst.kind);
            if let InstKind::Point(point) = inst.kind
                && let Some(next) = block.insts.get(i + 1)
                && matches!(after, None | Some(InstKind::Point(_)))
            {
                found.push((point, next.kind.clone()));
            }
        }
    }
    found
}

fn assignment(
    f: &mut Function,
    point: PointId,
    kind: &InstKind,
    definite: &Definite,
) -> Option<Assignment> {
    let Anchor::Before { span, .. } = f.points[point].anchor else {
        return None;
    };
    let has_value = |var| is_plain(f, var) && definite.at(point, var);
    let (value, old, var) = match *kind {
        InstKind::Assign { var, value } if has_value(var) => (value, ExprKind::Var(var), Some(var)),
        InstKind::Store {
            addr,
            value,
            volatile: false,
        } if is_global(f, addr) => (value, ExprKind::Load(addr), None),
        _ => return None,
    };
    let ty = f.expr(value).ty;
    let fits = var.is_none_or(|var| f.vars[var].ty == Some(ty));
    if !fits || f.expr(through_casts(f, value)).origin == Origin::Implicit {
        return None;
    }
    let mut others: Vec<VarId> = match var {
        Some(_) => named(f, value),
        None => Vec::new(),
    };
    others.retain(|&other| Some(other) != var && f.vars[other].ty == Some(ty) && has_value(other));
    Some(Assignment {
        point,
        span,
        ty,
        value,
        others,
        old: f.implicit(old, ty),
    })
}

/// The variables of an expression, each once.
fn named(f: &Function, e: ExprId) -> Vec<VarId> {
    let (mut found, mut stack) = (Vec::new(), vec![e]);
    while let Some(e) = stack.pop() {
        match &f.expr(e).kind {
            ExprKind::Var(var) if !found.contains(var) => found.push(*var),
            kind => stack.extend(kind.operands()),
        }
    }
    found.sort_unstable();
    found
}

/// A variable of the source that is read by its name only.
fn is_plain(f: &Function, var: VarId) -> bool {
    let var = &f.vars[var];
    matches!(var.kind, VarKind::Param | VarKind::Local) && !var.address_taken && !var.volatile
}

fn is_global(f: &Function, mut address: ExprId) -> bool {
    loop {
        match f.expr(address).kind {
            ExprKind::PtrAdd { base, .. } => address = base,
            ExprKind::Cast(inner) if f.expr(inner).ty == Ty::Ptr => address = inner,
            ExprKind::GlobalAddr(_) => return true,
            _ => return false,
        }
    }
}
