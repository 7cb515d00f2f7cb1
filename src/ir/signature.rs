//! C types of what a caller can hand over: parameters, results, objects of file scope.
//!
//! Comes in: what the front end knows after the declarations of a file. Goes out: types with their layout, for those who
//! make inputs and print them as C. The rest of the IR has scalars and bytes only, and needs none of this.

use super::{FloatKind, Ty};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A C type, without top-level qualifiers.
#[derive(Clone, PartialEq, Debug)]
pub enum CType {
    Void,
    Bool,
    /// Also enumerations, by their underlying type; `name` as C writes it.
    Int {
        ty: Ty,
        name: &'static str,
    },
    Float(FloatKind),
    Pointer {
        to: Arc<CType>,
        /// What it points to is `const`.
        constant: bool,
    },
    Array {
        of: Arc<CType>,
        /// `None` for `[]`.
        len: Option<u64>,
    },
    /// An index of [`Signatures::records`].
    Record(usize),
    Function(Arc<FunctionType>),
    /// A type of which no value is made, in words.
    Other(String),
}

#[derive(Clone, PartialEq, Debug)]
pub struct FunctionType {
    pub ret: CType,
    pub params: Vec<CType>,
    pub variadic: bool,
}

/// A `struct` or `union`.
#[derive(Clone, PartialEq, Debug)]
pub struct RecordType {
    pub tag: Option<String>,
    /// A typedef of it, for one without a tag.
    pub typedef: Option<String>,
    pub is_union: bool,
    /// `None` while incomplete.
    pub layout: Option<RecordLayout>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct RecordLayout {
    pub size: u64,
    pub align: u64,
    pub fields: Vec<FieldType>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct FieldType {
    /// `None` for an anonymous struct or union.
    pub name: Option<String>,
    pub ty: CType,
    /// In bytes; for a bit-field, of the byte with its first bit.
    pub offset: u64,
    /// The first bit in that byte, and how many.
    pub bits: Option<(u8, u8)>,
}

/// The types of a translation unit.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Signatures {
    pub records: Vec<RecordType>,
    /// Functions and objects of file scope, by the name in the source.
    pub names: BTreeMap<String, CType>,
}

impl CType {
    pub const INT: CType = CType::Int {
        ty: Ty::INT,
        name: "int",
    };

    /// The type of the value in the IR; `None` for aggregates, functions and void.
    pub fn scalar(&self) -> Option<Ty> {
        match self {
            CType::Bool => Some(Ty::U8),
            CType::Int { ty, .. } => Some(*ty),
            CType::Float(kind) => Some(Ty::Float(*kind)),
            CType::Pointer { .. } => Some(Ty::Ptr),
            _ => None,
        }
    }
}

impl FunctionType {
    /// Whether C can say it: its result and parameters are known.
    pub fn is_spelled(&self) -> bool {
        let known = |ty: &CType| !matches!(ty, CType::Other(_));
        known(&self.ret) && self.params.iter().all(known)
    }
}

impl Signatures {
    /// `None` for what is incomplete or not known.
    pub fn size(&self, ty: &CType) -> Option<u64> {
        match ty {
            CType::Array { of, len } => self.size(of)?.checked_mul((*len)?),
            CType::Record(record) => Some(self.layout(*record)?.size),
            CType::Void | CType::Function(_) | CType::Other(_) => None,
            scalar => Some(scalar.scalar()?.size()),
        }
    }

    pub fn layout(&self, record: usize) -> Option<&RecordLayout> {
        self.records.get(record)?.layout.as_ref()
    }

    /// The type of a function, if the name is one's.
    pub fn function(&self, name: &str) -> Option<&FunctionType> {
        match self.names.get(name)? {
            CType::Function(function) => Some(function),
            _ => None,
        }
    }
}
