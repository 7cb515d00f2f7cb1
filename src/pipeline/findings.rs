//! All functions at once: what is proved about their labels.

use super::labels::Table;
use super::{Outcome, Request, Watch};
use crate::base::Diagnostic;
use crate::prover;
use crate::steps::{Counts, Entry, Findings, Settings, Stop, Subject, Why, examine};
use rayon::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Examines every function. The result is in the order of the program, and the same for any number of threads.
pub(super) fn findings(
    request: &Request,
    settings: &Settings,
    table: &Table,
    prior: Option<Vec<Findings>>,
    stop: &Stop,
    watch: &dyn Watch,
) -> Result<Vec<Findings>, Diagnostic> {
    let mut subjects = subjects(table, prior.as_deref());
    watch.proves(table.labels.len());
    // The largest first, so that none is left alone at the end.
    subjects.sort_by_key(|subject| {
        std::cmp::Reverse(subject.labels.len() * subject.function.exprs.len())
    });
    let one = |subject: &Subject| {
        let found = guarded(subject, || examine(subject, settings, stop));
        watch.proved(
            &subject.function.name,
            subject.labels.len(),
            found.counts.proofs,
        );
        (subject.index, found)
    };
    let pool = pool(request)?;
    let mut found: Vec<(usize, Findings)> =
        pool.install(|| subjects.par_iter().with_max_len(1).map(one).collect());
    found.sort_by_key(|(index, _)| *index);
    Ok(found.into_iter().map(|(_, found)| found).collect())
}

/// Every function with its labels, in the order of the program.
pub(super) fn subjects<'a>(table: &'a Table, prior: Option<&'a [Findings]>) -> Vec<Subject<'a>> {
    let functions = table
        .units
        .iter()
        .flat_map(|unit| unit.functions.iter().map(move |f| (unit, f)));
    functions
        .zip(&table.labels.functions)
        .enumerate()
        .map(|(index, ((unit, function), labels))| Subject {
            unit,
            function,
            labels,
            program: &table.program,
            index,
            prior: prior.map(|prior| &prior[index]),
        })
        .collect()
}

/// As many threads as were asked for.
pub(super) fn pool(request: &Request) -> Result<rayon::ThreadPool, Diagnostic> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(request.jobs);
    pool.build()
        .map_err(|error| Diagnostic::error(None, format!("cannot start threads: {error}")))
}

/// A fault of our own in one function costs the verdicts of that function.
fn guarded(subject: &Subject, work: impl FnOnce() -> Findings) -> Findings {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| Findings::without(subject.labels.len(), Why::Fault))
}

/// The labels as the steps see them, per function.
pub(super) fn entries(table: &Table) -> Vec<Vec<Entry>> {
    let functions = table.labels.functions.iter().zip(&table.groups.of);
    let entries = functions.map(|(labels, groups)| {
        let entry = |(label, group): (&crate::labels::Label, &u32)| Entry {
            id: label.id,
            family: label.family().to_string(),
            group: *group,
            point: label.point,
        };
        labels.iter().zip(groups).map(entry).collect()
    });
    entries.collect()
}

/// What it cost.
pub(super) fn report(settings: &Settings, findings: &[Findings], outcome: &mut Outcome) {
    let mut counts = Counts::default();
    findings.iter().for_each(|found| counts += found.counts);
    outcome.internal_errors += findings.iter().filter(|found| found.is_failure()).count();
    let summary = &mut outcome.summary;
    summary.versions.insert("z3".into(), prover::version());
    let options = &mut summary.options;
    options.insert("steps".into(), settings.steps.to_string());
    options.insert(
        "across_criteria".into(),
        settings.across_criteria.to_string(),
    );
    options.insert("limit".into(), settings.limits.resource.to_string());
    options.insert("z3_limit".into(), settings.limits.z3.to_string());
    let proving = &mut summary.proving;
    for (step, (calls, micros)) in counts.calls.iter().zip(counts.micros).enumerate() {
        proving.solver_calls.insert(format!("{}", step + 1), *calls);
        proving
            .processor_seconds
            .insert(format!("{}", step + 1), micros as f64 / 1e6);
    }
    proving
        .solver_calls
        .insert("local".into(), counts.local_calls);
    proving.pairs = counts.pairs;
    proving.pairs_without_solver = counts.without_solver;
    proving.proofs = counts.proofs;
    proving.without_answer = counts.open;
    proving.taken_over = counts.taken_over;
}
