//! The C types of a file's declarations, for those who call its functions.

use super::super::ctype::{ArrayLen, CType, IntKind, QualType, Record};
use super::env::{Entity, Env};
use crate::base::Id;
use crate::ir::{self, FieldType, FunctionType, RecordLayout, RecordType, Signatures};
use std::sync::Arc;

/// All that the file declares at its outermost level.
pub fn signatures(file: &Env) -> Signatures {
    let records = file.records.iter().map(|(_, record)| self::record(record));
    let mut found = Signatures {
        records: records.collect(),
        ..Signatures::default()
    };
    for (name, entity) in file.names() {
        match entity {
            Entity::Global { ty, .. } => {
                found.names.insert(name, self::ty(&ty.ty));
            }
            Entity::Typedef(QualType {
                ty: CType::Record(id),
                ..
            }) => {
                let record = &mut found.records[id.index()];
                if record.tag.is_none() && record.typedef.is_none() {
                    record.typedef = Some(name);
                }
            }
            _ => {}
        }
    }
    found
}

fn record(record: &Arc<Record>) -> RecordType {
    let layout = record.layout.as_ref().map(|layout| RecordLayout {
        size: layout.size,
        align: layout.align,
        fields: (layout.fields.iter())
            .map(|field| FieldType {
                name: field.name.clone(),
                ty: qualified(&field.ty),
                offset: field.offset,
                bits: field.bits.map(|bits| (bits.first, bits.width)),
            })
            .collect(),
    });
    RecordType {
        tag: record.tag.clone(),
        typedef: None,
        is_union: record.is_union,
        layout,
    }
}

/// The type of an object: one that may change by itself is not made.
fn qualified(ty: &QualType) -> ir::CType {
    match ty.quals.is_atomic {
        true => ir::CType::Other("an atomic type".into()),
        false => self::ty(&ty.ty),
    }
}

fn ty(ty: &CType) -> ir::CType {
    let other = |what: &str| ir::CType::Other(what.into());
    match ty {
        CType::Void => ir::CType::Void,
        CType::Bool => ir::CType::Bool,
        CType::Int(kind) | CType::Enum(kind, _) => ir::CType::Int {
            ty: kind.ir(),
            name: spelled(*kind),
        },
        CType::Bits(..) => other("a wide bit-field"),
        CType::Float(kind) => ir::CType::Float(*kind),
        CType::Complex(_) => other("a complex number"),
        CType::Vector(..) => other("a vector"),
        CType::VaList => other("va_list"),
        CType::Record(id) => ir::CType::Record(id.index()),
        CType::Pointer(to) => ir::CType::Pointer {
            to: Arc::new(self::qualified(to)),
            constant: to.quals.is_const,
        },
        CType::Array(of, len) => match len {
            ArrayLen::Variable(_) => other("an array of variable length"),
            ArrayLen::Unknown => array(of, None),
            ArrayLen::Fixed(len) => array(of, Some(*len)),
        },
        CType::Function(function) => ir::CType::Function(Arc::new(FunctionType {
            ret: self::ty(&function.ret.ty),
            params: function.params.iter().map(|p| self::ty(&p.ty)).collect(),
            variadic: function.variadic,
        })),
    }
}

fn array(of: &QualType, len: Option<u64>) -> ir::CType {
    ir::CType::Array {
        of: Arc::new(qualified(of)),
        len,
    }
}

fn spelled(kind: IntKind) -> &'static str {
    use IntKind::*;
    match kind {
        Char | CharUnsigned => "char",
        SChar => "signed char",
        UChar => "unsigned char",
        Short => "short",
        UShort => "unsigned short",
        Int => "int",
        UInt => "unsigned int",
        Long => "long",
        ULong => "unsigned long",
        LongLong => "long long",
        ULongLong => "unsigned long long",
        Int128 => "__int128",
        UInt128 => "unsigned __int128",
    }
}
