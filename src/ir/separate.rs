//! Objects whose address is used only to read and write them directly: no pointer reaches them.
//!
//! Comes in: a function or a unit. Goes out: which objects are exposed, and which globals are
//! separable. Nothing here knows what calls do.
//!
//! A global is *separable* when no other unit can name it and every use of its address in this unit
//! is the base of an access, that is `&g` or `&g` plus offsets. C lets such an access touch no
//! other object, and there is no pointer by which anything else could touch this one. So it
//! changes only where the unit writes it by name. In a whole program the same holds of an object that several units
//! name, if it does in each of them.

use super::{
    Callee, ExprId, ExprKind, Function, GlobalId, GlobalKind, InstKind, Linkage, Ret, TermKind,
    Unit, VarId,
};
use crate::base::Id;

/// Something with an address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Object {
    Local(VarId),
    Global(GlobalId),
}

/// A use of an object that is not an ordinary access by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exposure {
    /// Its address may go anywhere.
    Address,
    /// It is accessed by name as volatile: something that the unit does not show may change it.
    Volatile,
}

/// The object that an address lies in, when it is the object's own address plus offsets.
pub fn direct_base(f: &Function, mut e: ExprId) -> Option<Object> {
    loop {
        match f.expr(e).kind {
            ExprKind::VarAddr(var) => return Some(Object::Local(var)),
            ExprKind::GlobalAddr(global) => return Some(Object::Global(global)),
            ExprKind::PtrAdd { base, .. } => e = base,
            _ => return None,
        }
    }
}

/// For each global of the unit whether it is separable. `hidden`: the unit may use addresses that
/// none of its functions shows; then nothing is.
pub fn separable(unit: &Unit, hidden: bool) -> Vec<bool> {
    let own = |global: &super::Global| {
        let defined = matches!(&global.kind, GlobalKind::Object { init: Some(_), .. });
        defined && !hidden && global.linkage == Linkage::Internal
    };
    let globals = unit.globals.values().zip(unexposed(unit));
    globals
        .map(|(global, apart)| apart && own(global))
        .collect()
}

/// For each global of the unit whether it is an ordinary object that the unit accesses by its name alone.
pub fn unexposed(unit: &Unit) -> Vec<bool> {
    let candidate = |global: &super::Global| match &global.kind {
        GlobalKind::Object {
            volatile: false,
            thread_local: false,
            ..
        } => !global.replaceable,
        _ => false,
    };
    let mut apart: Vec<bool> = unit.globals.values().map(candidate).collect();
    for global in unit.globals.values() {
        if let GlobalKind::Object {
            init: Some(init), ..
        } = &global.kind
        {
            for reloc in &init.relocs {
                apart[reloc.target.index()] = false;
            }
        }
    }
    for function in &unit.functions {
        exposures(function, |object, _| {
            if let Object::Global(global) = object {
                apart[global.index()] = false;
            }
        });
    }
    apart
}

/// Tells of each exposure in a function.
pub fn exposures(f: &Function, tell: impl FnMut(Object, Exposure)) {
    let mut scan = Scan {
        f,
        tell,
        seen: vec![false; f.exprs.len()],
    };
    for block in f.blocks.values() {
        for inst in &block.insts {
            scan.instruction(&inst.kind);
        }
        match &block.term.kind {
            TermKind::Branch { cond, .. } => scan.value(*cond),
            TermKind::Switch { value, .. } => scan.value(*value),
            TermKind::IndirectGoto { addr, .. } => scan.value(*addr),
            // An aggregate is copied to the caller: its address does not get out.
            TermKind::Return(Some(e)) if matches!(f.ret, Ret::Aggregate { .. }) => {
                scan.address(*e);
            }
            TermKind::Return(Some(e)) => scan.value(*e),
            TermKind::Goto(_) | TermKind::Return(None) | TermKind::Unreachable => {}
        }
    }
}

struct Scan<'a, F> {
    f: &'a Function,
    tell: F,
    seen: Vec<bool>,
}

impl<F: FnMut(Object, Exposure)> Scan<'_, F> {
    fn instruction(&mut self, kind: &InstKind) {
        match kind {
            InstKind::Assign { value, .. } => self.value(*value),
            InstKind::Either { before, after, .. } => {
                self.value(*before);
                self.value(*after);
            }
            InstKind::Store {
                addr,
                value,
                volatile,
            } => {
                if *volatile {
                    self.volatile(*addr);
                }
                self.address(*addr);
                self.value(*value);
            }
            InstKind::Copy { dst, src, .. } => {
                self.address(*dst);
                self.address(*src);
            }
            InstKind::Zero { dst, .. } => self.address(*dst),
            InstKind::VolatileLoad { addr, .. } => {
                self.volatile(*addr);
                self.address(*addr);
            }
            InstKind::Alloca { size, .. } => self.value(*size),
            InstKind::Call { callee, args, .. } => {
                if let Callee::Indirect(e) = callee {
                    self.value(*e);
                }
                for arg in args {
                    match arg.by_copy {
                        Some(_) => self.address(arg.value),
                        None => self.value(arg.value),
                    }
                }
            }
            // What asm is given leaves no trace in the instruction: it may be any address that the
            // function has.
            InstKind::Havoc { .. } => self.everything(),
            InstKind::Declare(_) | InstKind::Point(_) => {}
        }
    }

    fn everything(&mut self) {
        for e in self.f.exprs.values() {
            match e.kind {
                ExprKind::VarAddr(var) => (self.tell)(Object::Local(var), Exposure::Address),
                ExprKind::GlobalAddr(global) => {
                    (self.tell)(Object::Global(global), Exposure::Address);
                }
                _ => {}
            }
        }
    }

    fn volatile(&mut self, addr: ExprId) {
        if let Some(object) = direct_base(self.f, addr) {
            (self.tell)(object, Exposure::Volatile);
        }
    }

    /// The expression is used as the address of an access.
    fn address(&mut self, e: ExprId) {
        match self.f.expr(e).kind {
            ExprKind::VarAddr(_) | ExprKind::GlobalAddr(_) => {}
            ExprKind::PtrAdd { base, index, .. } => {
                self.address(base);
                self.value(index);
            }
            _ => self.value(e),
        }
    }

    /// The expression is used as a value: an address in it may go anywhere.
    fn value(&mut self, e: ExprId) {
        if std::mem::replace(&mut self.seen[e.index()], true) {
            return;
        }
        match &self.f.expr(e).kind {
            ExprKind::VarAddr(var) => (self.tell)(Object::Local(*var), Exposure::Address),
            ExprKind::GlobalAddr(global) => {
                (self.tell)(Object::Global(*global), Exposure::Address);
            }
            ExprKind::Load(addr) => self.address(*addr),
            kind => {
                for operand in kind.operands() {
                    self.value(operand);
                }
            }
        }
    }
}
