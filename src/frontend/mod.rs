//! C in, IR out.
//!
//! Comes in: a compile command. Goes out: the preprocessed [`Source`] and its [`Unit`](crate::ir::Unit). Knows
//! the C grammar, the ABI and compile flags; must not know labels. The lang-c AST stays inside.

mod attribute;
mod chunk;
pub mod command;
mod ctype;
mod cut;
mod declarator;
mod depth;
mod layout;
mod lex;
mod normalise;
mod parse;
pub mod pool;
pub mod preprocess;
mod source;
mod words;

pub use command::CompileCommand;
pub use source::Source;
