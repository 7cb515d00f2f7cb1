//! Attributes, which the parser never sees: they are blanked and kept in a side table.
//!
//! What ignoring one of them would mean is data: `attributes.csv`.

use crate::base::Span;
use std::collections::HashMap;
use std::sync::LazyLock;

/// One attribute of an `__attribute__((…))`, `__declspec(…)`, `[[…]]` or `_Alignas(…)`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attribute {
    /// Without leading and trailing underscores, and without a `gnu::` or `clang::` prefix; `alignas` for `_Alignas`.
    pub name: String,
    /// The text between the parentheses, as in `16` or `printf, 1, 2`; empty without any.
    pub args: String,
    /// In the preprocessed text.
    pub span: Span,
    pub owner: AttributeOwner,
    /// Written `[[…]]`: it belongs to what stands directly before it.
    pub standard: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttributeOwner {
    /// Of the `struct`, `union` or `enum` definition whose keyword stands at this offset of the
    /// preprocessed text.
    Record(u32),
    /// Of what its position says: see [`super::chunk::Chunk::attributes_in`].
    Declaration,
}

/// What an attribute asks of the lowering.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Handling {
    /// Verdicts stay sound where nobody looks at it.
    Harmless,
    /// It changes what is declared: it must be given to the right thing.
    Placed,
    /// What has it is left out.
    Refused,
}

impl Attribute {
    /// `None` for an attribute that nobody knows.
    pub fn handling(&self) -> Option<Handling> {
        TABLE.get(self.name.as_str()).copied()
    }
}

static TABLE: LazyLock<HashMap<&str, Handling>> = LazyLock::new(|| {
    let rows = include_str!("attributes.csv").lines().skip(1);
    rows.filter_map(|row| {
        let mut cells = row.split(',');
        let name = cells.next()?;
        let handling = match cells.next()? {
            "harmless" => Handling::Harmless,
            "placed" => Handling::Placed,
            _ => Handling::Refused,
        };
        Some((name, handling))
    })
    .collect()
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_sorted_and_well_formed() {
        let rows: Vec<&str> = include_str!("attributes.csv").lines().skip(1).collect();
        assert!(rows.is_sorted(), "sorted by name, each once");
        for row in rows {
            let cells: Vec<&str> = row.split(',').collect();
            assert_eq!(cells.len(), 3, "{row}");
            assert!(
                ["harmless", "placed", "refused"].contains(&cells[1]),
                "{row}"
            );
        }
        assert_eq!(TABLE.get("packed"), Some(&Handling::Placed));
    }
}
