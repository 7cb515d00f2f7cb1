//! What the scalars of one global lie between, at any time.
//!
//! Comes in: the global's size and content, and where it is accessed. Goes out: cells. With `stride` the greatest common
//! divisor of all variable offsets into it, an access that starts at `offset` touches bytes `offset mod stride` of some
//! element and no others, so a cell stands for the scalars at one place of all elements: a member of a structure, an
//! element of an array, a member of the elements of an array. Bytes that are accessed in two ways have no cell.

use crate::ir::{Access, GlobalId, Init, Ty, gcd};
use crate::ranges::{Interval, NOT_NULL, full, join, reread};

/// Larger objects have no cells.
const MAX_SIZE: u64 = 1 << 16;
/// Nor do those with more addresses in their content.
const MAX_RELOCS: usize = 256;

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Shape {
    /// 0: nothing is known.
    stride: u64,
    /// By offset; disjoint.
    cells: Vec<Cell>,
    /// Something may write it.
    pub written: bool,
    /// Each cell is one scalar.
    pub single: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell {
    pub offset: u64,
    pub ty: Ty,
    pub value: Interval,
}

/// How some code may access an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Use {
    Scalar(Access, Ty),
    /// So many bytes are written.
    Bytes(Access, u64),
}

impl Shape {
    /// Nothing is known.
    pub fn unknown() -> Shape {
        Shape {
            written: true,
            ..Shape::default()
        }
    }

    /// With what the object holds before anything is written. `exists` says whose address is not null.
    pub fn new(size: u64, init: &Init, uses: &[Use], exists: impl Fn(GlobalId) -> bool) -> Shape {
        let strides = uses.iter().map(|one| match one {
            Use::Scalar(access, _) | Use::Bytes(access, _) => access.stride,
        });
        let stride = match strides.fold(0, gcd) {
            0 => size,
            stride => stride,
        };
        if !(1..=MAX_SIZE).contains(&size)
            || !size.is_multiple_of(stride)
            || init.relocs.len() > MAX_RELOCS
        {
            return Shape::unknown();
        }
        let mut shape = Shape {
            stride,
            cells: Vec::new(),
            written: false,
            single: size == stride,
        };
        let Some(mut scalars) = shape.scalars(uses) else {
            return Shape::unknown();
        };
        scalars.sort_unstable_by_key(|&(offset, ty)| (offset, ty.size()));
        let mut rest = scalars.as_slice();
        while let Some(&(offset, ty)) = rest.first() {
            let mut end = offset + ty.size();
            let mut count = 0;
            while let Some(&(start, ty)) = rest.get(count).filter(|(start, _)| *start < end) {
                end = end.max(start + ty.size());
                count += 1;
            }
            let (together, others) = rest.split_at(count);
            let same = |other: &(u64, Ty)| {
                other.0 == offset && other.1.size() == ty.size() && full(other.1).is_some()
            };
            if together.iter().all(same)
                && let Some(value) = initially(size, stride, init, (offset, ty), &exists)
            {
                shape.cells.push(Cell { offset, ty, value });
            }
            rest = others;
        }
        shape
    }

    /// The places of scalars in an element; `None` if one crosses its end.
    fn scalars(&self, uses: &[Use]) -> Option<Vec<(u64, Ty)>> {
        let mut list = Vec::new();
        for one in uses {
            if let Use::Scalar(access, ty) = one {
                list.push((self.place(access, ty.size())?, *ty));
            }
        }
        Some(list)
    }

    /// Where in an element so many bytes lie; `None` if they cross its end.
    fn place(&self, access: &Access, size: u64) -> Option<u64> {
        let stride = i64::try_from(self.stride)
            .ok()
            .filter(|&stride| stride > 0)?;
        let place = access.offset.rem_euclid(stride) as u64;
        (place + size <= self.stride).then_some(place)
    }

    pub fn cell(&self, access: &Access, ty: Ty) -> Option<usize> {
        if self.stride == 0 || !access.stride.is_multiple_of(self.stride) {
            return None;
        }
        let place = self.place(access, ty.size())?;
        let is_it = |cell: &Cell| cell.offset == place && cell.ty.size() == ty.size();
        self.cells.iter().position(is_it)
    }

    /// What a scalar of this type lies between whenever it is read there.
    pub fn content(&self, access: &Access, ty: Ty) -> Option<Interval> {
        let cell = &self.cells[self.cell(access, ty)?];
        reread(cell.value, ty)
    }

    /// What is written there by a store, as values of cells.
    pub fn store(&self, access: &Access, ty: Ty, value: Option<Interval>) -> Option<Write> {
        let cell = self.cell(access, ty)?;
        let own = self.cells[cell].ty;
        let value = value.and_then(|value| reread(value, own)).or(full(own))?;
        Some(Write { cell, value })
    }

