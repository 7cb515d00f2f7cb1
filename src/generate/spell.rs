//! C text of types and values.
//!
//! Comes in: types of a unit, shapes. Goes out: declarations, definitions of structures in an order that C accepts, and
//! constants that gcc and clang read back as the same values without a warning.

use super::shape::{Shape, Stream};
use crate::ir::{CType, FloatKind, Signatures, Ty};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The type as a declaration of `inner`; `constant` qualifies the type itself.
pub fn declare(types: &Signatures, ty: &CType, inner: &str, constant: bool) -> String {
    let qualifier = if constant { "const " } else { "" };
    let plain = |name: &str| match inner {
        "" => format!("{qualifier}{name}"),
        inner if inner.starts_with('*') => format!("{qualifier}{name} {inner}"),
        inner => format!("{qualifier}{name} {inner}"),
    };
    match ty {
        CType::Void | CType::Other(_) => plain("void"),
        CType::Bool => plain("_Bool"),
        CType::Int { name, .. } => plain(name),
        CType::Float(kind) => plain(match kind {
            FloatKind::F32 => "float",
            FloatKind::F64 => "double",
            FloatKind::F80 => "long double",
            FloatKind::F128 => "_Float128",
        }),
        CType::Record(record) => plain(&record_name(types, *record)),
        CType::Pointer {
            to,
            constant: target,
        } => {
            let star = if constant {
                format!("*const {inner}")
            } else {
                format!("*{inner}")
            };
            let star = match **to {
                CType::Array { .. } | CType::Function(_) => format!("({star})"),
                _ => star,
            };
            declare(types, to, &star, *target)
        }
        CType::Array { of, len } => {
            let len = len.map_or(String::new(), |len| len.to_string());
            declare(types, of, &format!("{inner}[{len}]"), constant)
        }
        CType::Function(f) => {
            let mut params: Vec<String> = f
                .params
                .iter()
                .map(|p| declare(types, p, "", false))
                .collect();
            if f.variadic {
                params.push("...".into());
            }
            let params = if params.is_empty() {
                "void".into()
            } else {
                params.join(", ")
            };
            declare(types, &f.ret, &format!("{inner}({params})"), false)
        }
    }
}

pub fn record_name(types: &Signatures, record: usize) -> String {
    let Some(found) = types.records.get(record) else {
        return "void".into();
    };
    let word = if found.is_union { "union" } else { "struct" };
    match (&found.tag, &found.typedef) {
        (Some(tag), _) => format!("{word} {tag}"),
        (None, Some(name)) => name.clone(),
        (None, None) => format!("{word} unnamed_{record}"),
    }
}

/// Definitions of the records that these types need.
pub fn definitions<'t>(types: &Signatures, used: impl Iterator<Item = &'t CType>) -> String {
    let mut needed = Needed {
        types,
        seen: BTreeSet::new(),
        order: Vec::new(),
        pointed: Vec::new(),
    };
    for ty in used {
        needed.visit(ty, true);
    }
    while let Some(record) = needed.pointed.pop() {
        needed.record(record);
    }
    let mut text = String::new();
    for &record in &needed.order {
        if types.records[record].tag.is_some() {
            let _ = writeln!(text, "{};", record_name(types, record));
        }
    }
    for &record in &needed.order {
        if let Some(layout) = types.layout(record)
            && !Stream::is_file(types, record)
        {
            let name = record_name(types, record);
            let body = body(types, record, 1);
            let _ = match &types.records[record].tag {
                None if types.records[record].typedef.is_some() => {
                    let word = if types.records[record].is_union {
                        "union"
                    } else {
                        "struct"
                    };
                    writeln!(text, "typedef {word} {body} {name};")
                }
                _ => writeln!(text, "{name} {body};"),
            };
            let size = layout.size;
            let _ = writeln!(
                text,
                "_Static_assert(sizeof({name}) == {size}, \"{name}\");"
            );
        }
    }
    text
}

struct Needed<'t> {
    types: &'t Signatures,
    seen: BTreeSet<usize>,
    /// Those that others contain come first.
    order: Vec<usize>,
    pointed: Vec<usize>,
}

