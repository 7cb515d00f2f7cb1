//! Questions about terms: can these predicates hold together?
//!
//! A [`Session`] holds the formula of one function in one solver on one thread, and is asked many times.
//! Every model is checked by evaluation before it is given out; whatever goes wrong is an
//! [`Answer`] that proves nothing. Nothing here knows C, labels, or what an answer means for them.
//!
//! ```text
//! terms ──flat──▶ terms without memories and functions ──blast, gates──▶ clauses ──sat──▶ a core, or values of variables
//!   ▲                        │                                                                      │
//!   │                        └────────────────── z3, for what sat leaves open                       │
//!   └───────────── a state, confirmed by evaluation ◀──model── or lemmas, and again ◀───────────────┘
//! ```

mod answer;
mod backend;
mod blast;
mod certify;
mod circuit;
mod elimination;
mod ended;
mod gates;
mod model;
mod sat;
pub mod second;
mod session;
mod z3;

#[cfg(test)]
mod tests;

pub use answer::Answer;
pub use backend::Backend;
pub use certify::{Certificate, Certifier, Uncertified};
pub use elimination::hard_terms;
pub use ended::ended_by_machine;
pub use session::{Limits, Literal, Session, Statistics};
pub use z3::{limit_memory, version};
