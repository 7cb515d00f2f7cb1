//! The places in globals that a function's analysis follows like variables.
//!
//! Comes in: a function, and who knows which globals no pointer reaches. Goes out: a slot for each scalar of such a
//! global that the function reads or writes at one offset, with what it lies between at any time. Knows no blocks.

use super::interval::{Interval, full};
use super::outside::Outside;
use crate::base::FastMap;
use crate::ir::{Access, ExprId, ExprKind, Function, GlobalId, InstKind, Object, Ty, access};

pub struct Slot {
    pub global: GlobalId,
    offset: i64,
    ty: Ty,
    /// What it lies between at any time.
    pub always: Interval,
}

#[derive(Default)]
pub struct Slots {
    pub list: Vec<Slot>,
    by_place: FastMap<(GlobalId, i64, Ty), usize>,
    /// By address: the access in a global, if it is one.
    accesses: FastMap<ExprId, (GlobalId, Access)>,
}

impl Slots {
    pub fn new(f: &Function, outside: &dyn Outside) -> Slots {
        let mut slots = Slots::default();
        for e in f.exprs.values() {
            if let ExprKind::Load(addr) = e.kind {
                slots.add(f, outside, addr, Some(e.ty));
            }
        }
        for inst in f.blocks.values().flat_map(|block| &block.insts) {
            match inst.kind {
                InstKind::Store { addr, value, .. } => {
                    slots.add(f, outside, addr, Some(f.expr(value).ty));
                }
                InstKind::Copy { dst, .. } | InstKind::Zero { dst, .. } => {
                    slots.add(f, outside, dst, None);
                }
                _ => {}
            }
        }
        slots
    }

    fn add(&mut self, f: &Function, outside: &dyn Outside, addr: ExprId, ty: Option<Ty>) {
        let Some(access) = access(f, addr) else {
            return;
        };
        let Object::Global(global) = access.object else {
            return;
        };
        self.accesses.insert(addr, (global, access));
        let Some(ty) = ty.filter(|&ty| access.stride == 0 && full(ty).is_some()) else {
            return;
        };
        let key = (global, access.offset, ty);
        if self.by_place.contains_key(&key) {
            return;
        }
        if let Some(always) = outside.content(global, &access, ty) {
            self.by_place.insert(key, self.list.len());
            self.list.push(Slot {
                global,
                offset: access.offset,
                ty,
                always,
            });
        }
    }

    /// The access that an address of the function is, when it lies in a global.
    pub fn access(&self, addr: ExprId) -> Option<(GlobalId, Access)> {
        self.accesses.get(&addr).copied()
    }

    /// The slot of a scalar at this address.
    pub fn at(&self, addr: ExprId, ty: Ty) -> Option<usize> {
        let (global, access) = self.access(addr).filter(|(_, a)| a.stride == 0)?;
        self.by_place.get(&(global, access.offset, ty)).copied()
    }

    /// The slots that a write of so many bytes may change.
    pub fn touched(&self, addr: ExprId, size: u64) -> Vec<usize> {
        let Some((global, access)) = self.access(addr) else {
            return Vec::new();
        };
        let (start, end) = (
            i128::from(access.offset),
            i128::from(access.offset) + i128::from(size),
        );
        let is_touched = |slot: &Slot| {
            let first = i128::from(slot.offset);
            let last = first + i128::from(slot.ty.size());
            slot.global == global && (access.stride != 0 || (first < end && start < last))
        };
        let slots = self.list.iter().enumerate();
        slots
            .filter(|(_, slot)| is_touched(slot))
            .map(|(i, _)| i)
            .collect()
    }
}
