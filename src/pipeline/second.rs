//! The second opinion on all functions at once.

use super::findings::subjects;
use super::labels::RunLabels;
use super::removals::{Removals, told};
use super::{Outcome, Request};
use crate::base::{Diagnostic, Id, Stop};
use crate::prover::second::SolverPool;
use crate::status::SecondOpinion;
use crate::steps::{Against, Confirmed, Dispute, Findings, confirm};
use rayon::prelude::*;
use std::time::Instant;

/// How many questions that the solvers disagree on are kept.
const MOST_REPRODUCERS: usize = 100;

/// What the other solver said of each function.
pub(super) struct Second {
    of: Vec<Confirmed>,
    seconds: f64,
}

/// Asks about every finding, function by function.
pub(super) fn second(
    request: &Request,
    table: &RunLabels,
    findings: &[Findings],
    solvers: &SolverPool,
    stop: &Stop,
) -> Result<Second, Diagnostic> {
    let clock = Instant::now();
    let pool = super::threads::threads(request.jobs)?;
    let subjects = subjects(table);
    let work = subjects.par_iter().with_max_len(1).zip(findings);
    let of = pool.install(|| {
        work.map(|(subject, found)| confirm(subject, found, solvers, stop))
            .collect()
    });
    Ok(Second {
        of,
        seconds: clock.elapsed().as_secs_f64(),
    })
}

impl Second {
    /// The findings without those that are disputed or, if that is asked for, open.
    pub(super) fn keep(&self, findings: &[Findings], strict: bool) -> Vec<Findings> {
        let both = self.of.iter().zip(findings);
        both.map(|(said, found)| said.keep(found, strict)).collect()
    }

    /// Counts, one error for each disagreement, and the files that show it: `(name, content)`.
    pub(super) fn report(
        &self,
        solvers: &SolverPool,
        table: &RunLabels,
        removals: Removals,
        outcome: &mut Outcome,
    ) -> Vec<(String, String)> {
        let sum = |of: fn(&Confirmed) -> usize| self.of.iter().map(of).sum::<usize>() as u64;
        let solver = solvers.solver().name();
        outcome.summary.second_opinion = Some(SecondOpinion {
            solver: solver.to_string(),
            version: solvers.version().to_string(),
            removals: removals.all,
            removals_confirmed: removals.confirmed,
            removals_open: removals.open,
            removals_disputed: removals.disputed,
            claims_confirmed: sum(|said| said.agreed as usize),
            claims_inside_objects: sum(|said| said.inside as usize),
            questions: sum(|said| said.questions as usize),
            timeouts: sum(|said| said.timeouts as usize),
            failures: sum(|said| said.failures as usize),
            open: sum(|said| said.open.len()),
            disagreements: sum(|said| said.disputes.len()),
            seconds: self.seconds,
        });
        let mut files = Vec::new();
        for (labels, said) in table.labels.functions.iter().zip(&self.of) {
            for dispute in &said.disputes {
                let text = told(dispute.claim, |label| labels[label.index()].id);
                outcome.internal_errors += 1;
                let (problem, file) = shown(dispute, &text, solver, files.len() + 1);
                outcome.diagnostics.push(problem);
                files.extend(file);
            }
        }
        files
    }
}

