//! The places in globals that a function's analysis follows like variables.
//!
//! Comes in: a function, and who knows which globals no pointer reaches. Goes out: a slot for each scalar of such a
//! global that the function reads or writes at an address made of constants and of variables that only assignments change,
//! with what it lies between at any time. The slot of `a[i]` is the element that `i` selects, so it is another place once `i`
//! changes. Knows no blocks.

use super::equal::is_followed;
use super::interval::{Interval, full};
use super::outside::{Outside, Scalar};
use crate::base::FastMap;
use crate::ir::{
    Access, BinOp, ExprId, ExprKind, Function, GlobalId, InstKind, Object, Ty, UnOp, VarId, access,
    gcd,
};

pub struct Slot {
    pub global: GlobalId,
    access: Access,
    pub ty: Ty,
    /// What it lies between at any time.
    pub always: Interval,
    /// The variables of its address.
    pub vars: Vec<VarId>,
}

impl Slot {
    /// The scalar, if its address is constant.
    pub fn scalar(&self) -> Option<Scalar> {
        let offset = u64::try_from(self.access.offset).ok()?;
        let constant = self.access.stride == 0 && self.vars.is_empty();
        constant.then_some(Scalar {
            global: self.global,
            offset,
            ty: self.ty,
        })
    }
}

/// What a write does to a slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Overlap {
    Nothing,
    /// All of it is written, or nothing.
    All,
    Part,
}

#[derive(Default)]
pub struct Slots {
    pub list: Vec<Slot>,
    /// By address.
    by_address: FastMap<(ExprId, Ty), usize>,
    /// By address: the access in a global, if it is one.
    accesses: FastMap<ExprId, (GlobalId, Access)>,
}

impl Slots {
    pub fn new(f: &Function, outside: &dyn Outside) -> Slots {
        let mut finder = Finder {
            f,
            outside,
            shapes: FastMap::default(),
            by_shape: FastMap::default(),
            slots: Slots::default(),
        };
        for e in f.exprs.values() {
            if let ExprKind::Load(addr) = e.kind {
                finder.add(addr, Some(e.ty));
            }
        }
        for inst in f.blocks.values().flat_map(|block| &block.insts) {
            match inst.kind {
                InstKind::Store { addr, value, .. } => finder.add(addr, Some(f.expr(value).ty)),
                InstKind::Copy { dst, .. } | InstKind::Zero { dst, .. } => finder.add(dst, None),
                _ => {}
            }
        }
        for scalar in outside.followed() {
            finder.follow(&scalar);
        }
        finder.slots
    }

    /// The access that an address of the function is, when it lies in a global.
    pub fn access(&self, addr: ExprId) -> Option<(GlobalId, Access)> {
        self.accesses.get(&addr).copied()
    }

    /// The slot of a scalar at this address.
    pub fn at(&self, addr: ExprId, ty: Ty) -> Option<usize> {
        self.by_address.get(&(addr, ty)).copied()
    }

    /// The slots whose address depends on the variable.
    pub fn at_variable(&self, var: VarId) -> impl Iterator<Item = usize> + '_ {
        let slots = self.list.iter().enumerate();
        let slots = slots.filter(move |(_, slot)| slot.vars.contains(&var));
        slots.map(|(index, _)| index)
    }

    /// The slots that a write of so many bytes may change.
    pub fn touched(&self, addr: ExprId, size: u64) -> Vec<(usize, Overlap)> {
        let Some((global, access)) = self.access(addr) else {
            return Vec::new();
        };
        let slots = self.list.iter().enumerate();
        let touched = slots.filter(|(_, slot)| slot.global == global);
        let touched = touched.map(|(index, slot)| {
            let overlap = overlap((&access, size), (&slot.access, slot.ty.size()));
            (index, overlap)
        });
        touched
            .filter(|(_, overlap)| *overlap != Overlap::Nothing)
            .collect()
    }
}

/// Two accesses to one object. With `g` the greatest common divisor of their strides, bytes at different places modulo `g`
/// are different bytes, and scalars at the same place are the same one or at least `g` bytes apart.
fn overlap((a, a_size): (&Access, u64), (b, b_size): (&Access, u64)) -> Overlap {
    let (mut first, mut second) = (i128::from(a.offset), i128::from(b.offset));
    let common = i128::from(gcd(a.stride, b.stride));
    if common > 0 {
        (first, second) = (first.rem_euclid(common), second.rem_euclid(common));
    }
    let ends = (first + i128::from(a_size), second + i128::from(b_size));
    match (first, second) {
        _ if common > 0 && ends.0.max(ends.1) > common => Overlap::Part,
        _ if ends.0 <= second || ends.1 <= first => Overlap::Nothing,
        _ if first == second && a_size == b_size => Overlap::All,
        _ => Overlap::Part,
    }
}

