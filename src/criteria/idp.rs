//! IDP, input domain partition: at the entry of each function, its parameters come from each part
//! of their domain: `(loc_0, φ_j)` for a partition `φ_1 … φ_k`.
//!
//! Integers are cut at 0: below, at, above. Pointers are null or not. A partition given in the source
//! (`#pragma tamis partition(x, 1, 12)`) takes the place of the cut at 0: below 1, 1, between, 12, above.

use super::draft::Draft;
use super::formula::{Formula, and, compare_int, range};
use crate::ir::{BinOp, ExprId, ExprKind, Function, Ty, VarId};

pub fn make(draft: &mut Draft) {
    for param in draft.f.named_params() {
        let var = &draft.f.vars[param];
        let (Some(ty), false, span) = (var.ty, var.volatile, var.span) else {
            continue;
        };
        let value = draft.f.implicit(ExprKind::Var(param), ty);
        let entry = draft.f.entry_point;
        for part in parts(draft.f, param, value, ty) {
            draft.label("IDP", entry, part, span);
        }
    }
}

fn parts(f: &mut Function, param: VarId, value: ExprId, ty: Ty) -> Vec<Formula> {
    match ty {
        Ty::Ptr => {
            vec![
                compare_int(f, BinOp::Eq, value, 0),
                compare_int(f, BinOp::Ne, value, 0),
            ]
        }
        Ty::Int { .. } => intervals(f, param, value, ty),
        Ty::Float(_) => Vec::new(),
    }
}

/// The parts between and at the cut points, those that hold a value of the type.
fn intervals(f: &mut Function, param: VarId, value: ExprId, ty: Ty) -> Vec<Formula> {
    let Some((least, greatest)) = range(ty) else {
        return Vec::new();
    };
    let mut cuts: Vec<i128> = f
        .sites
        .partitions
        .iter()
        .filter(|partition| partition.param == param)
        .flat_map(|partition| partition.cuts.iter().copied())
        .filter(|cut| (least..=greatest).contains(cut))
        .collect();
    if cuts.is_empty() {
        cuts.push(0);
    }
    cuts.sort_unstable();
    cuts.dedup();
    let mut parts = Vec::new();
    let mut below: Option<i128> = None;
    for cut in cuts {
        if below.map_or(least < cut, |below| below + 1 < cut) {
            parts.push(between(f, value, below, Some(cut)));
        }
        parts.push(compare_int(f, BinOp::Eq, value, cut));
        below = Some(cut);
    }
    if below.is_some_and(|below| below < greatest) {
        parts.push(between(f, value, below, None));
    }
    parts
}

/// `below < value && value < above`
fn between(f: &mut Function, value: ExprId, below: Option<i128>, above: Option<i128>) -> Formula {
    let from = below.map_or(Formula::True, |cut| compare_int(f, BinOp::Gt, value, cut));
    let to = above.map_or(Formula::True, |cut| compare_int(f, BinOp::Lt, value, cut));
    and(f, from, to)
}
