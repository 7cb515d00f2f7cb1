//! Certificates checked by somebody else: shares no code with the solver, nor with what made the certificates.
//!
//! Comes in: an output directory. Goes out: how many removals follow from proofs that were checked, and what is wrong with the others. Knows
//! clauses, steps and the rules from claims to verdicts; must not know C, terms, or how a proof is found. So it does not know either
//! whether the clauses mean what the claim says.

mod chain;
mod lrat;
#[cfg(test)]
mod tests;

pub use lrat::{Checked, check as check_lrat};

use crate::base::Diagnostic;
use crate::status::{self, CertificateEntry, CertificateRow, CertifiedClaim, Record, Shown};
use chain::Chain;
use rayon::prelude::*;
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::{Component, Path};

/// What came out.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Report {
    pub removals: usize,
    /// Removals that follow from accepted claims.
    pub removals_verified: usize,
    /// Claims with a proof that was accepted.
    pub proofs: usize,
    /// Of these, claims that rewriting had settled before there were clauses: the proof says no more than that.
    pub settled_by_rewriting: usize,
    /// Implications that are nothing but an accepted claim about their target.
    pub derived: usize,
    pub clauses: usize,
    pub steps: usize,
    pub files: usize,
    pub bytes: usize,
    /// Everything that was refused.
    pub problems: Vec<String>,
}

/// Checks all certificates of a directory, and that its removals follow from them.
pub fn check(dir: &Path) -> Result<Report, Diagnostic> {
    let rows = listed(dir)?;
    let labels = status::read_labels(&dir.join("labels.csv"))?;
    let verdicts = status::read_status(&dir.join("status.csv"))?;
    let record = Record::read(dir)?;
    let files = rows.par_iter().map(|row| check_file(dir, row));
    let files: Vec<FileReport> = files.collect();
    let mut report = Report {
        files: rows.len(),
        bytes: rows.iter().map(|row| row.bytes).sum(),
        ..Report::default()
    };
    let mut accepted = BTreeSet::new();
    for file in &files {
        report.problems.extend_from_slice(&file.problems);
        for (claim, checked) in &file.proved {
            accepted.insert(*claim);
            report.proofs += 1;
            report.settled_by_rewriting += usize::from(checked.only_units);
            report.clauses += checked.clauses;
            report.steps += checked.steps;
        }
    }
    for &(a, b) in files.iter().flat_map(|file| &file.derived) {
        match accepted.contains(&CertifiedClaim::Always(b)) {
            true => {
                accepted.insert(CertifiedClaim::Implies(a, b));
                report.derived += 1;
            }
            false => report
                .problems
                .push(format!("`implies {a} {b}` needs `always {b}`")),
        }
    }
    let chain = Chain::new(&accepted, &record, &labels, &verdicts);
    for verdict in verdicts.iter().filter(|verdict| !verdict.status.is_live()) {
        report.removals += 1;
        match chain.check(verdict) {
            Ok(()) => report.removals_verified += 1,
            Err(problem) => report.problems.push(problem),
        }
    }
    Ok(report)
}

/// The certificates of a directory that name this label, or all; as they are, unchecked.
pub fn certificates(dir: &Path, label: Option<u64>) -> Result<Vec<CertificateEntry>, Diagnostic> {
    let mut found = Vec::new();
    for row in listed(dir)? {
        let problem = |why: String| Diagnostic::error(None, format!("{}: {why}", row.file));
        for entry in read(dir, &row).map_err(problem)? {
            let entry = entry.map_err(problem)?;
            let wanted = label.is_none_or(|label| entry.claim.labels().contains(&label));
            found.extend(wanted.then_some(entry));
        }
    }
    Ok(found)
}

/// The files that the run listed; everything it wrote but them is as it was.
fn listed(dir: &Path) -> Result<Vec<CertificateRow>, Diagnostic> {
    let sealed = status::verify(dir)?;
    if !sealed.contains_key(status::CERTIFICATES) {
        let message = format!("{} has no certificates", dir.display());
        return Err(
            Diagnostic::error(None, message).with_hint("`tamis clean --certificates` writes them")
        );
    }
    status::read_certificates_table(&dir.join(status::CERTIFICATES))
}

/// What is in one file.
#[derive(Default)]
struct FileReport {
    proved: Vec<(CertifiedClaim, Checked)>,
    derived: Vec<(u64, u64)>,
    problems: Vec<String>,
}

fn check_file(dir: &Path, row: &CertificateRow) -> FileReport {
    let mut report = FileReport::default();
    let mut problem = |why: String| report.problems.push(format!("{}: {why}", row.file));
    let entries = match read(dir, row) {
        Ok(entries) => entries,
        Err(why) => {
            problem(why);
            return report;
        }
    };
    if entries.len() != row.claims {
        problem(format!(
            "{} claims instead of {}",
            entries.len(),
            row.claims
        ));
    }
    for entry in entries {
        match entry {
            Err(why) => problem(why),
            Ok(CertificateEntry { claim, shown }) => match (shown, claim) {
                (Shown::Proof { cnf, lrat, .. }, _) => match check_lrat(&cnf, &lrat) {
                    Ok(checked) => report.proved.push((claim, checked)),
                    Err(why) => problem(format!("{claim}: {why}")),
                },
                (Shown::Always, CertifiedClaim::Implies(a, b)) => report.derived.push((a, b)),
                (Shown::Always, _) => problem(format!("{claim}: no proof")),
            },
        }
    }
    report
}

/// The claims of one file, if it is the one that was listed.
fn read(dir: &Path, row: &CertificateRow) -> Result<Vec<Result<CertificateEntry, String>>, String> {
    let inside = |part: Component| matches!(part, Component::Normal(_));
    if !Path::new(&row.file).components().all(inside) {
        return Err("is not in the directory".to_string());
    }
    let text = std::fs::read(dir.join(&row.file)).map_err(|error| error.to_string())?;
    if !row.fits(&text) {
        return Err("is not what tamis wrote there".to_string());
    }
    let text = String::from_utf8(text).map_err(|_| "is not text".to_string())?;
    Ok(status::read_certificates(&text))
}
