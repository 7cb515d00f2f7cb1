//! One translation unit: from its compile command to annotated text and rows without ids.
//!
//! The text of a unit is dropped here, and its IR unless something is to be proved about it, so a run needs memory for the
//! units at work and not for all of them.

use super::suppress::Suppressor;
use super::{
    Monitor, Request,
    write::{self, Output},
};
use crate::base::{Diagnostic, EXTERNAL_DEFINITIONS, Place, name_path, name_text};
use crate::coreach::Outline;
use crate::frontend::{self, CompileCommand, TranslationUnit};
use crate::instrument::{self, MutantText};
use crate::labels::{FunctionLabels, Keys, Label, LabelTable};
use crate::status::{self, LabelRow, Mutation, SuppressedRow};
use crate::{criteria, ir};
use rayon::prelude::*;
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// What is kept of a unit until all labels can be numbered.
#[derive(Default)]
pub(super) struct Draft {
    /// Per function, what the label table needs.
    pub requests: Vec<FunctionLabels>,
    /// Ids of `pc_label` calls of the text that are no labels.
    pub stray_ids: Vec<u64>,
    /// Per function, its labels with provisional ids.
    pub rows: Vec<Vec<LabelRow>>,
    /// Where the annotated text is, and where its ids go.
    pub annotated: PathBuf,
    /// What co-reached groups need.
    pub outline: Option<Outline>,
    pub slots: Vec<(usize, u64)>,
    /// For proving.
    pub unit: Option<ir::Unit>,
    /// What would be labels.
    pub suppressed: Vec<SuppressedRow>,
    /// Of the preprocessed text; empty if there is none.
    pub digest: String,
    pub diagnostics: Vec<Diagnostic>,
    /// Outside of system headers.
    pub functions: usize,
    pub functions_failed: usize,
    /// Functions that the user's filter lets through.
    pub selected: usize,
    pub lines: usize,
    pub ir: Option<String>,
    /// The unit gave nothing.
    pub failed: bool,
    /// A fault of our own.
    pub internal: bool,
}

/// Works on all units at once; the result is in the order of the commands. Without an output
/// nothing is annotated.
pub(super) fn drafts(
    request: &Request,
    commands: &[CompileCommand],
    out: Option<&Output>,
    monitor: &dyn Monitor,
) -> Result<Vec<Draft>, Diagnostic> {
    monitor.begins(commands.len());
    let one = |(index, command): (usize, &CompileCommand)| {
        let draft = guarded(command, || draft(request, command, out.map(|o| (o, index))));
        monitor.finishes(&command.file);
        draft
    };
    let work = || {
        // A thread that waits inside one unit may take up another: chunks bound how many are open.
        let chunk = 4 * rayon::current_num_threads();
        let mut drafts = Vec::with_capacity(commands.len());
        for (number, commands) in commands.chunks(chunk).enumerate() {
            let indices = (number * chunk..).zip(commands).collect::<Vec<_>>();
            drafts.par_extend(indices.into_par_iter().map(one));
        }
        drafts
    };
    super::threads::on_deep_stacks(request.jobs, work)
}

/// A fault of our own in one unit costs that unit.
fn guarded(command: &CompileCommand, work: impl FnOnce() -> Draft) -> Draft {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        let place = Place {
            file: name_text(&command.file).into(),
            line: 1,
            column: 1,
        };
        let message = "internal error: this file has no result";
        let problem = Diagnostic::error(Some(place), message)
            .with_hint("this is a bug in tamis; please report it with the file");
        Draft {
            internal: true,
            ..failure(vec![problem])
        }
    })
}

fn failure(diagnostics: Vec<Diagnostic>) -> Draft {
    Draft {
        diagnostics,
        failed: true,
        ..Draft::default()
    }
}

/// `out` comes with the index of the command.
fn draft(request: &Request, command: &CompileCommand, out: Option<(&Output, usize)>) -> Draft {
    let mut tu = match frontend::read(command) {
        Ok(tu) => tu,
        Err(problem) => {
            return Draft {
                stray_ids: instrument::stray_ids(&input(command), &HashSet::new()),
                ..failure(vec![problem])
            };
        }
    };
    if !request.assumed.holds(EXTERNAL_DEFINITIONS) {
        tu.unit.may_be_interposed();
    }
    let mut draft = Draft {
        diagnostics: std::mem::take(&mut tu.diagnostics),
        functions: tu
            .unit
            .functions
            .iter()
            .filter(|f| !f.in_system_header)
            .count(),
        lines: lines(command),
        digest: status::digest(&tu.source.bytes),
        ir: request.dump_ir.then(|| tu.unit.to_string()),
        outline: Some(Outline::new(&tu.unit, tu.hidden.clone())),
        ..Draft::default()
    };
    draft.functions_failed = tu.definitions.saturating_sub(draft.functions);
    let selected: Vec<bool> = (tu.unit.functions.iter())
        .map(|f| request.functions.selects(&f.name) && is_touched(request, command, &tu, f))
        .collect();
    draft.selected = selected.iter().filter(|selected| **selected).count();
    draft.requests = requests(request, &selected, &mut tu, &mut draft.diagnostics);
    draft.suppressed = suppressed(request, command, &tu, &mut draft.requests);
    if !draft.suppressed.is_empty() {
        // Comments are no part of the preprocessed text, and decide here.
        let lines = status::suppressed_text(&draft.suppressed);
        draft.digest = status::digest(&[tu.source.bytes.as_slice(), &lines].concat());
    }
    draft.stray_ids = stray_ids(&tu, &draft.requests);
    let labels = LabelTable::number(draft.requests.clone(), &draft.stray_ids).functions;
    draft.rows = rows(&tu, &labels);
    if let Some((out, index)) = out {
        let declares = annotate(&mut draft, &tu, &labels, out, &out.names[index]);
        let hooked = (request.hooks).map(|_| write::hooked(out, &out.names[index], declares));
        draft.diagnostics.extend(hooked.and_then(Result::err));
    }
    draft.unit = request.keep_units.then_some(tu.unit);
    draft
}

