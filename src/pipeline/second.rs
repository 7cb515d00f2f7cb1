//! The second opinion on all functions at once.

use super::findings::subjects;
use super::labels::Table;
use super::{Outcome, Request};
use crate::base::Diagnostic;
use crate::prover::second::Bench;
use crate::status::{SecondOpinion, Status, Verdict};
use crate::steps::{Claim, Confirmed, Findings, Stop, confirm};
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
    table: &Table,
    findings: &[Findings],
    bench: &Bench,
    stop: &Stop,
) -> Result<Second, Diagnostic> {
    let clock = Instant::now();
    let pool = super::findings::pool(request)?;
    let subjects = subjects(table);
    let work = subjects.par_iter().with_max_len(1).zip(findings);
    let of = pool.install(|| {
        work.map(|(subject, found)| confirm(subject, found, bench, stop))
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
        bench: &Bench,
        table: &Table,
        removed: [&[Verdict]; 2],
        outcome: &mut Outcome,
    ) -> Vec<(String, String)> {
        let sum = |of: fn(&Confirmed) -> usize| self.of.iter().map(of).sum::<usize>() as u64;
        let [removals, confirmed] = removed.map(count_removed);
        let solver = bench.solver().name();
        outcome.summary.second_opinion = Some(SecondOpinion {
            solver: solver.to_string(),
            version: bench.version().to_string(),
            removals,
            removals_confirmed: confirmed,
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
                let text = told(dispute.claim, |label| labels[label].id);
                let name = format!("disagreement-{}.smt2", files.len() + 1);
                let message = format!("{solver} has a state where tamis has a proof: {text}");
                outcome.internal_errors += 1;
                let problem = Diagnostic::error(None, message);
                if files.len() == MOST_REPRODUCERS {
                    outcome.diagnostics.push(problem);
                    continue;
                }
                let hint = format!("the question is in DIR/{name}; please report it");
                outcome.diagnostics.push(problem.with_hint(hint));
                let head = format!("; tamis says unsat, {solver} sat: {text}\n");
                files.push((name, head + &dispute.reproducer));
            }
        }
        files
    }
}

fn count_removed(verdicts: &[Verdict]) -> u64 {
    let removed = |verdict: &&Verdict| !matches!(verdict.status, Status::Unknown | Status::Covered);
    verdicts.iter().filter(removed).count() as u64
}

fn told(claim: Claim, id: impl Fn(usize) -> u64) -> String {
    match claim {
        Claim::Unreached(label) => format!("label {} is never reached", id(label)),
        Claim::Never(label) => format!("label {} is never covered", id(label)),
        Claim::Always(label) => format!("label {} is covered whenever it is reached", id(label)),
        Claim::Implies(a, b) => format!("what covers label {} covers label {}", id(a), id(b)),
    }
}
