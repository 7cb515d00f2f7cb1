//! Where the values of variables are used.

use super::{BlockId, ExprId, ExprKind, Function, VarId};
use crate::base::IdVec;

/// Instructions by place; the end of a block comes after all of them.
pub type Places = Vec<(BlockId, usize)>;

/// By variable: where its value is used, as far as the function runs.
pub fn uses(f: &Function) -> IdVec<VarId, Places> {
    let mut uses: IdVec<VarId, Places> = f.vars.ids().map(|_| Vec::new()).collect();
    let mut seen: IdVec<ExprId, usize> = f.exprs.ids().map(|_| 0).collect();
    let mut round = 0;
    let mut walk = |roots: Vec<ExprId>, place: (BlockId, usize)| {
        round += 1;
        let mut open = roots;
        while let Some(e) = open.pop() {
            if std::mem::replace(&mut seen[e], round) == round {
                continue;
            }
            if let ExprKind::Var(var) = f.expr(e).kind {
                uses[var].push(place);
            }
            open.extend(f.expr(e).kind.operands());
        }
    };
    for (block, content) in f.blocks.iter() {
        for (index, inst) in content.insts.iter().enumerate() {
            walk(inst.kind.operands(), (block, index));
        }
        walk(content.term.kind.operands(), (block, content.insts.len()));
    }
    uses
}
