//! Addresses that are kept beside an effect although the effect cannot change them.
//!
//! Comes in: a finished function. Goes out: the same function in which the address of `a[i] = f()` is that of `a[i]` itself. C leaves
//! open whether it is computed before the call or after it, so lowering keeps it in a temporary and takes one of the two:
//!
//! ```text
//! t = &a[i];  x = f();  u = either t or &a[i];  *u = x          x = f();  a[i] = x
//! ```
//!
//! They are the same where nothing in between changes a variable of the address. Then no address is a value, and `a` stays an object
//! that no pointer reaches. Knows nothing of the text: only temporaries that have none are replaced.

use super::uses::Places;
use super::*;
use crate::base::IdVec;
use std::collections::BTreeSet;

/// Addresses with more nodes stay as they are.
const MAX_NODES: usize = 32;

/// `either` of an address that was kept and the same address.
struct Kept {
    block: BlockId,
    /// Where it was kept, and where it is taken.
    kept: usize,
    taken: usize,
    /// The temporaries of both.
    before: VarId,
    var: VarId,
    address: ExprId,
}

pub fn resolve_addresses(f: &mut Function) {
    let mut candidates = candidates(f);
    if candidates.is_empty() {
        return;
    }
    let uses = uses(f);
    candidates.retain(|kept| is_same(f, kept, &uses));
    for kept in &candidates {
        let address = f.exprs[kept.address].kind.clone();
        for (_, e) in f.exprs.iter_mut() {
            if matches!(e.kind, ExprKind::Var(var) if var == kept.var) {
                e.kind = address.clone();
            }
        }
    }
    let mut gone: BTreeSet<(BlockId, usize)> = BTreeSet::new();
    for kept in &candidates {
        gone.extend([(kept.block, kept.kept), (kept.block, kept.taken)]);
    }
    for block in f.blocks.ids() {
        let mut index = 0;
        f.blocks[block].insts.retain(|_| {
            index += 1;
            !gone.contains(&(block, index - 1))
        });
    }
}

fn candidates(f: &Function) -> Vec<Kept> {
    let mut found = Vec::new();
    for (block, content) in f.blocks.iter() {
        for (taken, inst) in content.insts.iter().enumerate() {
            let InstKind::Either { var, before, after } = inst.kind else {
                continue;
            };
            let ExprKind::Var(before) = f.expr(before).kind else {
                continue;
            };
            let keeps = |inst: &Inst| matches!(inst.kind, InstKind::Assign { var, value } if var == before && value == after);
            let own = [var, before].iter().all(|&var| is_unnamed(f, var));
            if let (true, Some(kept)) = (own, content.insts[..taken].iter().rposition(keeps)) {
                found.push(Kept {
                    block,
                    kept,
                    taken,
                    before,
                    var,
                    address: after,
                });
            }
        }
    }
    found
}

/// A temporary for an address that no predicate may name.
fn is_unnamed(f: &Function, var: VarId) -> bool {
    let var = &f.vars[var];
    let plain = var.ty == Some(Ty::Ptr) && !var.address_taken && !var.volatile;
    plain && matches!(var.kind, VarKind::Temp { source: None, .. })
}

/// Whether the address is one value from where it is kept to its last use.
fn is_same(f: &Function, kept: &Kept, uses: &IdVec<VarId, Places>) -> bool {
    let Some(vars) = variables(f, kept.address) else {
        return false;
    };
    let all = f.blocks.values().flat_map(|block| &block.insts);
    let assigned = all.flat_map(|inst| inst.kind.assigned());
    let own = assigned.filter(|var| [kept.var, kept.before].contains(var));
    let once = own.count() == 2 && uses[kept.before] == [(kept.block, kept.taken)];
    let after = |&(block, index): &(BlockId, usize)| block == kept.block && index > kept.taken;
    let Some(last) = uses[kept.var].iter().map(|place| place.1).max() else {
        return false;
    };
    let insts = &f.blocks[kept.block].insts;
    let mut between = insts[kept.kept..insts.len().min(last + 1)].iter();
    once && uses[kept.var].iter().all(after)
        && between.all(|inst| inst.kind.assigned().all(|var| !vars.contains(&var)))
}

/// The variables of an address that reads no memory; `None` if it is another one.
fn variables(f: &Function, address: ExprId) -> Option<Vec<VarId>> {
    let (mut vars, mut open) = (Vec::new(), vec![address]);
    let mut left = MAX_NODES;
    while let Some(e) = open.pop() {
        left = left.checked_sub(1)?;
        let kind = &f.expr(e).kind;
        match *kind {
            ExprKind::Load(_) => return None,
            // It may be replaced itself.
            ExprKind::Var(var) if is_unnamed(f, var) => return None,
            ExprKind::Var(var) if f.vars[var].address_taken || f.vars[var].volatile => return None,
            ExprKind::Var(var) => vars.push(var),
            _ => {}
        }
        open.extend(kind.operands());
    }
    Some(vars)
}
