//! C in, IR out.
//!
//! Comes in: a compile command. Goes out: the preprocessed [`Source`] and its [`Unit`](crate::ir::Unit). Knows
//! the C grammar, the ABI and compile flags; must not know labels. The lang-c AST stays inside.

mod attribute;
pub mod command;
mod ctype;
mod layout;
mod lex;
mod parse;
pub mod pool;
pub mod preprocess;
mod source;

pub use command::CompileCommand;
pub use source::Source;
