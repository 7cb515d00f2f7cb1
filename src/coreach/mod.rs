//! Which locations are passed together.
//!
//! Comes in: the units of a run. Goes out: co-reached groups of points (section 3.1 of
//! "Time to Clean Your Test Objectives", 2018), which point always precedes or follows which, and what calls may write. Knows calls,
//! exits and dominance; must not know predicates, criteria or solvers.
//!
//! - `outline`: what is kept of a unit: straight pieces of code, calls, loops.
//! - `loops`, `bounded`: the loop forest, and which loops are sure to end.
//! - `interrupt`: which functions are sure to return, over all units.
//! - `dominance`, `flow`: one function: segments, what precedes and follows, classes.
//! - `linked`: how names bind over all units.
//! - `effects`: what a call may write, over all units.
//! - `program`: all functions: who is called once, the groups.
//!
//! What is assumed: no signal, other thread or debugger ends the program or jumps; there is enough
//! stack and memory; calls of the operating system come back; names of the C library mean the C
//! library; a function defined in a file is the one that the file calls; inline asm calls nothing
//! by name; nothing but what `library.csv` lists returns twice. [`Program::is_whole`] says whether
//! it was also assumed that the files are a whole program.

mod bounded;
pub mod contracts;
mod dominance;
mod effects;
mod entered;
mod flow;
mod interrupt;
mod library;
mod linked;
mod loops;
mod outline;
mod program;
#[cfg(test)]
mod tests;

pub use effects::Effects;
pub use library::{builtin_may_return_twice, is_of_library, may_return_twice};
pub use linked::Entry;
pub use outline::Outline;
pub use program::{GroupId, Groups, Program, World};