    /// The same of writing so many bytes, zeros or any.
    pub fn fill(&self, access: &Access, size: u64, zero: bool) -> Vec<Write> {
        let place = self.place(access, size);
        let write = |(cell, one): (usize, &Cell)| {
            let (start, end) = (one.offset, one.offset + one.ty.size());
            let any = full(one.ty)?;
            let value = match place {
                // Bytes of this cell in no element.
                Some(place) if end <= place || place + size <= start => return None,
                Some(place) if zero && place <= start && end <= place + size => (0, 0),
                // All of some elements, from the start of one on.
                None if zero
                    && size.is_multiple_of(self.stride)
                    && access.offset.rem_euclid(self.stride as i64) == 0 =>
                {
                    (0, 0)
                }
                _ => any,
            };
            Some(Write { cell, value })
        };
        self.cells.iter().enumerate().filter_map(write).collect()
    }

    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    pub fn set(&mut self, cell: usize, value: Interval) {
        self.cells[cell].value = value;
    }

    /// Only what is not any value.
    pub fn worth(&self) -> Option<Shape> {
        let mut shape = self.clone();
        shape.cells.retain(|cell| full(cell.ty) != Some(cell.value));
        (!shape.cells.is_empty() || !shape.written).then_some(shape)
    }
}

/// A cell takes a value of an interval, in some element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Write {
    pub cell: usize,
    pub value: Interval,
}

/// The values that the initialiser has at one place of all elements.
fn initially(
    size: u64,
    stride: u64,
    init: &Init,
    (place, ty): (u64, Ty),
    exists: &impl Fn(GlobalId) -> bool,
) -> Option<Interval> {
    let mut all: Option<Interval> = None;
    let mut offset = place;
    while offset < size {
        let end = offset + ty.size();
        let touches = |r: &&crate::ir::Reloc| r.offset < end && offset < r.offset + 8;
        let value = match init.relocs.iter().find(touches) {
            None => number(init, offset, ty)?,
            Some(reloc) if reloc.offset == offset && ty == Ty::Ptr && exists(reloc.target) => {
                NOT_NULL
            }
            Some(_) => full(ty)?,
        };
        all = Some(all.map_or(value, |all| join(all, value)));
        // Behind the bytes that are written out there are zeros.
        if offset >= init.bytes.len() as u64 && init.relocs.is_empty() {
            break;
        }
        offset += stride;
    }
    all
}

fn number(init: &Init, offset: u64, ty: Ty) -> Option<Interval> {
    let byte = |i: u64| init.bytes.get(i as usize).copied().unwrap_or(0);
    let bytes = (offset..offset + ty.size()).rev();
    let bits = bytes.fold(0i128, |all, i| all << 8 | i128::from(byte(i)));
    let (low, high) = full(ty)?;
    let value = if bits > high {
        bits - (high - low + 1)
    } else {
        bits
    };
    Some((value, value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Id;
    use crate::ir::Object;

    const SHORT: Ty = Ty::Int {
        bits: 16,
        signed: true,
    };

    fn at(offset: i64, stride: u64) -> Access {
        Access {
            object: Object::Global(GlobalId::from_index(0)),
            offset,
            stride,
        }
    }

    #[test]
    fn members_of_elements_are_apart() {
        // struct { int a; short b, c; } x[3] = {{1, 2, 3}, {-4, 5}};
        let bytes = vec![1, 0, 0, 0, 2, 0, 3, 0, 0xfc, 0xff, 0xff, 0xff, 5];
        let init = Init {
            bytes,
            relocs: Vec::new(),
        };
        let uses = [
            Use::Scalar(at(0, 8), Ty::INT),
            Use::Scalar(at(4, 8), SHORT),
            Use::Scalar(at(22, 0), SHORT),
        ];
        let shape = Shape::new(24, &init, &uses, |_| false);
        assert_eq!(shape.content(&at(8, 0), Ty::INT), Some((-4, 1)));
        assert_eq!(shape.content(&at(4, 8), SHORT), Some((0, 5)));
        assert_eq!(shape.content(&at(6, 16), SHORT), Some((0, 3)));
        assert_eq!(shape.content(&at(0, 4), SHORT), None);
        let writes = shape.fill(&at(8, 0), 8, true);
        assert!(writes.iter().all(|write| write.value == (0, 0)) && writes.len() == 3);
        assert_eq!(shape.fill(&at(5, 0), 1, true)[0].value, (-32768, 32767));
    }

    #[test]
    fn bytes_that_are_accessed_in_two_ways_have_no_cell() {
        let uses = [
            Use::Scalar(at(0, 0), Ty::INT),
            Use::Scalar(at(2, 0), SHORT),
            Use::Scalar(at(4, 0), Ty::INT),
        ];
        let shape = Shape::new(8, &Init::default(), &uses, |_| false);
        assert_eq!(shape.content(&at(0, 0), Ty::INT), None);
        assert_eq!(shape.content(&at(4, 0), Ty::INT), Some((0, 0)));
    }
}
