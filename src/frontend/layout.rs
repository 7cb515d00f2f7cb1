//! Sizes, alignments and offsets, exactly as gcc computes them on x86-64 Linux.
//!
//! Comes in: C types and the fields of a record as declared. Goes out: bytes and bit positions.
//! Must not know syntax: attributes and `#pragma pack` arrive as numbers.

use super::ctype::{ArrayLen, BitRange, CType, Field, QualType, RecordId, RecordLayout, Records};
use crate::base::Id;
use crate::ir::{FloatKind, Ty};

#[cfg(test)]
mod tests;

/// A field as declared.
#[derive(Clone, PartialEq, Debug)]
pub struct FieldDecl {
    /// `None` for an anonymous struct or union and for an unnamed bit-field.
    pub name: Option<String>,
    pub ty: QualType,
    pub bit_width: Option<u64>,
    /// The field's own `packed` attribute; the record's is in [`RecordAttrs`].
    pub packed: bool,
    /// The strictest `aligned` attribute or `_Alignas` of the field, in bytes.
    pub aligned: Option<u64>,
}

/// What a record's attributes and the pragmas in force at its closing brace say.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RecordAttrs {
    pub packed: bool,
    /// In bytes.
    pub aligned: Option<u64>,
    /// The `n` of `#pragma pack(n)`, in bytes; 0 is the same as `None`.
    pub pragma_pack: Option<u64>,
}

/// The largest object: `PTRDIFF_MAX` bytes.
const MAX_SIZE: u64 = i64::MAX as u64;
/// gcc's largest alignment in an ELF object.
const MAX_ALIGN: u64 = 1 << 28;

/// `None` for what has no size in ISO C: incomplete types, functions, void; for variable-length
/// arrays, whose size is a value; and for sizes no object can have.
pub fn size_of(ty: &CType, records: &Records) -> Option<u64> {
    let mut elements: u64 = 1;
    let mut ty = ty;
    // A loop, since a type may nest arrays as deep as the input likes.
    while let CType::Array(element, len) = ty {
        let ArrayLen::Fixed(len) = len else {
            return None;
        };
        elements = elements.checked_mul(*len)?;
        ty = &element.ty;
    }
    let size = match ty {
        CType::Void | CType::Function(_) | CType::Array(..) => return None,
        CType::Bool => 1,
        CType::Int(kind) | CType::Enum(kind, _) | CType::Bits(kind, _) => {
            u64::from(kind.bits()) / 8
        }
        CType::Float(kind) => float_size(*kind),
        CType::Complex(kind) => 2 * float_size(*kind),
        CType::Pointer(_) => 8,
        CType::Record(id) => complete(*id, records)?.size,
        CType::Vector(_, size) => *size,
        CType::VaList => 24,
    };
    size.checked_mul(elements).filter(|&size| size <= MAX_SIZE)
}

/// As [`size_of`], with the GNU extension that void and functions have size 1: what `sizeof` and
/// pointer arithmetic use.
pub fn size_of_gnu(ty: &CType, records: &Records) -> Option<u64> {
    match ty {
        CType::Void | CType::Function(_) => Some(1),
        other => size_of(other, records),
    }
}

/// `None` for incomplete records, void and functions (of which gcc says 1 on request, and clang 4). Arrays of
/// any length, also unknown and variable, are aligned as their elements. An `_Atomic` object of 1, 2, 4, 8 or 16 bytes is
/// aligned to its size, but gcc aligns an array of them as if they were not atomic.
///
/// This is gcc's `__alignof__`. Its `_Alignof` is the same up to 16; above, it gives the largest
/// vector register of the target for types that no attribute aligned (vectors of 32 bytes).
pub fn align_of(ty: &QualType, records: &Records) -> Option<u64> {
    let mut element = ty;
    let align = loop {
        match (element.align, &element.ty) {
            (Some(align), _) => break align,
            (None, CType::Array(inner, _)) => element = inner,
            (None, other) => break natural_align(other, records)?,
        }
    };
    match size_of(&ty.ty, records) {
        Some(size @ (1 | 2 | 4 | 8 | 16)) if ty.quals.is_atomic => Some(align.max(size)),
        _ => Some(align),
    }
}

/// Of a value, whose type has no alignment of its own.
pub fn natural_align(ty: &CType, records: &Records) -> Option<u64> {
    match ty {
        CType::Array(element, _) => align_of(element, records),
        CType::Void | CType::Function(_) => None,
        CType::Complex(kind) => Some(float_size(*kind)),
        CType::Record(id) => Some(complete(*id, records)?.align),
        CType::Vector(_, size) => Some((*size).clamp(1, MAX_ALIGN)),
        CType::VaList => Some(8),
        scalar => size_of(scalar, records),
    }
}