/// Whether the diff, if there is one, changes a line of the function.
fn is_touched(
    request: &Request,
    command: &CompileCommand,
    tu: &TranslationUnit,
    f: &ir::Function,
) -> bool {
    request.touched.as_ref().is_none_or(|touched| {
        let [first, last] =
            [f.span.start, f.span.end.saturating_sub(1)].map(|offset| tu.source.place(offset));
        let here = std::env::current_dir().unwrap_or_default();
        let path = here.join(&command.directory).join(name_path(&first.file));
        touched.touches(&path, first.line, last.line)
    })
}

/// Writes the annotated text, without final ids. Whether it declares `pc_label`.
fn annotate(
    draft: &mut Draft,
    tu: &TranslationUnit,
    labels: &[Vec<Label>],
    out: &Output,
    name: &Path,
) -> bool {
    let annotated = instrument::annotate(&tu.source, &tu.unit, labels);
    draft.annotated = name.to_path_buf();
    draft.diagnostics.extend(annotated.diagnostics);
    draft.slots = annotated.text.slots;
    if let Err(problem) = out.dir.draft_annotated(name, &annotated.text.text) {
        draft.diagnostics.push(problem);
        draft.failed = true;
    }
    annotated.declares
}

/// The lines of the input itself, without what it includes.
fn lines(command: &CompileCommand) -> usize {
    input(command).split(|&byte| byte == b'\n').count() - 1
}

fn input(command: &CompileCommand) -> Vec<u8> {
    std::fs::read(command.directory.join(&command.file)).unwrap_or_default()
}

/// Ids of `pc_label` calls in functions that were left out: the annotated text has them as they are.
fn stray_ids(tu: &TranslationUnit, requests: &[FunctionLabels]) -> Vec<u64> {
    let labels = requests.iter().flat_map(|function| &function.source);
    let starts = labels.map(|label| label.span.start).collect();
    instrument::stray_ids(&tu.source.bytes, &starts)
}

/// What the criteria ask for, function by function. Labels of the source always count: their ids
/// are taken.
fn requests(
    request: &Request,
    selected: &[bool],
    tu: &mut TranslationUnit,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<FunctionLabels> {
    let functions = tu.unit.functions.par_iter_mut().zip(selected);
    let asked: Vec<_> = functions
        .map(|(f, selected)| {
            let selection = if *selected {
                request.criteria.as_slice()
            } else {
                &[]
            };
            let (made, remarks) = criteria::requests(f, selection, &request.options);
            (FunctionLabels::new(f, made), remarks)
        })
        .collect();
    let mut labels = Vec::with_capacity(asked.len());
    for (function, remarks) in asked {
        labels.push(function);
        for remark in remarks {
            let place = tu.source.place(remark.span.start);
            diagnostics.push(Diagnostic::note(Some(place), remark.message));
        }
    }
    labels
}

/// Takes out the labels of lines that are to have none. Labels of the source stay.
fn suppressed(
    request: &Request,
    command: &CompileCommand,
    tu: &TranslationUnit,
    functions: &mut [FunctionLabels],
) -> Vec<SuppressedRow> {
    let mut suppressor = Suppressor::new(&request.suppressions, &command.directory);
    let mut rows = Vec::new();
    for (function, labels) in tu.unit.functions.iter().zip(functions) {
        labels.made.retain(|label| {
            let place = tu.source.place(label.span.start);
            let Some(reason) = suppressor.reason(&place, label.criterion) else {
                return true;
            };
            let (source, globals) = (&tu.source, &tu.unit.globals);
            rows.push(SuppressedRow {
                place,
                criterion: label.criterion.to_string(),
                function: function.name.clone(),
                predicate: instrument::pretty(source, globals, function, label.predicate),
                reason: reason.to_string(),
            });
            false
        });
    }
    rows
}

fn rows(tu: &TranslationUnit, labels: &[Vec<Label>]) -> Vec<Vec<LabelRow>> {
    let functions = tu.unit.functions.par_iter().zip(labels);
    functions
        .map(|(function, labels)| function_rows(tu, function, labels))
        .collect()
}

fn function_rows(tu: &TranslationUnit, function: &ir::Function, labels: &[Label]) -> Vec<LabelRow> {
    let mut keys = Keys::default();
    let row = |label: &Label| {
        let (source, globals) = (&tu.source, &tu.unit.globals);
        let predicate = instrument::pretty(source, globals, function, label.predicate);
        let mutation = |found: MutantText| {
            let end = source.place(found.span.end);
            Mutation {
                of: found.of,
                by: found.by,
                end_line: end.line,
                end_column: end.column,
            }
        };
        let text =
            |mutant| instrument::mutant_text(source, globals, function, mutant).map(mutation);
        LabelRow {
            id: label.id,
            key: keys.next(&function.name, &label.tag, &predicate),
            criterion: label.criterion.to_string(),
            tag: label.tag.clone(),
            place: tu.source.place(label.span.start),
            function: function.name.clone(),
            group: String::new(),
            predicate,
            mutation: label.mutant.and_then(text),
        }
    };
    labels.iter().map(row).collect()
}
