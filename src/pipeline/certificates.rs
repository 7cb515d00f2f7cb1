//! Certificates for all functions at once.

use super::findings::subjects;
use super::labels::RunLabels;
use super::removals::{Removals, told};
use super::write::Output;
use super::{Outcome, Task};
use crate::base::{Diagnostic, Id, Stop};
use crate::status::{
    CertificateEntry, CertificateRow, Certificates, CertifiedClaim, Shown, certificates_text,
};
use crate::steps::{Certification, Certified, Claim, Findings, LabelId, Subject, certify};
use crate::vc::Context;
use rayon::prelude::*;
use std::time::Instant;

/// Where the files are, in the output directory.
const FOLDER: &str = "certificates";

/// The certificates of a run.
pub(super) struct Made {
    of: Vec<OfFunction>,
    seconds: f64,
}

/// What became of the claims of one function; the certificates themselves were written.
struct OfFunction {
    certified: Certified,
    row: Option<CertificateRow>,
    proofs: u64,
    derived: u64,
}

/// Certifies every finding and writes the certificates, function by function.
pub(super) fn certificates(
    task: &Task,
    table: &RunLabels,
    findings: &[Findings],
    out: &Output,
    stop: &Stop,
) -> Result<Made, Diagnostic> {
    let clock = Instant::now();
    let pool = super::threads::threads(task.request.jobs)?;
    let subjects = subjects(table);
    let limits = task.settings.limits;
    let work = subjects.par_iter().with_max_len(1).zip(findings);
    let of: Result<Vec<OfFunction>, Diagnostic> = pool.install(|| {
        work.map(|(subject, found)| write(subject, certify(subject, found, limits, stop), out))
            .collect()
    });
    Ok(Made {
        of: of?,
        seconds: clock.elapsed().as_secs_f64(),
    })
}

fn write(
    subject: &Subject,
    mut certified: Certified,
    out: &Output,
) -> Result<OfFunction, Diagnostic> {
    let claims = std::mem::take(&mut certified.claims);
    let id = |label: LabelId| subject.label(label).id;
    let entries = claims
        .into_iter()
        .filter_map(|(claim, by)| entry(claim, by, id));
    let entries: Vec<CertificateEntry> = entries.collect();
    let derived = entries.iter().filter(|entry| entry.shown == Shown::Always);
    let derived = derived.count() as u64;
    let mut row = None;
    if !entries.is_empty() {
        let text = certificates_text(&entries);
        let name = format!("{}.txt", subject.index + 1);
        let name = out.dir.write_listed(FOLDER, &name, text.as_bytes())?;
        let function = subject.function.name.clone();
        let claims = entries.len();
        row = Some(CertificateRow::new(name, function, claims, text.as_bytes()));
    }
    Ok(OfFunction {
        certified,
        row,
        proofs: entries.len() as u64 - derived,
        derived,
    })
}

/// With labels by their ids. That a label is not reached is a step on the way, and no finding.
fn entry(claim: Claim, by: Certification, id: impl Fn(LabelId) -> u64) -> Option<CertificateEntry> {
    let claim = match claim {
        Claim::Unreached(_) => return None,
        Claim::Never(label) => CertifiedClaim::Never(id(label)),
        Claim::Always(label) => CertifiedClaim::Always(id(label)),
        Claim::Implies(a, b) => CertifiedClaim::Implies(id(a), id(b)),
    };
    let shown = match by {
        Certification::Always => Shown::Always,
        Certification::Proof(context, certificate) => Shown::Proof {
            context: match context {
                Context::Block => "block".to_string(),
                Context::Function => "function".to_string(),
                Context::Trips => "trips".to_string(),
            },
            cnf: certificate.cnf,
            lrat: certificate.lrat,
        },
    };
    Some(CertificateEntry { claim, shown })
}

impl Made {
    /// The findings without those that are faulty or, if that is asked for, open.
    pub(super) fn keep(&self, findings: &[Findings], strict: bool) -> Vec<Findings> {
        let both = self.of.iter().zip(findings);
        both.map(|(made, found)| made.certified.keep(found, strict))
            .collect()
    }

    pub(super) fn rows(&self) -> Vec<CertificateRow> {
        self.of.iter().filter_map(|made| made.row.clone()).collect()
    }

    /// Counts, an error for each claim that is faulty, and a note if some are open.
    pub(super) fn report(&self, table: &RunLabels, removals: Removals, outcome: &mut Outcome) {
        let sum = |of: fn(&OfFunction) -> usize| self.of.iter().map(of).sum::<usize>() as u64;
        let open = sum(|made| made.certified.open.len());
        outcome.summary.certificates = Some(Certificates {
            removals: removals.all,
            removals_certified: removals.confirmed,
            removals_open: removals.open,
            removals_faulty: removals.disputed,
            proofs: self.of.iter().map(|made| made.proofs).sum(),
            derived: self.of.iter().map(|made| made.derived).sum(),
            open,
            faulty: sum(|made| made.certified.faulty.len()),
            files: sum(|made| usize::from(made.row.is_some())),
            bytes: sum(|made| made.row.as_ref().map_or(0, |row| row.bytes)),
            seconds: self.seconds,
        });
        for (labels, made) in table.labels.functions.iter().zip(&self.of) {
            let text = |claim: &Claim| told(*claim, |label| labels[label.index()].id);
            for claim in &made.certified.faulty {
                outcome.internal_errors += 1;
                let message = format!("a tamis proof is wrong: {}", text(claim));
                let problem = Diagnostic::error(None, message);
                outcome
                    .diagnostics
                    .push(problem.with_hint("please report it"));
            }
            for claim in &made.certified.open {
                let message = format!("no certificate within the limits: {}", text(claim));
                outcome.diagnostics.push(Diagnostic::note(None, message));
            }
        }
    }
}