/// Is it a vector of more than 16 bytes, or has one inside?
pub fn has_wide_vector(ty: &CType, records: &Records) -> bool {
    match ty {
        CType::Vector(_, size) => *size > 16,
        CType::Array(element, _) => has_wide_vector(&element.ty, records),
        CType::Record(id) => complete(*id, records).is_some_and(|layout| {
            let mut types = layout.fields.iter().map(|field| &field.ty.ty);
            types.any(|ty| has_wide_vector(ty, records))
        }),
        _ => false,
    }
}

fn float_size(kind: FloatKind) -> u64 {
    Ty::Float(kind).size()
}

fn complete(id: RecordId, records: &Records) -> Option<&RecordLayout> {
    records.get(id)?.layout.as_ref()
}

/// Places the fields of a `struct` or `union`.
///
/// The error says which field has no place, without naming the record.
pub fn lay_out(
    is_union: bool,
    fields: &[FieldDecl],
    attrs: RecordAttrs,
    records: &Records,
) -> Result<RecordLayout, String> {
    let align = explicit_align(attrs.aligned)?.unwrap_or(1);
    let pack = explicit_align(attrs.pragma_pack.filter(|&n| n != 0))?;
    let mut layout = Layout {
        is_union,
        packed: attrs.packed,
        pack,
        align,
        next: 0,
        end: 0,
    };
    let mut placed = Vec::with_capacity(fields.len());
    for (i, decl) in fields.iter().enumerate() {
        let is_last = i + 1 == fields.len();
        let shape = FieldShape::of(decl, is_union || is_last, records)?;
        let aligned = explicit_align(decl.aligned)?;
        // clang gives it the pragma's alignment, gcc its own.
        if decl.bit_width.is_some() && pack.is_some_and(|pack| aligned > Some(pack)) {
            return Err("a bit-field that is aligned beyond `#pragma pack`".into());
        }
        let at = layout.place(decl, &shape, aligned);
        if decl.bit_width.is_none() || decl.name.is_some() {
            let align = (layout.plain_align(decl, &shape, aligned) / 8) as u64;
            placed.push(placed_field(
                decl,
                at,
                Some(align).filter(|_| pack.is_none()),
            )?);
        }
    }
    Ok(RecordLayout {
        size: layout.size()?,
        align: layout.align,
        fields: placed,
    })
}

fn explicit_align(align: Option<u64>) -> Result<Option<u64>, String> {
    match align {
        Some(n) if !n.is_power_of_two() || n > MAX_ALIGN => {
            Err(format!("alignment {n} is not a power of two up to 2^28"))
        }
        other => Ok(other),
    }
}

fn placed_field(decl: &FieldDecl, at: u128, align: Option<u64>) -> Result<Field, String> {
    let offset = u64::try_from(at / 8)
        .ok()
        .filter(|&offset| offset <= MAX_SIZE);
    let bits = decl.bit_width.map(|width| BitRange {
        first: (at % 8) as u8,
        width: width as u8,
    });
    Ok(Field {
        name: decl.name.clone(),
        ty: decl.ty.clone(),
        offset: offset.ok_or("the record is too large")?,
        align,
        bits,
    })
}

/// What the layout needs of a field's type, in bits.
struct FieldShape {
    /// Of the field: for a bit-field its width.
    size: u128,
    /// Of the type: a bit-field's storage unit.
    type_size: u128,
    type_align: u128,
}

impl FieldShape {
    fn of(decl: &FieldDecl, may_be_open: bool, records: &Records) -> Result<FieldShape, String> {
        let name = decl.name.as_deref().unwrap_or("(unnamed)");
        // The elements of a flexible array member are not part of the record.
        let flexible = matches!(decl.ty.ty, CType::Array(_, ArrayLen::Unknown));
        let size = match size_of(&decl.ty.ty, records) {
            None if flexible && may_be_open => 0,
            None => return Err(format!("field `{name}` has no size, or one too large")),
            Some(size) => size,
        };
        let align = align_of(&decl.ty, records)
            .ok_or_else(|| format!("field `{name}` has an incomplete type"))?;
        let type_size = u128::from(size) * 8;
        let size = match decl.bit_width {
            None => type_size,
            Some(width) => bit_width(decl, name, width)?,
        };
        Ok(FieldShape {
            size,
            type_size,
            type_align: u128::from(align) * 8,
        })
    }
}

fn bit_width(decl: &FieldDecl, name: &str, width: u64) -> Result<u128, String> {
    let most = match &decl.ty.ty {
        CType::Bool => 1,
        CType::Int(kind) | CType::Enum(kind, _) => u64::from(kind.bits()),
        _ => return Err(format!("bit-field `{name}` is not of an integer type")),
    };
    // gcc and clang differ.
    if decl.ty.align.is_some() {
        return Err(format!(
            "bit-field `{name}` of a type with an alignment of its own"
        ));
    }
    if width > most {
        return Err(format!("bit-field `{name}` is wider than its type"));
    }
    if width == 0 && decl.name.is_some() {
        return Err(format!("bit-field `{name}` has a name but no bits"));
    }
    Ok(u128::from(width))
}

