//! Criteria: which labels a function gets.
//!
//! Comes in: the IR of a function. Goes out: label requests, and remarks on what was left out. A
//! criterion sees decisions, switches, roots, statements and the entry; it must not know C
//! text, the solver, or another criterion.

mod active;
mod assignments;
mod cc;
mod dc;
mod dcc;
mod draft;
mod fc;
mod formula;
mod idp;
mod limit;
mod mcc;
mod names;
mod options;
mod rte;
mod safety;
mod stmt;
mod table;
mod walk;
mod wm;

#[cfg(test)]
mod decision_tests;
#[cfg(test)]
mod exhaustive_tests;
#[cfg(test)]
mod operator_tests;
#[cfg(test)]
mod testing;

pub use draft::Remark;
pub use names::UnknownName;
pub use options::{DecisionScope, Options};
pub use table::{CRITERIA, Definition};
pub use wm::{MUTATORS, Mutator, MutatorDefinition};

use crate::ir::Function;
use crate::labels::LabelRequest;
use draft::Draft;

/// The criteria that a run uses, in the order of [`CRITERIA`].
pub type Selection = Vec<&'static Definition>;

/// The criteria of "Time to Clean Your Test Objectives" (2018).
pub const DEFAULT: &str = "cc,mcc,gacc,wm";

/// Reads `cc,mcc`. `none` selects nothing, `all` everything.
pub fn parse_list(list: &str) -> Result<Selection, UnknownName> {
    let mut chosen = [false; CRITERIA.len()];
    for name in names::parts(list) {
        match name.as_str() {
            "none" => {}
            "all" => chosen = [true; CRITERIA.len()],
            _ => {
                let found = CRITERIA.iter().position(|c| c.answers_to(&name));
                let known = || CRITERIA.iter().map(|c| c.name).collect();
                chosen[found.ok_or_else(|| names::unknown("criterion", &name, known()))?] = true;
            }
        }
    }
    Ok(CRITERIA
        .iter()
        .zip(chosen)
        .filter_map(|(c, chosen)| chosen.then_some(c))
        .collect())
}

/// Reads `AOR,ROR`. `all` selects every mutator.
pub fn parse_mutators(list: &str) -> Result<Vec<Mutator>, UnknownName> {
    let mut chosen = Vec::new();
    for name in names::parts(list) {
        if name == "all" {
            chosen.extend(MUTATORS.iter().map(|m| m.mutator));
            continue;
        }
        let found = MUTATORS.iter().find(|m| m.name == name);
        let known = || MUTATORS.iter().map(|m| m.name).collect();
        chosen.push(
            found
                .ok_or_else(|| names::unknown("mutator", &name, known()))?
                .mutator,
        );
    }
    chosen.sort_unstable();
    chosen.dedup();
    Ok(chosen)
}

/// The labels that the criteria ask for, by point and then in the order of their definition, and what
/// they had to leave out. Functions of system headers get none.
pub fn requests(
    f: &mut Function,
    selection: &[&'static Definition],
    options: &Options,
) -> (Vec<LabelRequest>, Vec<Remark>) {
    if f.in_system_header {
        return (Vec::new(), Vec::new());
    }
    let mut draft = Draft::new(f, options);
    for definition in selection {
        draft.criterion = definition.name;
        (definition.make)(&mut draft);
    }
    let (mut requests, remarks) = draft.finish();
    requests.sort_by_key(|request| request.point);
    (requests, remarks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_in_any_case_and_order() {
        let names =
            |list| -> Vec<&str> { parse_list(list).unwrap().iter().map(|c| c.name).collect() };
        assert_eq!(names(" WM, cc,,CC"), ["cc", "wm"]);
        assert_eq!(names("none"), [""; 0]);
        assert_eq!(names("ic"), ["stmt"]);
        assert_eq!(names(DEFAULT), ["cc", "mcc", "gacc", "wm"]);
    }

    #[test]
    fn mutators_are_read() {
        assert_eq!(
            parse_mutators("ror,AOR").unwrap(),
            [Mutator::Aor, Mutator::Ror]
        );
        let error = parse_mutators("aorr").err().map(|e| e.to_string());
        assert_eq!(
            error.as_deref(),
            Some("unknown mutator `aorr`; did you mean `aor`?")
        );
    }
}
