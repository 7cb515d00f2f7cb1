//! Shapes as bytes and back.
//!
//! Comes in: a shape with its type, and where objects lie. Goes out: its bytes; or from bytes the shape that they hold.

use super::shape::Shape;
use crate::ir::{CType, FloatKind, Signatures, Ty};

/// Where things lie in memory.
pub trait Places {
    /// The address that a pointer shape stands for; 0 for null.
    fn address(&self, shape: &Shape) -> u64;
    /// The shape of an address.
    fn shape(&self, address: u64) -> Shape;
}

/// Writes the shape to the bytes, which are as many as its type has.
pub fn encode(types: &Signatures, ty: &CType, shape: &Shape, places: &dyn Places, to: &mut [u8]) {
    match (shape, ty) {
        (Shape::Fields(list), CType::Record(record)) => {
            let Some(layout) = types.layout(*record) else {
                return;
            };
            for (shape, field) in list.iter().zip(&layout.fields) {
                encode_field(types, field, shape, places, to);
            }
        }
        (Shape::Member(which, inner), CType::Record(record)) => {
            let field = types.layout(*record).and_then(|l| l.fields.get(*which));
            if let Some(field) = field {
                encode_field(types, field, inner, places, to);
            }
        }
        (Shape::Elements(list), CType::Array { of, .. }) => {
            let size = types.size(of).unwrap_or(0) as usize;
            for (i, shape) in list.iter().enumerate() {
                if let Some(part) = to.get_mut(i * size..(i + 1) * size) {
                    encode(types, of, shape, places, part);
                }
            }
        }
        _ => {
            let bytes = scalar_bytes(ty, shape, places);
            let count = bytes.len().min(to.len());
            to[..count].copy_from_slice(&bytes[..count]);
        }
    }
}

fn encode_field(
    types: &Signatures,
    field: &crate::ir::FieldType,
    shape: &Shape,
    places: &dyn Places,
    to: &mut [u8],
) {
    let start = field.offset as usize;
    match (field.bits, shape) {
        (Some((first, width)), Shape::Int(value)) => {
            for bit in 0..usize::from(width) {
                let at = usize::from(first) + bit;
                if let Some(byte) = to.get_mut(start + at / 8) {
                    let mask = 1 << (at % 8);
                    *byte = *byte & !mask | if value >> bit & 1 == 1 { mask } else { 0 };
                }
            }
        }
        _ => {
            let size = types.size(&field.ty).unwrap_or(0) as usize;
            if let Some(part) = to.get_mut(start..start + size) {
                encode(types, &field.ty, shape, places, part);
            }
        }
    }
}

fn scalar_bytes(ty: &CType, shape: &Shape, places: &dyn Places) -> Vec<u8> {
    match (shape, ty.scalar()) {
        (Shape::Int(value), Some(ty)) => value.to_le_bytes()[..ty.size().min(16) as usize].to_vec(),
        (Shape::Float(value), Some(Ty::Float(FloatKind::F32))) => {
            (*value as f32).to_le_bytes().to_vec()
        }
        (Shape::Float(value), Some(Ty::Float(FloatKind::F64))) => value.to_le_bytes().to_vec(),
        (pointer, Some(Ty::Ptr)) => places.address(pointer).to_le_bytes().to_vec(),
        (_, ty) => vec![0; ty.map_or(0, Ty::size) as usize],
    }
}

/// What the bytes hold. Of a union, the field that `like` has.
pub fn decode(
    types: &Signatures,
    ty: &CType,
    like: &Shape,
    places: &dyn Places,
    from: &[u8],
) -> Shape {
    match (ty, like) {
        (CType::Record(record), Shape::Fields(list)) => {
            let fields = types.layout(*record).map_or(&[][..], |l| &l.fields);
            let of = |(shape, field): (&Shape, &crate::ir::FieldType)| {
                decode_field(types, field, shape, places, from)
            };
            Shape::Fields(list.iter().zip(fields).map(of).collect())
        }
        (CType::Record(record), Shape::Member(which, inner)) => {
            let field = types.layout(*record).and_then(|l| l.fields.get(*which));
            let inner = field.map_or((**inner).clone(), |field| {
                decode_field(types, field, inner, places, from)
            });
            Shape::Member(*which, inner.into())
        }
        (CType::Array { of, .. }, Shape::Elements(list)) => {
            let size = types.size(of).unwrap_or(0) as usize;
            let of = |(i, like): (usize, &Shape)| match from.get(i * size..(i + 1) * size) {
                Some(part) => decode(types, of, like, places, part),
                None => like.clone(),
            };
            Shape::Elements(list.iter().enumerate().map(of).collect())
        }
        _ => scalar(ty, places, from).unwrap_or_else(|| like.clone()),
    }
}

fn decode_field(
    types: &Signatures,
    field: &crate::ir::FieldType,
    like: &Shape,
    places: &dyn Places,
    from: &[u8],
) -> Shape {
    let start = field.offset as usize;
    if let (Some((first, width)), Some(ty)) = (field.bits, field.ty.scalar()) {
        let bit = |i: usize| {
            let at = usize::from(first) + i;
            from.get(start + at / 8)
                .map_or(0, |byte| byte >> (at % 8) & 1)
        };
        let width = usize::from(width);
        let value = (0..width).fold(0i128, |all, i| all | i128::from(bit(i)) << i);
        let negative = ty.is_signed() && width > 0 && bit(width - 1) == 1;
        return Shape::Int(if negative {
            value - (1 << width)
        } else {
            value
        });
    }
    let size = types.size(&field.ty).unwrap_or(0) as usize;
    match from.get(start..start + size) {
        Some(part) => decode(types, &field.ty, like, places, part),
        None => like.clone(),
    }
}

fn scalar(ty: &CType, places: &dyn Places, from: &[u8]) -> Option<Shape> {
    let scalar = ty.scalar()?;
    let bytes = from.get(..scalar.size() as usize)?;
    Some(match scalar {
        Ty::Ptr => places.shape(u64::from_le_bytes(bytes.try_into().ok()?)),
        Ty::Float(FloatKind::F32) => {
            Shape::Float(f32::from_le_bytes(bytes.try_into().ok()?).into())
        }
        Ty::Float(FloatKind::F64) => Shape::Float(f64::from_le_bytes(bytes.try_into().ok()?)),
        Ty::Float(_) => return None,
        Ty::Int { bits, signed } => {
            let mut wide = [0; 16];
            wide[..bytes.len()].copy_from_slice(bytes);
            let shift = 128 - u32::from(bits);
            let value = u128::from_le_bytes(wide) << shift;
            Shape::Int(match signed {
                true => value as i128 >> shift,
                false => (value >> shift) as i128,
            })
        }
    })
}
