//! All functions at once: what is proved about their labels.

use super::labels::RunLabels;
use super::write::Output;
use super::{Caching, Monitor, Outcome, Request, Task, budget, options, record, shard};
use crate::base::{Diagnostic, Stop};
use crate::cache::Cache;
use crate::prover;
use crate::steps::{
    Counts, Entry, Findings, Settings, Slice, Subject, Why, examine, fewer_steps, is_complete,
    is_cut_short,
};
use rayon::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;

/// Examines every function. The result is in the order of the program, and the same for any number of threads.
pub(super) fn findings(
    task: &Task,
    table: &RunLabels,
    stop: &Stop,
    monitor: &dyn Monitor,
) -> Result<Vec<Findings>, Diagnostic> {
    let (request, budget) = (task.request, task.budget);
    let mut subjects = subjects(table);
    let parts = shard::parts(&subjects, request.shard.map_or(1, |shard| shard.count));
    let part = request.shard.map_or(0, |shard| shard.index - 1);
    let is_here = |subject: &Subject| parts[subject.index] == part;
    let nothing = |subject: &Subject| match is_here(subject) {
        true => Findings::without(subject.labels.len(), Why::Interrupted),
        false => Findings::without(subject.labels.len(), Why::Elsewhere),
    };
    let mut found: Vec<Findings> = subjects.iter().map(nothing).collect();
    subjects.retain(is_here);
    // The largest first, so that none is left alone at the end; if time may not last, the smallest.
    subjects.sort_by_key(|subject| std::cmp::Reverse(shard::cost(subject)));
    if budget.is_some() {
        subjects.reverse();
    }
    let rounds = budget::rounds(&task.settings, budget);
    let labels: usize = subjects.iter().map(|subject| subject.labels.len()).sum();
    monitor.proves(rounds.len() * labels);
    let pool = super::threads::threads(request.jobs)?;
    budget::within(budget, stop, |stop| {
        for settings in &rounds {
            let one = |subject: &Subject| {
                let before = &found[subject.index];
                let after = guarded(subject, || {
                    known_or_examined(subject, before, settings, &task.cache, stop)
                });
                let proofs = after.counts.proofs.saturating_sub(before.counts.proofs);
                monitor.proved(&subject.function.name, subject.labels.len(), proofs);
                (subject.index, after)
            };
            // Whoever is free takes the next one.
            let after: Vec<(usize, Findings)> =
                pool.install(|| subjects.iter().par_bridge().map(one).collect());
            for (index, after) in after {
                found[index] = after;
            }
        }
    });
    Ok(found)
}

/// Every function with its labels, in the order of the program.
pub(super) fn subjects(table: &RunLabels) -> Vec<Subject<'_>> {
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
            context: &table.context,
            index,
            prior: None,
        })
        .collect()
}

/// What the cache knows of the function, or what examining it gives, which the cache then knows. An earlier round of this run may have
/// found something out before.
fn known_or_examined(
    subject: &Subject,
    before: &Findings,
    settings: &Settings,
    cache: &Cache,
    stop: &Stop,
) -> Findings {
    let count = subject.labels.len();
    if count == 0 || stop.load(Ordering::Relaxed) {
        return before.clone();
    }
    let alone = Slice::new(subject);
    let version = record::version();
    let name = alone.digest(settings, &version);
    if let Some(known) = cache.get(&name, count) {
        return known;
    }
    let mut prior = is_complete(before).then(|| before.clone());
    let mut fewer = fewer_steps(settings);
    while let (Some(settings), None) = (&fewer, &prior) {
        prior = cache.get_near(&alone.digest(settings, &version), count);
        fewer = fewer_steps(settings);
    }
    let ended = prover::ended_by_machine();
    let mut found = examine(&alone.subject(prior.as_ref()), settings, stop);
    // A search that was interrupted, or ended by the wall clock or for want of memory, says the same as one that reached its limit.
    if !stop.load(Ordering::Relaxed) && prover::ended_by_machine() == ended {
        cache.put(&name, &found);
    }
    if is_complete(before) {
        // An end at the wrong moment leaves less than there was.
        if found.progress.done < before.progress.done {
            return before.clone();
        }
        found.counts += before.counts;
        found.counts.taken_over = before.counts.taken_over;
    }
    found
}

/// What the request says about it.
pub(super) fn cache(request: &Request, out: &Output) -> Result<Cache, Diagnostic> {
    match &request.cache {
        Caching::Off => Ok(Cache::default()),
        Caching::Inside => Cache::open(&out.dir.cache()),
        Caching::At(address) => Cache::at(address, &out.dir.cache()),
    }
}

/// A fault of our own in one function costs the verdicts of that function.
fn guarded(subject: &Subject, work: impl FnOnce() -> Findings) -> Findings {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| Findings::without(subject.labels.len(), Why::Fault))
}

/// The labels as the steps see them, per function.
pub(super) fn entries(table: &RunLabels) -> Vec<Vec<Entry>> {
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
pub(super) fn report(task: &Task, findings: &[Findings], outcome: &mut Outcome) {
    let settings = &task.settings;
    let mut counts = Counts::default();
    findings.iter().for_each(|found| counts += found.counts);
    let unfinished = findings
        .iter()
        .filter(|found| is_cut_short(found, settings.steps));
    let told = task
        .budget
        .and_then(|budget| budget.report(unfinished.count()));
    outcome.diagnostics.extend(told);
    outcome.internal_errors += findings.iter().filter(|found| found.is_failure()).count();
    let summary = &mut outcome.summary;
    summary.versions.insert("z3".into(), prover::version());
    let shown = &mut summary.options;
    shown.insert("steps".into(), settings.steps.to_string());
    shown.extend(options::proving(settings));
    if let Some(time) = task.request.budget {
        shown.insert("budget".into(), format!("{} s", time.as_secs_f64()));
    }
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
    proving.not_asked = counts.not_asked;
    proving.taken_over = counts.taken_over;
    proving.cached = counts.cached;
}
