//! The files of the contract.

use super::labels::RunLabels;
use super::{Outcome, Request, options};
use crate::base::{Diagnostic, Severity};
use crate::frontend::CompileCommand;
use crate::instrument::{Hooks, fill_slots};
use crate::status::{self, CertificateRow, InputRow, LabelRow, OutputDir, SuppressedRow, Verdict};
use crate::steps::Conclusions;
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Where annotated texts are made ready for other test generators.
const HOOKED: &str = "instrumented";

/// The output directory, and each input's name in it.
pub(super) struct Output {
    pub dir: OutputDir,
    pub names: Vec<PathBuf>,
}

pub(super) fn output(request: &Request, commands: &[CompileCommand]) -> Result<Output, Diagnostic> {
    let dir = OutputDir::create(&request.out)?;
    let here = std::env::current_dir().unwrap_or_default();
    let path = |command: &CompileCommand| here.join(&command.directory).join(&command.file);
    let paths: Vec<PathBuf> = commands.iter().map(path).collect();
    Ok(Output {
        dir,
        names: status::annotated_names(&paths),
    })
}

/// `inputs.json`.
pub(super) fn inputs(out: &Output, rows: &[InputRow]) -> Result<(), Diagnostic> {
    out.dir
        .write_table("inputs.json", &status::inputs_text(rows))
}

/// The annotated texts were written without ids: puts them in.
pub(super) fn annotated(out: &Output, table: &RunLabels) -> Result<(), Diagnostic> {
    let files = table.files.par_iter();
    files.try_for_each(|(name, slots)| {
        let text = out.dir.read_annotated(name)?;
        out.dir
            .write_annotated(name, &fill_slots(&text, slots, |id| id))
    })
}

/// The file of `instrumented` that stands for an annotated text.
pub(super) fn hooked(out: &Output, name: &Path, declares: bool) -> Result<(), Diagnostic> {
    match Hooks::file(name, declares) {
        Some(text) => out.dir.write_below(HOOKED, name, &text),
        None => {
            let message = format!("no #include can name {}", name.display());
            Err(Diagnostic::warning(None, message).with_hint("rename the file"))
        }
    }
}

/// The files that those of `instrumented` need.
pub(super) fn hooks(out: &Output, request: &Request) -> Result<(), Diagnostic> {
    let mut files = request.hooks.map(Hooks::files).into_iter().flatten();
    files.try_for_each(|(name, text)| {
        let name = Path::new(name);
        out.dir.write_below(HOOKED, name, text.as_bytes())
    })
}

/// `labels.csv`, `status.csv`, `labels.labels`: every label and its verdict. The rows are by id.
pub(super) fn tables(
    out: &Output,
    rows: &[LabelRow],
    verdicts: &[Verdict],
    outcome: &mut Outcome,
) -> Result<(), Diagnostic> {
    let mut verdicts = verdicts.to_vec();
    verdicts.sort_by_key(|verdict| verdict.id);
    let ltest = status::ltest_text(rows.iter().zip(&verdicts));
    out.dir
        .write_table("labels.csv", &status::labels_text(rows))?;
    if rows.iter().any(|row| row.mutation.is_some()) {
        out.dir
            .write_table(status::MUTANTS, &status::mutants_text(rows))?;
    }
    out.dir
        .write_table("status.csv", &status::status_text(&verdicts))?;
    out.dir.write_table("labels.labels", &ltest)?;
    outcome.summary.count(rows, &verdicts);
    Ok(())
}

/// `suppressed.csv`, if the user leaves labels out.
pub(super) fn suppressed(out: &Output, rows: &[SuppressedRow]) -> Result<(), Diagnostic> {
    match rows.is_empty() {
        true => Ok(()),
        false => {
            let text = status::suppressed_text(rows);
            out.dir.write_table(status::SUPPRESSED, &text)
        }
    }
}

/// `history.csv` of the previous directory. One that cannot be read is no reason to have no results.
pub(super) fn history(out: &Output, outcome: &mut Outcome) -> Result<(), Diagnostic> {
    let Some(previous) = out.dir.previous(status::HISTORY) else {
        return Ok(());
    };
    match status::read_history(&previous) {
        Ok(rows) if rows.is_empty() => Ok(()),
        Ok(rows) => {
            let text = status::history_text(&rows);
            out.dir.write_table(status::HISTORY, &text)
        }
        Err(problem) => {
            let message = format!("the history of test runs is lost: {}", problem.message);
            let note = Diagnostic::note(problem.place, message);
            outcome.diagnostics.push(note);
            Ok(())
        }
    }
}

/// `subsumption.json` and `subsumption.dot`.
pub(super) fn relation(out: &Output, found: &Conclusions) -> Result<(), Diagnostic> {
    let relation = status::Relation {
        duplicates: &found.duplicates,
        implications: &found.implications,
    };
    out.dir
        .write_table("subsumption.json", relation.to_json().as_bytes())?;
    out.dir
        .write("subsumption.dot", relation.to_dot().as_bytes())
}

/// The questions that two solvers answer differently.
pub(super) fn disputes(out: &Output, files: &[(String, String)]) -> Result<(), Diagnostic> {
    let mut files = files.iter();
    files.try_for_each(|(name, text)| out.dir.write(name, text.as_bytes()))
}

/// `certificates.csv`; the files that it lists are there.
pub(super) fn certificates(out: &Output, rows: &[CertificateRow]) -> Result<(), Diagnostic> {
    let table = status::certificates_table(rows);
    out.dir.write_table(status::CERTIFICATES, &table)
}

/// `record.json`.
pub(super) fn record(out: &Output, record: &status::Record) -> Result<(), Diagnostic> {
    out.dir.write_table("record.json", &record.to_text())
}

/// `summary.json`, and every diagnostic as text. With that the directory is complete, and takes its place.
pub(super) fn summary(
    out: Output,
    request: &Request,
    outcome: &mut Outcome,
    clock: Instant,
) -> Result<(), Diagnostic> {
    let [errors, warnings, notes] = [Severity::Error, Severity::Warning, Severity::Note]
        .map(|severity| outcome.count(severity));
    let summary = &mut outcome.summary;
    (summary.errors, summary.warnings, summary.notes) = (errors, warnings, notes);
    let world = request.world(summary);
    summary.options.extend(options::labelling(request, world));
    summary.options.extend([
        ("functions".into(), request.functions.only.join(",")),
        ("skip_functions".into(), request.functions.skip.join(",")),
        ("flags".into(), request.inputs.flags.join(" ")),
    ]);
    summary
        .seconds
        .insert("total".into(), clock.elapsed().as_secs_f64());
    summary.peak_memory_kib = status::peak_memory_kib();
    let lines: String = outcome
        .diagnostics
        .iter()
        .map(|d| format!("{d}\n"))
        .collect();
    out.dir.write("diagnostics.txt", lines.as_bytes())?;
    out.dir.write_summary(summary)?;
    out.dir.publish()
}
