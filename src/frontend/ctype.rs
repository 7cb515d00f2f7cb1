//! C types, as the x86-64 Linux ABI of gcc sees them.

use crate::base::{IdVec, id_type};
use crate::ir::{FloatKind, Ty};
use std::sync::Arc;

#[cfg(test)]
mod tests;

id_type!(
    /// A `struct` or `union`.
    RecordId, "r"
);

/// A type without its top-level qualifiers. Cheap to clone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CType {
    Void,
    Bool,
    Int(IntKind),
    /// A promoted bit-field of 33 to 63 bits: its declared type and width. gcc computes in so many
    /// bits, clang in the declared type.
    Bits(IntKind, u8),
    Float(FloatKind),
    /// Of two floats; values of these types are not modelled.
    Complex(FloatKind),
    /// An enumeration: its underlying integer type, and a number that other enumerations do not have.
    Enum(IntKind, u32),
    Pointer(Arc<QualType>),
    Array(Arc<QualType>, ArrayLen),
    Function(Arc<FunctionType>),
    Record(RecordId),
    /// `__attribute__((vector_size(n)))`: the element and the size in bytes.
    Vector(Arc<CType>, u64),
    /// `__builtin_va_list`, an array of one 24-byte structure.
    VaList,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum IntKind {
    Char,
    /// Plain `char` under `-funsigned-char`: still a type of its own.
    CharUnsigned,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    Int128,
    UInt128,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QualType {
    pub ty: CType,
    pub quals: Quals,
    /// In bytes, if a typedef gave the type an alignment of its own (`aligned`). Values do not have it.
    pub align: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Quals {
    pub is_const: bool,
    pub is_volatile: bool,
    pub is_atomic: bool,
    pub is_restrict: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArrayLen {
    Fixed(u64),
    /// `[]`: incomplete, or a flexible member.
    Unknown,
    /// A variable-length array; the number identifies the size expression to the lowering.
    Variable(u32),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionType {
    pub ret: QualType,
    pub params: Vec<QualType>,
    pub variadic: bool,
    /// Declared `()` or in the old style: calls are not checked against `params`.
    pub unprototyped: bool,
}

/// The definition of a `struct` or `union`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    pub tag: Option<String>,
    pub is_union: bool,
    /// `None` while incomplete.
    pub layout: Option<RecordLayout>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordLayout {
    pub size: u64,
    pub align: u64,
    /// In declaration order; unnamed bit-fields are left out, anonymous members are kept.
    pub fields: Vec<Field>,
}

/// A field with its place. `bits` is present for bit-fields.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// `None` for an anonymous struct or union.
    pub name: Option<String>,
    pub ty: QualType,
    /// In bytes from the start of the record; for a bit-field, of the byte with its first bit.
    pub offset: u64,
    /// What the record aligns it to, in bytes: `_Alignof(x.field)`. Under `#pragma pack` compilers differ.
    pub align: Option<u64>,
    pub bits: Option<BitRange>,
}

/// A bit-field occupies `width` bits from bit `first` (0 to 7) of the byte at its offset upwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BitRange {
    pub first: u8,
    pub width: u8,
}

pub type Records = IdVec<RecordId, Arc<Record>>;

impl IntKind {
    pub fn bits(self) -> u8 {
        use IntKind::*;
        match self {
            Char | CharUnsigned | SChar | UChar => 8,
            Short | UShort => 16,
            Int | UInt => 32,
            Long | ULong | LongLong | ULongLong => 64,
            Int128 | UInt128 => 128,
        }
    }

    pub fn is_signed(self) -> bool {
        use IntKind::*;
        matches!(self, Char | SChar | Short | Int | Long | LongLong | Int128)
    }

    /// The unsigned type of the same rank.
    pub fn to_unsigned(self) -> IntKind {
        use IntKind::*;
        match self {
            Char | CharUnsigned | SChar | UChar => UChar,
            Short | UShort => UShort,
            Int | UInt => UInt,
            Long | ULong => ULong,
            LongLong | ULongLong => ULongLong,
            Int128 | UInt128 => UInt128,
        }
    }

    pub fn ir(self) -> Ty {
        Ty::Int {
            bits: self.bits(),
            signed: self.is_signed(),
        }
    }
}

impl CType {
    pub const INT: CType = CType::Int(IntKind::Int);

    pub fn pointer_to(target: QualType) -> CType {
        CType::Pointer(Arc::new(target))
    }

    /// The type of the value in the IR; `None` for aggregates, functions, void and what has no
    /// scalar value there.
    pub fn scalar(&self) -> Option<Ty> {
        match self {
            CType::Bool => Some(Ty::U8),
            CType::Int(kind) | CType::Enum(kind, _) | CType::Bits(kind, _) => Some(kind.ir()),
            CType::Float(kind) => Some(Ty::Float(*kind)),
            CType::Pointer(_) => Some(Ty::Ptr),
            _ => None,
        }
    }

    /// Lives in memory and is copied as a whole. Vectors and complex numbers are opaque there.
    pub fn is_aggregate(&self) -> bool {
        matches!(
            self,
            CType::Record(_) | CType::Vector(..) | CType::Complex(_)
        )
    }

    pub fn is_integer(&self) -> bool {
        matches!(
            self,
            CType::Bool | CType::Int(_) | CType::Enum(..) | CType::Bits(..)
        )
    }

    pub fn is_arithmetic(&self) -> bool {
        self.is_integer() || matches!(self, CType::Float(_))
    }

    /// The type after the integer promotions (C11 6.3.1.1).
    pub fn promoted(&self) -> CType {
        match self {
            CType::Bool => CType::INT,
            CType::Int(kind) | CType::Enum(kind, _) if kind.bits() < 32 => CType::INT,
            CType::Enum(kind, _) => CType::Int(*kind),
            other => other.clone(),
        }
    }
}

impl QualType {
    pub fn plain(ty: CType) -> Self {
        QualType {
            ty,
            quals: Quals::default(),
            align: None,
        }
    }
}

/// The usual arithmetic conversions (C11 6.3.1.8); `None` unless both are arithmetic, or where
/// compilers differ.
pub fn usual_arithmetic(a: &CType, b: &CType) -> Option<CType> {
    use CType::{Bits, Float, Int};
    let rank = |kind: FloatKind| match kind {
        FloatKind::F32 => 0,
        FloatKind::F64 => 1,
        FloatKind::F80 => 2,
        FloatKind::F128 => 3,
    };
    match (a.promoted(), b.promoted()) {
        (Float(a), Float(b)) => Some(Float(if rank(a) >= rank(b) { a } else { b })),
        (Float(f), Int(_) | Bits(..)) | (Int(_) | Bits(..), Float(f)) => Some(Float(f)),
        (Bits(a, w), Bits(b, v)) if a.is_signed() == b.is_signed() => {
            Some(if w >= v { Bits(a, w) } else { Bits(b, v) })
        }
        (Bits(field, width), Int(other)) | (Int(other), Bits(field, width)) => {
            bits_and_integer(field, width, other)
        }
        (Int(a), Int(b)) => Some(Int(common_integer(a, b))),
        _ => None,
    }
}

/// What a wide bit-field and another integer convert to where compilers agree: gcc goes by the
/// number of bits. A narrower operand must not be negative if the field is unsigned.
fn bits_and_integer(field: IntKind, width: u8, other: IntKind) -> Option<CType> {
    match other.bits() {
        ..64 => Some(CType::Bits(field, width)),
        64 if other.is_signed() && !field.is_signed() => None,
        _ => Some(CType::Int(other)),
    }
}

/// Of two promoted integer types, the one both convert to.
fn common_integer(a: IntKind, b: IntKind) -> IntKind {
    // `IntKind` is declared in order of rank, the unsigned type after the signed one.
    let (low, high) = if a <= b { (a, b) } else { (b, a) };
    if !high.is_signed() || low.is_signed() || low.bits() < high.bits() {
        return high;
    }
    // `unsigned long` and `long long`: same width, the signed one has the higher rank.
    high.to_unsigned()
}
