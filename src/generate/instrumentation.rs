//! What labels are to a search that goes through all paths: the algorithms of "Efficient Leveraging of Symbolic Execution to
//! Advanced Coverage Criteria" (2014).
//!
//! ```text
//! P    statement                                                  labels are not looked at
//! P'   if (φ) {}                                                  n labels on a path: up to 2ⁿ paths   (Theorem 5)
//! P*   if (nondet) { assert(φ); exit; }                           n labels on a path: up to n + 1      (Theorem 7)
//! IDL-1   … on P*, without labels that a solved prefix covers
//! IDL-2   … on P*, without labels that a run covers: DSE*(P*)
//! ```
//!
//! They are for measurement beside the engines that `explore` puts together; `dse` carries them out. Paths are counted as in the
//! paper: each condition is a branch, those of φ too. Knows no paths.

use super::branches;
use crate::ir::Unit;
use crate::labels::Label;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Instrumentation {
    Plain,
    Direct,
    Tight,
    Idl1,
    Idl2,
}

impl Instrumentation {
    /// Whether a path goes on differently where a label holds.
    fn has_branches(self) -> bool {
        self == Instrumentation::Direct
    }

    /// Whether a label is deleted when the solver has an input for it.
    pub fn deletes_solved(self) -> bool {
        self == Instrumentation::Idl1
    }

    /// Whether a label is deleted when a run covers it.
    pub fn deletes_covered(self) -> bool {
        self == Instrumentation::Idl2
    }
}

/// What is searched: the units with a branch for each condition, and for each label where labels are branches. `labels` has a
/// list for each function.
pub fn instrument(units: &mut [Unit], labels: &[Vec<Label>], instrumentation: Instrumentation) {
    let functions = units.iter_mut().flat_map(|unit| &mut unit.functions);
    for (function, labels) in functions.zip(labels) {
        if instrumentation.has_branches() {
            branches::add_labels(function, labels);
        }
        branches::split_conditions(function);
    }
}
