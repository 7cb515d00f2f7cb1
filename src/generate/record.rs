//! The one record of what is covered, which all engines share.
//!
//! A run that covers a target for the first time becomes a test, with every label that it covers (IDL-2: a test deletes
//! every label it covers). What met undefined behaviour is a finding, one for each place and reason.

use super::entry::Entry;
use super::runner::{End, Fault, Run, Runner};
use super::shape::Input;
use std::collections::{BTreeMap, BTreeSet};

/// A run that is kept.
#[derive(Clone, Debug)]
pub struct Test {
    pub input: Input,
    /// Ascending.
    pub covered: Vec<u64>,
}

#[derive(Default)]
pub struct Record {
    /// Labels that are sought and not covered.
    pub open: BTreeSet<u64>,
    pub covered: BTreeSet<u64>,
    pub tests: Vec<Test>,
    pub findings: BTreeMap<Fault, Input>,
    /// Labels that runs covered before they met undefined behaviour.
    pub before_fault: BTreeSet<u64>,
    /// Labels that runs covered for which a precondition did not hold.
    pub excluded: BTreeSet<u64>,
    /// Labels that no input of the shapes that were tried covers: all its paths were solved.
    pub exhausted: BTreeSet<u64>,
    /// Why runs had no end, and how many.
    pub gave_up: BTreeMap<String, u64>,
    pub runs: u64,
    /// Questions to the solver.
    pub questions: u64,
    /// Paths that dynamic symbolic execution went along.
    pub paths: u64,
    /// Whether all paths of an input of one shape were gone through.
    pub complete: bool,
    /// Processor time of the search.
    pub micros: u64,
}

/// Findings that are kept of one function.
const FINDINGS: usize = 20;

impl Record {
    pub fn new(open: BTreeSet<u64>) -> Record {
        Record {
            open,
            ..Record::default()
        }
    }

    /// Runs the input and notes what it does. Gives the run, and whether it covers something for the first time.
    pub fn try_input(&mut self, runner: &mut Runner, entry: &Entry, input: &Input) -> (Run, bool) {
        self.runs += 1;
        let mut input = input.clone();
        entry.repair(&mut input);
        let run = runner.run(entry, &input);
        match &run.end {
            End::Returned(_) | End::Exited(_) => {}
            End::Undefined(fault) => {
                self.before_fault.extend(&run.covered);
                if self.findings.len() < FINDINGS {
                    let known = self.findings.entry(fault.clone());
                    known.or_insert(input);
                }
                return (run, false);
            }
            End::Excluded => {
                self.excluded.extend(&run.covered);
                return (run, false);
            }
            End::Gave(reason) => {
                *self.gave_up.entry(reason.clone()).or_default() += 1;
                return (run, false);
            }
        }
        let new = run.covered.iter().any(|id| !self.covered.contains(id));
        if new {
            self.covered.extend(&run.covered);
            for id in &run.covered {
                self.open.remove(id);
            }
            self.tests.push(Test {
                input,
                covered: run.covered.clone(),
            });
        }
        (run, new)
    }
}