/// The state of the layout. Positions are in bits; as 128-bit numbers they cannot overflow,
/// since a field has less than 2^67 bits and their count fits in memory.
struct Layout {
    is_union: bool,
    packed: bool,
    /// `#pragma pack`, in bytes.
    pack: Option<u64>,
    /// Of the record, in bytes.
    align: u64,
    /// The first bit after the fields so far; stays 0 in a union.
    next: u128,
    /// The end of the furthest field.
    end: u128,
}

impl Layout {
    /// The position of the field's first bit.
    fn place(&mut self, decl: &FieldDecl, shape: &FieldShape, aligned: Option<u64>) -> u128 {
        let at = match decl.bit_width {
            None => self.place_plain(decl, shape, aligned),
            Some(0) => self.place_zero_width(shape, aligned),
            Some(_) => self.place_bits(decl, shape, aligned),
        };
        self.end = self.end.max(at + shape.size);
        if !self.is_union {
            self.next = at + shape.size;
        }
        at
    }

    fn place_plain(&mut self, decl: &FieldDecl, shape: &FieldShape, aligned: Option<u64>) -> u128 {
        let align = self.plain_align(decl, shape, aligned);
        self.raise(align);
        self.next.next_multiple_of(align)
    }

    /// What a field that is no bit-field is aligned to, in bits.
    fn plain_align(&self, decl: &FieldDecl, shape: &FieldShape, aligned: Option<u64>) -> u128 {
        let natural = shape.type_align;
        let align = match bits(aligned) {
            Some(n) if self.packs(decl) => n,
            None if self.packs(decl) => 8,
            // Without `packed` an attribute can only raise the alignment.
            Some(n) => n.max(natural),
            None => natural,
        };
        self.cap(align)
    }

    /// A bit-field of no bits only moves the next field to a boundary of its type; `packed` and
    /// `#pragma pack` leave it alone, and the record's alignment stays.
    fn place_zero_width(&self, shape: &FieldShape, aligned: Option<u64>) -> u128 {
        self.next
            .next_multiple_of(bits(aligned).unwrap_or(8).max(shape.type_align))
    }

    fn place_bits(&mut self, decl: &FieldDecl, shape: &FieldShape, aligned: Option<u64>) -> u128 {
        let explicit = bits(aligned).map_or(1, |n| self.cap(n));
        let packed = self.packs(decl);
        if decl.name.is_some() {
            let natural = match self.pack {
                Some(_) => self.cap(shape.type_align),
                None if packed => 8,
                None => shape.type_align,
            };
            self.raise(explicit.max(natural));
        }
        let at = self.next.next_multiple_of(explicit);
        // `#pragma pack(n)`, whatever n is, lets bit-fields straddle.
        if !packed && self.pack.is_none() && straddles(at, shape) {
            return at.next_multiple_of(shape.type_align);
        }
        at
    }

    fn packs(&self, decl: &FieldDecl) -> bool {
        self.packed || decl.packed
    }

    /// `#pragma pack` limits explicit alignments too.
    fn cap(&self, align: u128) -> u128 {
        bits(self.pack).map_or(align, |pack| align.min(pack))
    }

    fn raise(&mut self, align: u128) {
        self.align = self.align.max((align / 8) as u64);
    }

    fn size(&self) -> Result<u64, String> {
        let bytes = self
            .end
            .max(self.next)
            .div_ceil(8)
            .next_multiple_of(u128::from(self.align));
        u64::try_from(bytes)
            .ok()
            .filter(|&size| size <= MAX_SIZE)
            .ok_or_else(|| "the record is too large".to_string())
    }
}

fn bits(bytes: Option<u64>) -> Option<u128> {
    bytes.map(|n| u128::from(n) * 8)
}

/// Whether a bit-field that starts here touches more units of its type's alignment than an
/// object of its type has.
fn straddles(at: u128, shape: &FieldShape) -> bool {
    let align = shape.type_align;
    (at % align + shape.size).div_ceil(align) > shape.type_size / align
}

/// Finds a field by name, also inside anonymous members: the indices of the fields on the way
/// to it, its offset in bytes from the start of the outer record, and the field.
pub fn find_field(
    record: RecordId,
    name: &str,
    records: &Records,
) -> Option<(Vec<usize>, u64, Field)> {
    let fields = &complete(record, records)?.fields;
    // The record's own names first: there are no others in most records.
    if let Some(i) = fields.iter().position(|f| f.name.as_deref() == Some(name)) {
        return Some((vec![i], fields[i].offset, fields[i].clone()));
    }
    fields
        .iter()
        .enumerate()
        .find_map(|(i, field)| match (&field.name, &field.ty.ty) {
            // A record contains only records that were complete before it, so this ends.
            (None, CType::Record(inner)) if inner.index() != record.index() => {
                let (mut path, offset, found) = find_field(*inner, name, records)?;
                path.insert(0, i);
                Some((path, field.offset + offset, found))
            }
            _ => None,
        })
}
