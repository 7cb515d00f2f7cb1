//! C in, IR out.
//!
//! Comes in: a compile command. Goes out: the preprocessed [`Source`] and its [`Unit`](crate::ir::Unit). Knows
//! the C grammar, the ABI and compile flags; must not know labels. The lang-c AST stays inside.

mod ctype;
mod layout;
#[cfg(test)]
mod oracle;
mod source;

pub use source::Source;