impl Needed<'_> {
    fn visit(&mut self, ty: &CType, whole: bool) {
        match ty {
            CType::Record(record) if whole => self.record(*record),
            CType::Record(record) => self.pointed.push(*record),
            CType::Array { of, .. } => self.visit(of, whole),
            CType::Pointer { to, .. } => self.visit(to, false),
            CType::Function(f) => {
                self.visit(&f.ret, false);
                f.params.iter().for_each(|param| self.visit(param, false));
            }
            _ => {}
        }
    }

    fn record(&mut self, record: usize) {
        if !self.seen.insert(record) {
            return;
        }
        let types = self.types;
        if Stream::is_file(types, record) {
            return self.order.push(record);
        }
        for field in types.layout(record).map_or(&[][..], |l| &l.fields) {
            match (&field.name, &field.ty) {
                // Written out inside.
                (None, CType::Record(inner)) => {
                    let fields = types.layout(*inner).map_or(&[][..], |l| &l.fields);
                    fields.iter().for_each(|field| self.visit(&field.ty, true));
                }
                (_, ty) => self.visit(ty, true),
            }
        }
        self.order.push(record);
    }
}

fn body(types: &Signatures, record: usize, depth: usize) -> String {
    let indent = "    ".repeat(depth);
    let mut text = "{\n".to_string();
    for field in types.layout(record).map_or(&[][..], |l| &l.fields) {
        let declared = match (&field.name, &field.ty) {
            (None, CType::Record(inner)) => {
                let word = if types.records[*inner].is_union {
                    "union"
                } else {
                    "struct"
                };
                format!("{word} {}", body(types, *inner, depth + 1))
            }
            (name, ty) => declare(types, ty, name.as_deref().unwrap_or(""), false),
        };
        let bits = field
            .bits
            .map_or(String::new(), |(_, width)| format!(" : {width}"));
        let _ = writeln!(text, "{indent}{declared}{bits};");
    }
    text + &"    ".repeat(depth - 1) + "}"
}

/// A scalar that is no pointer.
pub fn constant(ty: &CType, shape: &Shape) -> String {
    match (shape, ty) {
        (Shape::Int(value), CType::Int { name: "char", .. }) if (0..127).contains(value) => {
            character(*value as u8).unwrap_or_else(|| value.to_string())
        }
        (Shape::Int(value), ty) => integer(ty.scalar().unwrap_or(Ty::INT), *value),
        (Shape::Float(value), CType::Float(kind)) => float(*kind, *value),
        _ => "0".into(),
    }
}

fn character(byte: u8) -> Option<String> {
    match byte {
        b'\'' | b'\\' => Some(format!("'\\{}'", char::from(byte))),
        b'\n' => Some("'\\n'".into()),
        b'\t' => Some("'\\t'".into()),
        32..=126 => Some(format!("'{}'", char::from(byte))),
        _ => None,
    }
}

fn integer(ty: Ty, value: i128) -> String {
    let Ty::Int { bits, signed } = ty else {
        return value.to_string();
    };
    match (bits, signed) {
        (128, _) => {
            let (high, low) = ((value >> 64) as i64, value as u64);
            let word = if signed {
                "__int128"
            } else {
                "unsigned __int128"
            };
            match i64::try_from(value) {
                Ok(i64::MIN) => "(-9223372036854775807L - 1)".into(),
                Ok(value) => format!("{value}L"),
                _ => format!(
                    "(({word})((unsigned __int128){}UL << 64 | {low}UL))",
                    high as u64
                ),
            }
        }
        (64, true) if value == i128::from(i64::MIN) => "(-9223372036854775807L - 1)".into(),
        (64, true) => format!("{value}L"),
        (64, false) => format!("{value}UL"),
        (32, true) if value == i128::from(i32::MIN) => "(-2147483647 - 1)".into(),
        (32, false) => format!("{value}U"),
        _ => value.to_string(),
    }
}

fn float(kind: FloatKind, value: f64) -> String {
    let suffix = match kind {
        FloatKind::F32 => "f",
        FloatKind::F64 => "",
        FloatKind::F80 | FloatKind::F128 => "L",
    };
    if value.is_nan() {
        return format!("__builtin_nan{}(\"\")", suffix.to_lowercase());
    }
    if value.is_infinite() {
        let sign = if value < 0.0 { "-" } else { "" };
        return format!("{sign}__builtin_inf{}()", suffix.to_lowercase());
    }
    match kind {
        FloatKind::F32 => format!("{:?}{suffix}", value as f32),
        _ => format!("{value:?}{suffix}"),
    }
}
