//! The prototypes of the C library: the table `prototypes.csv`, which `tests/library.rs` compares with the headers.
//!
//! Comes in: a name, and a prototype as the front end writes it. Goes out: whether it may be that of the library. `|` stands
//! between what different headers and standards say. Nothing here knows what functions do.

use std::collections::HashMap;
use std::sync::LazyLock;

static TABLE: LazyLock<HashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let rows = include_str!("prototypes.csv").lines().skip(1);
    rows.filter_map(|row| row.split_once(';')).collect()
});

/// What the library declares, if it has the name.
pub fn library_prototype(name: &str) -> Option<&'static str> {
    TABLE.get(name).copied()
}

/// Whether the prototype of a declaration is that of the library. A declaration without parameters, as old C has it, only
/// tells the result.
pub fn prototype_fits(name: &str, prototype: &str) -> bool {
    let Some(known) = library_prototype(name) else {
        return false;
    };
    let same = |known: &str| {
        let result = |text: &str| text.split('(').next().map(String::from);
        known == prototype || prototype.ends_with("(?)") && result(known) == result(prototype)
    };
    // Without any declaration it is the compiler that means the library.
    prototype.is_empty() || known.split('|').any(same)
}
