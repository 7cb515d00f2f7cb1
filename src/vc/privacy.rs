//! Which objects in memory no pointer can reach.

use crate::ir::{ExprId, ExprKind, Function, InstKind, TermKind, VarId};

/// A local object is private when its address is used only to read and write it directly: then
/// no pointer aliases it and no call can change it.
pub fn private_objects(f: &Function) -> Vec<bool> {
    let mut private: Vec<bool> = f.vars.values().map(|var| var.address_taken).collect();
    let mut scan = Scan {
        f,
        private: &mut private,
        seen: vec![false; f.exprs.len()],
    };
    for (_, block) in f.blocks.iter() {
        for inst in &block.insts {
            scan.instruction(&inst.kind);
        }
        match &block.term.kind {
            TermKind::Branch { cond, .. } => scan.value(*cond),
            TermKind::Switch { value, .. } => scan.value(*value),
            TermKind::IndirectGoto { addr, .. } => scan.value(*addr),
            // An aggregate is copied to the caller: its address does not get out.
            TermKind::Return(Some(e)) if matches!(f.ret, crate::ir::Ret::Aggregate { .. }) => {
                scan.address(*e);
            }
            TermKind::Return(Some(e)) => scan.value(*e),
            TermKind::Goto(_) | TermKind::Return(None) | TermKind::Unreachable => {}
        }
    }
    private
}

struct Scan<'a> {
    f: &'a Function,
    private: &'a mut Vec<bool>,
    seen: Vec<bool>,
}

impl Scan<'_> {
    fn instruction(&mut self, kind: &InstKind) {
        match kind {
            InstKind::Assign { value, .. } => self.value(*value),
            InstKind::Either { before, after, .. } => {
                self.value(*before);
                self.value(*after);
            }
            InstKind::Store { addr, value, .. } => {
                self.address(*addr);
                self.value(*value);
            }
            InstKind::Copy { dst, src, .. } => {
                self.address(*dst);
                self.address(*src);
            }
            InstKind::Zero { dst, .. } => self.address(*dst),
            InstKind::VolatileLoad { addr, .. } => self.address(*addr),
            InstKind::Alloca { size, .. } => self.value(*size),
            InstKind::Call { callee, args, .. } => {
                if let crate::ir::Callee::Indirect(e) = callee {
                    self.value(*e);
                }
                for arg in args {
                    match arg.by_copy {
                        Some(_) => self.address(arg.value),
                        None => self.value(arg.value),
                    }
                }
            }
            InstKind::Declare(_) | InstKind::Havoc { .. } | InstKind::Point(_) => {}
        }
    }

    /// The expression is used as the address of an access.
    fn address(&mut self, e: ExprId) {
        match self.f.expr(e).kind {
            ExprKind::VarAddr(_) => {}
            ExprKind::PtrAdd { base, index, .. } => {
                self.address(base);
                self.value(index);
            }
            _ => self.value(e),
        }
    }

    /// The expression is used as a value: an address in it may go anywhere.
    fn value(&mut self, e: ExprId) {
        use crate::base::Id;
        if std::mem::replace(&mut self.seen[e.index()], true) {
            return;
        }
        match &self.f.expr(e).kind {
            ExprKind::VarAddr(var) => self.private[var.index()] = false,
            ExprKind::Load(addr) => self.address(*addr),
            kind => {
                for operand in kind.operands() {
                    self.value(operand);
                }
            }
        }
    }
}

/// The private object that an address lies in, if it does.
pub fn private_base(f: &Function, private: &[bool], e: ExprId) -> Option<VarId> {
    use crate::base::Id;
    match f.expr(e).kind {
        ExprKind::VarAddr(var) if private[var.index()] => Some(var),
        ExprKind::PtrAdd { base, .. } => private_base(f, private, base),
        _ => None,
    }
}
