//! Which expressions a variable may be known to be equal to.
//!
//! Comes in: a function and its slots. Goes out: the assigned expressions whose value depends on variables and slots that are
//! followed, and on nothing else, with these. Lowering keeps the truth of a condition that has effects in a variable, so what
//! the condition says is known where the variable is tested, as long as nothing that it depends on has changed.

use super::interval::full;
use super::slots::Slots;
use crate::base::FastMap;
use crate::ir::{ExprId, ExprKind, Function, InstKind, VarId};

/// Expressions with more nodes are not kept.
const MAX_NODES: usize = 24;

/// What an expression depends on.
#[derive(Default)]
struct Uses {
    vars: Vec<VarId>,
    slots: Vec<usize>,
    nodes: usize,
}

pub struct Equalities {
    uses: FastMap<ExprId, Uses>,
    /// A read of each slot.
    reads: FastMap<usize, ExprId>,
}

impl Equalities {
    pub fn new(f: &Function, slots: &Slots) -> Equalities {
        let (mut uses, mut reads) = (FastMap::default(), FastMap::default());
        for (id, e) in f.exprs.iter() {
            let mut own = Uses::default();
            if let ExprKind::Load(addr) = e.kind
                && let Some(slot) = slots.at(addr, e.ty)
                && slots.list[slot].scalar().is_some()
                && own.collect(f, slots, id)
            {
                reads.insert(slot, id);
                uses.insert(id, own);
            }
        }
        for inst in f.blocks.values().flat_map(|block| &block.insts) {
            if let InstKind::Assign { var, value } = inst.kind {
                let mut own = Uses::default();
                let same_type = f.vars[var].ty == Some(f.expr(value).ty);
                if same_type && own.collect(f, slots, value) {
                    uses.insert(value, own);
                }
            }
        }
        Equalities { uses, reads }
    }

    /// An expression that reads the slot, which is at a fixed place.
    pub fn read(&self, slot: usize) -> Option<ExprId> {
        self.reads.get(&slot).copied()
    }

    /// Whether the variable, once it is assigned the expression, may be known to be equal to it: `i = a[i]` says nothing of the
    /// `a[i]` that follows.
    pub fn keeps(&self, var: VarId, e: ExprId) -> bool {
        self.uses.contains_key(&e) && !self.depends_on_var(e, var)
    }

    pub fn depends_on_var(&self, e: ExprId, var: VarId) -> bool {
        self.uses
            .get(&e)
            .is_none_or(|uses| uses.vars.contains(&var))
    }

    pub fn depends_on_slot(&self, e: ExprId, slot: usize) -> bool {
        self.uses
            .get(&e)
            .is_none_or(|uses| uses.slots.contains(&slot))
    }
}

impl Uses {
    /// Adds what the expression depends on; says whether all of that is followed.
    fn collect(&mut self, f: &Function, slots: &Slots, e: ExprId) -> bool {
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            return false;
        }
        match f.expr(e).kind {
            ExprKind::Int(_) | ExprKind::VarAddr(_) | ExprKind::GlobalAddr(_) => true,
            ExprKind::Var(var) => {
                self.vars.push(var);
                is_followed(f, var)
            }
            ExprKind::Load(addr) => {
                let Some(slot) = slots.at(addr, f.expr(e).ty) else {
                    return false;
                };
                // With `i` in its address the slot of `a[i]` is another place once `i` changes.
                self.vars.extend(&slots.list[slot].vars);
                self.slots.push(slot);
                true
            }
            ExprKind::Unary(_, a) | ExprKind::Cast(a) => self.collect(f, slots, a),
            ExprKind::Binary(_, a, b) | ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                self.collect(f, slots, a) && self.collect(f, slots, b)
            }
            ExprKind::PtrAdd { base, index, .. } => {
                self.collect(f, slots, base) && self.collect(f, slots, index)
            }
            ExprKind::Select(c, a, b) => {
                let mut parts = [c, a, b].into_iter();
                parts.all(|part| self.collect(f, slots, part))
            }
            ExprKind::Float { .. } => false,
        }
    }
}

/// Whether only assignments change the variable, and it has an interval: then each of them is seen.
pub fn is_followed(f: &Function, var: VarId) -> bool {
    let var = &f.vars[var];
    var.ty.and_then(full).is_some() && !var.address_taken && !var.volatile
}
