//! What an initialiser leaves open: padding, and the bytes of a union beside the member that it
//! initialises.
//!
//! An object without any initialiser of its own inside a larger one is zero with its padding (C11
//! 6.7.9), the others have zeros only in their members.

use super::super::ctype::{ArrayLen, CType};
use super::super::layout;
use super::init::{InitItem, InitValue};
use super::{Lower, Lowerer};
use crate::base::Span;
use crate::ir::*;
use std::collections::BTreeMap;

/// The open bits, by the offset of their byte.
type Open = BTreeMap<u64, u8>;

/// Larger objects are zero in the model.
const MAX_SIZE: u64 = 1024;

impl Lowerer<'_> {
    /// Gives any value to what the items leave open in an object that was zeroed. A volatile read
    /// stands for "any value".
    pub fn forget_padding(
        &mut self,
        dst: ExprId,
        ty: &CType,
        items: &[InitItem],
        span: Span,
    ) -> Lower<()> {
        if layout::size_of(ty, &self.env.records).is_none_or(|size| size > MAX_SIZE) {
            return Ok(());
        }
        let mut open = Open::new();
        self.open_bits(ty, 0, items, &mut open);
        for (offset, mask) in open {
            let addr = self.offset(dst, offset);
            let var = self.temp(Ty::U8, None, span);
            self.emit(InstKind::VolatileLoad { var, addr }, span)?;
            let any = self.var_expr(var);
            let mask = self.int(i128::from(mask), Ty::U8);
            let value = self.binary(BinOp::BitAnd, any, mask);
            let store = InstKind::Store {
                addr,
                value,
                volatile: false,
            };
            self.emit(store, span)?;
        }
        Ok(())
    }

    fn open_bits(&self, ty: &CType, offset: u64, items: &[InitItem], open: &mut Open) {
        let size = layout::size_of(ty, &self.env.records).unwrap_or(0);
        let inside = |item: &&InitItem| (offset..offset + size).contains(&item.offset);
        if !items.iter().any(|item| inside(&item)) {
            return;
        }
        match ty {
            CType::Array(element, ArrayLen::Fixed(n)) => {
                let step = layout::size_of(&element.ty, &self.env.records).unwrap_or(0);
                for i in 0..*n {
                    self.open_bits(&element.ty, offset + i * step, items, open);
                }
            }
            CType::Record(id) => {
                // One that is copied as a whole brings its padding along.
                let whole = |item: &&InitItem| item.offset == offset && item.ty.ty == *ty;
                let record = self.env.records[*id].clone();
                let (Some(layout), false) = (&record.layout, items.iter().any(|item| whole(&item)))
                else {
                    return;
                };
                open.extend((offset..offset + size).map(|byte| (byte, 0xff)));
                if record.is_union {
                    for item in items.iter().filter(inside) {
                        let bits = match (&item.value, item.bits) {
                            (InitValue::Bytes(bytes), _) => (0, 8 * bytes.len() as u64),
                            (_, Some(bits)) => (bits.first.into(), bits.width.into()),
                            _ => (0, 8 * self.value_size(&item.ty.ty)),
                        };
                        close(open, item.offset, bits);
                    }
                    return;
                }
                for field in &layout.fields {
                    let bits = match field.bits {
                        Some(bits) => (bits.first.into(), bits.width.into()),
                        None => (0, 8 * self.value_size(&field.ty.ty)),
                    };
                    close(open, offset + field.offset, bits);
                    self.open_bits(&field.ty.ty, offset + field.offset, items, open);
                }
            }
            _ => {}
        }
    }

    /// The bytes that hold the value; a `long double` has padding too.
    fn value_size(&self, ty: &CType) -> u64 {
        match ty {
            CType::Float(FloatKind::F80) => 10,
            _ => layout::size_of(ty, &self.env.records).unwrap_or(0),
        }
    }
}

/// Bits from the first one on are no longer open.
fn close(open: &mut Open, offset: u64, (first, width): (u64, u64)) {
    for bit in first..first + width {
        let byte = offset + bit / 8;
        if let Some(mask) = open.get_mut(&byte) {
            *mask &= !(1 << (bit % 8));
            if *mask == 0 {
                open.remove(&byte);
            }
        }
    }
}
