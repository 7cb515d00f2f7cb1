//! Types as C text.

use crate::frontend::ctype::{ArrayLen, CType, IntKind, QualType, Quals, RecordId};
use crate::ir::FloatKind;

/// The type name, where `record` knows how to name records; `None` for types that no text names.
pub fn spell(ty: &QualType, record: &dyn Fn(RecordId) -> Option<String>) -> Option<String> {
    around(ty, String::new(), record)
}

/// The type of a declarator `inner` that is declared with the type.
fn around(
    ty: &QualType,
    inner: String,
    record: &dyn Fn(RecordId) -> Option<String>,
) -> Option<String> {
    let base = |word: &str| Some(format!("{}{word} {inner}", qualifiers(ty.quals)?));
    match &ty.ty {
        CType::Void => base("void"),
        CType::Bool => base("_Bool"),
        CType::Int(kind) => base(integer(*kind)),
        // It is compatible with its integer type, but compilers do not see that below qualifiers.
        CType::Enum(kind, _) if ty.quals == Quals::default() => base(integer(*kind)),
        CType::Float(kind) => base(float(*kind)),
        // gcc and clang have no common word for it.
        CType::Complex(FloatKind::F128) => None,
        CType::Complex(kind) => base(&format!("_Complex {}", float(*kind))),
        CType::Record(id) => base(&record(*id)?),
        CType::Pointer(target) => {
            let pointer = format!("*{}{inner}", qualifiers(ty.quals)?);
            let inner = match target.ty {
                CType::Array(..) | CType::Function(_) => format!("({pointer})"),
                _ => pointer,
            };
            around(target, inner, record)
        }
        CType::Array(element, len) => {
            let len = match len {
                ArrayLen::Fixed(n) => n.to_string(),
                ArrayLen::Unknown => String::new(),
                ArrayLen::Variable(_) => return None,
            };
            around(element, format!("{inner}[{len}]"), record)
        }
        CType::Function(function) => {
            let mut params = Vec::new();
            for param in &function.params {
                params.push(spell(param, record)?);
            }
            let list = match (function.unprototyped, params.is_empty()) {
                (true, _) => String::new(),
                (false, true) => "void".into(),
                (false, false) => params.join(", "),
            };
            let dots = if function.variadic { ", ..." } else { "" };
            around(&function.ret, format!("{inner}({list}{dots})"), record)
        }
        CType::Enum(..) | CType::Bits(..) | CType::Vector(..) | CType::VaList => None,
    }
}

fn qualifiers(quals: Quals) -> Option<String> {
    let all = [
        (quals.is_const, "const "),
        (quals.is_volatile, "volatile "),
        (quals.is_restrict, "__restrict "),
    ];
    let words = all.iter().filter(|(is_there, _)| *is_there);
    (!quals.is_atomic).then(|| words.map(|(_, word)| *word).collect())
}

fn integer(kind: IntKind) -> &'static str {
    match kind {
        IntKind::Char | IntKind::CharUnsigned => "char",
        IntKind::SChar => "signed char",
        IntKind::UChar => "unsigned char",
        IntKind::Short => "short",
        IntKind::UShort => "unsigned short",
        IntKind::Int => "int",
        IntKind::UInt => "unsigned int",
        IntKind::Long => "long",
        IntKind::ULong => "unsigned long",
        IntKind::LongLong => "long long",
        IntKind::ULongLong => "unsigned long long",
        IntKind::Int128 => "__int128",
        IntKind::UInt128 => "unsigned __int128",
    }
}

fn float(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::F32 => "float",
        FloatKind::F64 => "double",
        FloatKind::F80 => "long double",
        FloatKind::F128 => "__float128",
    }
}
