//! Which objects have an array of their own.

use super::Calls;
use crate::base::Id;
use crate::ir::{
    Exposure, ExprId, ExprKind, Function, GlobalId, Object, VarId, direct_base, exposures,
};
use std::collections::HashSet;

/// The objects of a function that no pointer reaches.
pub struct Separation {
    /// By variable. A local object is private when its address is used only to read and write it
    /// directly: then no pointer aliases it and no call can change it.
    pub private: Vec<bool>,
    /// The separable globals that the function names, or one that it goes through; ascending.
    pub globals: Vec<GlobalId>,
}

/// Where the bytes of an access are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    /// With everything that pointers reach.
    Memory,
    Local(VarId),
    /// An index of [`Separation::globals`].
    Global(usize),
}

impl Separation {
    pub fn new(f: &Function, calls: &dyn Calls) -> Separation {
        let mut private: Vec<bool> = f.vars.values().map(|var| var.address_taken).collect();
        exposures(f, |object, exposure| match (object, exposure) {
            (Object::Local(var), Exposure::Address) => {
                private[var.index()] = false;
            }
            // What a volatile read gives is havocked anyway.
            (Object::Local(_), Exposure::Volatile) | (Object::Global(_), _) => {}
        });
        let mut separation = Separation {
            private,
            globals: Vec::new(),
        };
        separation.add_globals(f, calls);
        separation
    }

    /// The separable globals that this function names too.
    pub fn add_globals(&mut self, f: &Function, calls: &dyn Calls) {
        let named = f.exprs.values().filter_map(|e| match e.kind {
            ExprKind::GlobalAddr(global) => Some(global),
            _ => None,
        });
        self.globals
            .extend(named.filter(|&global| calls.separable(global)));
        self.globals.sort_unstable();
        self.globals.dedup();
    }

    fn of(&self, object: Object) -> Storage {
        match object {
            Object::Local(var) if self.private[var.index()] => Storage::Local(var),
            Object::Local(_) => Storage::Memory,
            Object::Global(global) => match self.globals.binary_search(&global) {
                Ok(index) => Storage::Global(index),
                Err(_) => Storage::Memory,
            },
        }
    }

    /// Where an access at this address goes.
    pub fn storage(&self, f: &Function, addr: ExprId) -> Storage {
        direct_base(f, addr).map_or(Storage::Memory, |object| self.of(object))
    }

    /// Whether the address may lead to an object apart although it is not the object's own with
    /// offsets. The instructions have no such address, but a predicate may.
    pub fn is_mixed(&self, f: &Function, addr: ExprId) -> bool {
        let mut seen = HashSet::new();
        let mut open = vec![addr];
        while let Some(e) = open.pop() {
            if !seen.insert(e) {
                continue;
            }
            match &f.expr(e).kind {
                ExprKind::VarAddr(var) if self.of(Object::Local(*var)) != Storage::Memory => {
                    return true;
                }
                ExprKind::GlobalAddr(global)
                    if self.of(Object::Global(*global)) != Storage::Memory =>
                {
                    return true;
                }
                ExprKind::Load(_) => {}
                kind => open.extend(kind.operands()),
            }
        }
        false
    }
}
