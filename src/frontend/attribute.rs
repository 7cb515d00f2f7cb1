//! Attributes, which the parser never sees: they are blanked and kept in a side table.

use crate::base::Span;

/// One attribute of an `__attribute__((…))`, `__declspec(…)`, `[[…]]` or `_Alignas(…)`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attribute {
    /// Without leading and trailing underscores, and without a `gnu::` prefix.
    pub name: String,
    /// The text between the parentheses, as in `16` or `printf, 1, 2`; empty without any.
    pub args: String,
    /// In the preprocessed text.
    pub span: Span,
    pub owner: AttributeOwner,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttributeOwner {
    /// Of the `struct`, `union` or `enum` definition whose keyword stands at this offset of the
    /// preprocessed text.
    Record(u32),
    /// Of the declaration or declarator around it.
    Declaration,
}
