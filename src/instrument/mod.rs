//! Labels back into the C text.
//!
//! Comes in: a preprocessed text, its unit, and the labels of each function. Goes out: the same
//! text with `pc_label(cond, id, "TAG")` at the labels' places, every other byte as it was.
//! Must not know how a criterion chose a label, nor verdicts.

mod annotate;
mod edit;
mod hooks;
mod literal;
mod mutant;
mod place;
mod print;
mod range;
mod strays;
mod text;

pub use annotate::{Annotated, annotate};
pub use edit::{Slotted, fill_slots};
pub use hooks::Hooks;
pub use mutant::{MutantText, mutant_text};
pub use print::pretty;
pub use strays::stray_ids;
pub use text::Text;

#[cfg(test)]
mod tests;