/// A node of an address; operands by their numbers, which are equal for equal expressions.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Shape {
    Int(i128),
    Var(VarId),
    Global(GlobalId),
    Cast(u32),
    Unary(UnOp, u32),
    Binary(BinOp, u32, u32),
    Offset(u32, u32, u64),
}

struct Finder<'a> {
    f: &'a Function,
    outside: &'a dyn Outside,
    shapes: FastMap<(Shape, Ty), u32>,
    by_shape: FastMap<(u32, Ty), usize>,
    slots: Slots,
}

impl Finder<'_> {
    fn add(&mut self, addr: ExprId, ty: Option<Ty>) {
        let Some(access) = access(self.f, addr) else {
            return;
        };
        let Object::Global(global) = access.object else {
            return;
        };
        self.slots.accesses.insert(addr, (global, access));
        let Some(ty) = ty.filter(|&ty| full(ty).is_some()) else {
            return;
        };
        let mut vars = Vec::new();
        let Some(shape) = self.shape(addr, &mut vars) else {
            return;
        };
        let slot = match self.by_shape.get(&(shape, ty)) {
            Some(&slot) => slot,
            None => {
                let Some(slot) = self.slot(global, access, ty, vars) else {
                    return;
                };
                self.slots.list.push(slot);
                self.slots.list.len() - 1
            }
        };
        self.by_shape.insert((shape, ty), slot);
        self.slots.by_address.insert((addr, ty), slot);
    }

    fn slot(&self, global: GlobalId, access: Access, ty: Ty, vars: Vec<VarId>) -> Option<Slot> {
        let any = full(ty)?;
        let mut slot = Slot {
            global,
            access,
            ty,
            always: any,
            vars,
        };
        match self.outside.content(global, &access, ty) {
            Some(always) => slot.always = always,
            None => {
                let scalar = slot.scalar()?;
                self.outside.is_followed(&scalar).then_some(())?;
            }
        }
        Some(slot)
    }

    /// A slot for the scalar, unless the function has one.
    fn follow(&mut self, scalar: &Scalar) {
        let same = |slot: &Slot| {
            slot.scalar().is_some_and(|own| {
                (own.global, own.offset, own.ty.size())
                    == (scalar.global, scalar.offset, scalar.ty.size())
            })
        };
        let Ok(offset) = i64::try_from(scalar.offset) else {
            return;
        };
        if !self.slots.list.iter().any(same) {
            let access = Access {
                object: Object::Global(scalar.global),
                offset,
                stride: 0,
            };
            let slot = self.slot(scalar.global, access, scalar.ty, Vec::new());
            self.slots.list.extend(slot);
        }
    }

    /// The number of the expression, and its variables; `None` if something else than an assignment may change it.
    fn shape(&mut self, e: ExprId, vars: &mut Vec<VarId>) -> Option<u32> {
        let node = self.f.expr(e);
        let shape = match node.kind {
            ExprKind::Int(value) => Shape::Int(value),
            ExprKind::GlobalAddr(global) => Shape::Global(global),
            ExprKind::Var(var) => {
                vars.push(var);
                is_followed(self.f, var).then_some(Shape::Var(var))?
            }
            ExprKind::Cast(a) => Shape::Cast(self.shape(a, vars)?),
            ExprKind::Unary(op, a) => Shape::Unary(op, self.shape(a, vars)?),
            ExprKind::Binary(op, a, b) => {
                Shape::Binary(op, self.shape(a, vars)?, self.shape(b, vars)?)
            }
            ExprKind::PtrAdd {
                base, index, scale, ..
            } => Shape::Offset(self.shape(base, vars)?, self.shape(index, vars)?, scale),
            _ => return None,
        };
        let next = self.shapes.len() as u32;
        Some(*self.shapes.entry((shape, node.ty)).or_insert(next))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Id;

    fn at(offset: i64, stride: u64) -> Access {
        Access {
            object: Object::Global(GlobalId::from_index(0)),
            offset,
            stride,
        }
    }

    #[test]
    fn accesses_overlap_by_their_places_in_an_element() {
        assert_eq!(overlap((&at(0, 0), 4), (&at(4, 0), 4)), Overlap::Nothing);
        assert_eq!(overlap((&at(4, 0), 4), (&at(4, 0), 4)), Overlap::All);
        assert_eq!(overlap((&at(4, 0), 4), (&at(6, 0), 1)), Overlap::Part);
        assert_eq!(overlap((&at(0, 8), 4), (&at(4, 8), 4)), Overlap::Nothing);
        assert_eq!(overlap((&at(0, 8), 4), (&at(16, 0), 4)), Overlap::All);
        assert_eq!(overlap((&at(0, 8), 4), (&at(-4, 4), 4)), Overlap::All);
        assert_eq!(overlap((&at(6, 8), 4), (&at(0, 0), 1)), Overlap::Part);
        assert_eq!(overlap((&at(0, 6), 4), (&at(0, 4), 4)), Overlap::Part);
    }
}
