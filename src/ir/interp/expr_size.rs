//! How large expressions are as trees, so that walking one can be refused before it is too deep
//! for the stack or, because subtrees are shared, too large.

use crate::base::{Id, IdVec};
use crate::ir::{Expr, ExprId};

const MAX_DEPTH: u32 = 3000;
const MAX_NODES: u32 = 4_000_000;

pub(super) struct ExprSizes {
    /// The depth and the number of nodes of each tree.
    sizes: Vec<(u32, u32)>,
}

impl ExprSizes {
    /// Operands have smaller ids, so one pass suffices.
    pub fn of(exprs: &IdVec<ExprId, Expr>) -> ExprSizes {
        let mut sizes: Vec<(u32, u32)> = Vec::with_capacity(exprs.len());
        for expr in exprs.values() {
            let (mut depth, mut nodes) = (0, 1u32);
            for operand in expr.kind.operands() {
                // An operand that is not before its user is refused as too large.
                let size = sizes.get(operand.index()).copied();
                let (d, n) = size.unwrap_or((u32::MAX - 1, u32::MAX));
                depth = depth.max(d);
                nodes = nodes.saturating_add(n);
            }
            sizes.push((depth.saturating_add(1), nodes));
        }
        ExprSizes { sizes }
    }

    pub fn fits(&self, expr: ExprId) -> bool {
        let size = self.sizes.get(expr.index());
        size.is_some_and(|&(depth, nodes)| depth <= MAX_DEPTH && nodes <= MAX_NODES)
    }
}
