//! `ctype.h` in the C locale, as functions and as glibc's tables.

use super::{Host, Plain, give, int};
use crate::ir::interp::Fault;

pub(super) fn find(name: &str) -> Option<Plain> {
    Some(match name {
        "isalnum" => |_, a| class(int(a, 0)?, |b| b.is_ascii_alphanumeric()),
        "isalpha" => |_, a| class(int(a, 0)?, |b| b.is_ascii_alphabetic()),
        "isblank" => |_, a| class(int(a, 0)?, |b| matches!(b, b' ' | b'\t')),
        "iscntrl" => |_, a| class(int(a, 0)?, |b| b.is_ascii_control()),
        "isdigit" => |_, a| class(int(a, 0)?, |b| b.is_ascii_digit()),
        "isgraph" => |_, a| class(int(a, 0)?, |b| b.is_ascii_graphic()),
        "islower" => |_, a| class(int(a, 0)?, |b| b.is_ascii_lowercase()),
        "isprint" => |_, a| class(int(a, 0)?, |b| matches!(b, b' '..=b'~')),
        "ispunct" => |_, a| class(int(a, 0)?, |b| b.is_ascii_punctuation()),
        "isspace" => |_, a| class(int(a, 0)?, is_space),
        "isupper" => |_, a| class(int(a, 0)?, |b| b.is_ascii_uppercase()),
        "isxdigit" => |_, a| class(int(a, 0)?, |b| b.is_ascii_hexdigit()),
        "tolower" => |_, a| give(mapped(int(a, 0)?, |b| b.to_ascii_lowercase())),
        "toupper" => |_, a| give(mapped(int(a, 0)?, |b| b.to_ascii_uppercase())),
        "__ctype_b_loc" => |h, _| Ok(h.tables()?.classes.into()),
        "__ctype_tolower_loc" => |h, _| Ok(h.tables()?.lower.into()),
        "__ctype_toupper_loc" => |h, _| Ok(h.tables()?.upper.into()),
        _ => return None,
    })
}

fn class(value: i64, is: fn(u8) -> bool) -> Result<u128, Fault> {
    give(u8::try_from(value).is_ok_and(is).into())
}

fn mapped(value: i64, map: fn(u8) -> u8) -> i64 {
    u8::try_from(value).map_or(value, |byte| map(byte).into())
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Addresses of pointers to the entry of character 0; tables start at character -128.
#[derive(Clone, Copy)]
pub(super) struct Tables {
    classes: u64,
    lower: u64,
    upper: u64,
}

impl Host {
    fn tables(&mut self) -> Result<Tables, Fault> {
        if let Some(tables) = self.ctype {
            return Ok(tables);
        }
        let classes = (-128..256)
            .flat_map(|value| class_bits(value).to_le_bytes())
            .collect();
        let cases = |map: fn(u8) -> u8| {
            let entry = move |value: i64| (mapped(value, map) as i32).to_le_bytes();
            (-128..256).flat_map(entry).collect::<Vec<u8>>()
        };
        let tables = Tables {
            classes: self.table(classes, 256)?,
            lower: self.table(cases(|b| b.to_ascii_lowercase()), 512)?,
            upper: self.table(cases(|b| b.to_ascii_uppercase()), 512)?,
        };
        self.ctype = Some(tables);
        Ok(tables)
    }

    /// A pointer to `middle` bytes after the start of a constant table.
    fn table(&mut self, bytes: Vec<u8>, middle: u64) -> Result<u64, Fault> {
        let table = self.memory.allocate(bytes.len() as u64)?;
        self.memory.write(table, &bytes)?;
        self.memory.mark_read_only(table);
        let pointer = self.memory.allocate(8)?;
        self.memory
            .write(pointer, &(table + middle).to_le_bytes())?;
        Ok(pointer)
    }
}

/// The bits of glibc's `ctype.h` on a little-endian machine.
fn class_bits(value: i32) -> u16 {
    let Ok(byte) = u8::try_from(value) else {
        return 0;
    };
    let bits = [
        (byte.is_ascii_uppercase(), 0x100),
        (byte.is_ascii_lowercase(), 0x200),
        (byte.is_ascii_alphabetic(), 0x400),
        (byte.is_ascii_digit(), 0x800),
        (byte.is_ascii_hexdigit(), 0x1000),
        (is_space(byte), 0x2000),
        (matches!(byte, b' '..=b'~'), 0x4000),
        (byte.is_ascii_graphic(), 0x8000),
        (matches!(byte, b' ' | b'\t'), 0x1),
        (byte.is_ascii_control(), 0x2),
        (byte.is_ascii_punctuation(), 0x4),
        (byte.is_ascii_alphanumeric(), 0x8),
    ];
    bits.iter()
        .filter(|(set, _)| *set)
        .map(|(_, bit)| bit)
        .sum()
}
