//! The prototype of a function as a short text, to be compared with those of the C library
//! ([`crate::ir::prototype_fits`]).
//!
//! Comes in: a function's type. Goes out: `result(parameter,…)`. Integers are `i4` or `u8`, floats `f8`, `c` is `char`,
//! `s` a structure, `*` before what a pointer points to; `(?)` are parameters that are not declared. Qualifiers do not count.

use super::super::ctype::{CType, FunctionType, IntKind};
use crate::ir::FloatKind;

pub fn prototype(function: &FunctionType) -> String {
    let result = code(&function.ret.ty);
    if function.unprototyped {
        return format!("{result}(?)");
    }
    let mut params: Vec<String> = function.params.iter().map(|p| code(&p.ty)).collect();
    if function.variadic {
        params.push("...".into());
    }
    format!("{result}({})", params.join(","))
}

fn code(ty: &CType) -> String {
    match ty {
        CType::Void => "v".into(),
        CType::Bool => "b".into(),
        CType::Int(IntKind::Char | IntKind::CharUnsigned) => "c".into(),
        CType::Int(kind) | CType::Enum(kind, _) | CType::Bits(kind, _) => {
            let sign = if kind.is_signed() { "i" } else { "u" };
            format!("{sign}{}", kind.bits() / 8)
        }
        CType::Float(FloatKind::F32) => "f4".into(),
        CType::Float(FloatKind::F64) => "f8".into(),
        CType::Float(FloatKind::F80) => "f10".into(),
        CType::Float(FloatKind::F128) => "f16".into(),
        CType::Pointer(to) => format!("*{}", pointee(&to.ty)),
        CType::VaList => "*s".into(),
        CType::Record(_) => "s".into(),
        CType::Function(_) => "f".into(),
        CType::Array(..) => "a".into(),
        CType::Complex(_) | CType::Vector(..) => "x".into(),
    }
}

/// Pointers to pointers are all one.
fn pointee(ty: &CType) -> String {
    match ty {
        CType::Pointer(_) => "*".into(),
        // A parameter of this type, which is an array.
        CType::VaList => "s".into(),
        other => code(other),
    }
}