/// The error, and the file that shows it unless there are many.
fn shown(
    dispute: &Dispute,
    text: &str,
    solver: &str,
    number: usize,
) -> (Diagnostic, Option<(String, String)>) {
    let question = match &dispute.against {
        Against::State(question) => question,
        Against::Order => {
            let message =
                format!("a tamis proof relates labels that the control flow does not: {text}");
            let problem = Diagnostic::error(None, message);
            return (problem.with_hint("please report it"), None);
        }
    };
    let message = format!("{solver} found a counterexample to a tamis proof: {text}");
    let problem = Diagnostic::error(None, message);
    if number > MOST_REPRODUCERS {
        return (problem, None);
    }
    let name = format!("disagreement-{number}.smt2");
    let hint = format!("the query is in DIR/{name}; please report it");
    let head = format!("; tamis says unsat, {solver} sat: {text}\n");
    (problem.with_hint(hint), Some((name, head + question)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coreach::World;
    use crate::pipeline::removals::removals;
    use crate::pipeline::{Inputs, Silent, findings, read};
    use crate::prover::second::Solver;
    use crate::steps::{Always, Finding, Implies, LabelId, Proved, Settings, conclude};
    use std::time::Duration;

    const SURE: Finding = Finding::Possible { always: None };

    /// What becomes of claims about the labels of one function: counts, and what is told.
    fn opinion(
        name: &str,
        text: &str,
        found: Findings,
        stop: bool,
    ) -> (Removals, Outcome, Vec<(String, String)>) {
        let root = std::env::temp_dir().join(format!("tamis-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&root).expect("a directory");
        let file = root.join("case.c");
        std::fs::write(&file, text).expect("written");
        let request = Request {
            inputs: Inputs {
                files: vec![file],
                ..Inputs::default()
            },
            criteria: Vec::new(),
            world: World::Library,
            out: root.join("out"),
            jobs: 1,
            keep_units: true,
            ..Request::default()
        };
        let settings = Settings::default();
        let run = read("clean", &request, &Silent).expect("labels");
        let found = [found];
        let solvers = SolverPool::new(Solver::Bitwuzla, Duration::from_secs(10)).expect("setup.sh");
        let said = second(
            &request,
            &run.table,
            &found,
            &solvers,
            &Stop::new(stop.into()),
        )
        .expect("asked");
        let entries = findings::entries(&run.table);
        let concluded =
            |found: &[Findings]| conclude(&entries, found, &run.table.program, &settings);
        let [certain, undisputed] = [true, false].map(|s| concluded(&said.keep(&found, s)));
        let count = removals(&concluded(&found), &certain, &undisputed);
        let mut outcome = Outcome::default();
        let files = said.report(&solvers, &run.table, count, &mut outcome);
        std::fs::remove_dir_all(&root).expect("removed");
        (count, outcome, files)
    }

    fn implications(labels: Vec<Finding>, pairs: &[(usize, usize)]) -> Findings {
        let mut found = Findings::without(0, crate::steps::Why::Solver);
        let pairs = pairs.iter();
        found.labels = labels.into();
        found.implications = pairs
            .map(|&(a, b)| [a, b].map(LabelId::from_index))
            .map(|[a, b]| Proved::assumed(Implies(a, b)))
            .collect();
        found
    }

    #[test]
    fn a_claim_against_the_order_is_wrong_and_not_open() {
        let text = "void exit(int);\n\
            void f(int x, int n) { pc_label(x < 0); if (n > 5) exit(0); pc_label(x < 0); }\n";
        let found = implications(vec![SURE; 2], &[(0, 1), (1, 0)]);
        let (count, outcome, files) = opinion("order", text, found, false);
        let expected = Removals {
            all: 1,
            disputed: 1,
            ..Removals::default()
        };
        assert_eq!(count, expected);
        assert_eq!((outcome.internal_errors, files.len()), (1, 0));
        let told = &outcome.diagnostics[0].message;
        assert!(
            told.contains("every test that covers label 1 covers label 2"),
            "{told}"
        );
    }

    #[test]
    fn a_wrong_implication_is_shown_by_a_question() {
        let text = "void f(int x) { pc_label(x < 0); pc_label(x < 5); }\n";
        let found = implications(vec![SURE; 2], &[(0, 1), (1, 0)]);
        let (count, outcome, files) = opinion("state", text, found, false);
        assert_eq!((count.all, count.disputed), (1, 1));
        assert_eq!((outcome.internal_errors, files.len()), (1, 1));
    }

    #[test]
    fn a_removal_that_rests_on_an_open_claim_is_not_proved_again() {
        let text = "void f(int x) { pc_label(x < 0); pc_label(x <= -1); }\n";
        let both = [(0, 1), (1, 0)];
        let (proved, ..) = opinion("proved", text, implications(vec![SURE; 2], &both), false);
        assert_eq!((proved.all, proved.confirmed), (1, 1));
        // Nothing is asked, so everything stays open.
        let found = implications(vec![SURE; 2], &both);
        let (open, outcome, _) = opinion("open", text, found, true);
        assert_eq!((open.all, open.confirmed, open.open), (1, 0, 1));
        assert_eq!(outcome.internal_errors, 0);
    }

    #[test]
    fn what_follows_from_a_wrong_claim_is_disputed() {
        // The second label is not always covered, so the first does not imply it.
        let text = "void f(int x) { pc_label(x < 7); pc_label(x < 5); }\n";
        let always = Finding::Possible {
            always: Some(Proved::assumed(Always(LabelId::from_index(1)))),
        };
        let found = implications(vec![SURE, always], &[(0, 1)]);
        let (count, outcome, _) = opinion("derived", text, found, false);
        assert_eq!((count.all, count.disputed), (1, 1));
        assert_eq!(outcome.internal_errors, 1);
    }
}
