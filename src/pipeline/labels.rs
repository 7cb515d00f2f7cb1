//! All units together: final ids and groups for labels, in the order of the inputs.

use super::unit::Draft;
use super::{Outcome, Request, groups};
use crate::base::{Diagnostic, Stop};
use crate::context::{self, Context, Parts};
use crate::coreach::{Groups, Program};
use crate::frontend::pool::with_deep_stack;
use crate::ir::Unit;
use crate::labels::LabelTable;
use crate::status::{self, LabelRow, SuppressedRow};
use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// The labels of the run.
pub(super) struct RunLabels {
    /// By id.
    pub rows: Vec<LabelRow>,
    /// What was left out, by place.
    pub suppressed: Vec<SuppressedRow>,
    /// The annotated files, with the final id of each slot.
    pub files: Vec<(PathBuf, Vec<(usize, u64)>)>,
    /// Per function, in the order of the program.
    pub labels: LabelTable,
    pub groups: Groups,
    pub program: Program,
    basis: groups::Basis,
    pub context: Context,
    /// What was read, in the order of the inputs.
    pub units: Vec<Unit>,
    /// By unit: the index of its input.
    pub inputs: Vec<usize>,
}

/// Numbers all labels, and hands what the units have to say to the outcome.
pub(super) fn number(
    request: &Request,
    mut drafts: Vec<Draft>,
    outcome: &mut Outcome,
) -> RunLabels {
    note_empty_selection(request, &drafts, outcome);
    let requests = drafts
        .iter_mut()
        .flat_map(|draft| std::mem::take(&mut draft.requests))
        .collect();
    let taken: Vec<u64> = drafts.iter().flat_map(|d| &d.stray_ids).copied().collect();
    let numbered = LabelTable::number(requests, &taken);
    let (basis, program, groups) = groups::groups(request, &mut drafts, &numbered, outcome);
    let mut functions = numbered.functions.iter().zip(&groups.of);
    let (mut all_rows, mut files, mut units) = (Vec::new(), Vec::new(), Vec::new());
    let (mut inputs, mut suppressed) = (Vec::new(), BTreeSet::new());
    // The place of each function's labels, for problems with their ids.
    let mut first_rows = Vec::with_capacity(numbered.functions.len());
    for (input, mut draft) in drafts.into_iter().enumerate() {
        let mut ids: HashMap<u64, u64> = HashMap::new();
        for mut rows in std::mem::take(&mut draft.rows) {
            first_rows.push(all_rows.len());
            // Both lists are made by the same rule from the same requests.
            let Some((labels, groups)) = functions.next() else {
                break;
            };
            for (row, (label, group)) in rows.iter_mut().zip(labels.iter().zip(groups)) {
                ids.insert(row.id, label.id);
                row.id = label.id;
                row.group = group.to_string();
            }
            all_rows.append(&mut rows);
        }
        for slot in &mut draft.slots {
            slot.1 = ids.get(&slot.1).copied().unwrap_or(slot.1);
        }
        if !draft.failed {
            files.push((
                std::mem::take(&mut draft.annotated),
                std::mem::take(&mut draft.slots),
            ));
        }
        suppressed.extend(std::mem::take(&mut draft.suppressed));
        inputs.extend(draft.unit.is_some().then_some(input));
        units.extend(draft.unit.take());
        report(draft, outcome);
    }
    for problem in &numbered.problems {
        let labels = &numbered.functions[problem.function];
        let index = labels
            .iter()
            .position(|label| label.in_source && label.span == problem.span);
        let row = index.and_then(|index| all_rows.get(first_rows[problem.function] + index));
        let place = row.map(|row: &LabelRow| row.place.clone());
        outcome
            .diagnostics
            .push(Diagnostic::note(place, problem.message.clone()));
    }
    all_rows.sort_by_key(|row| row.id);
    outcome.summary.suppressed = suppressed.len();
    let context = Context::nothing(&units);
    RunLabels {
        rows: all_rows,
        suppressed: suppressed.into_iter().collect(),
        files,
        labels: numbered,
        groups,
        program,
        basis,
        context,
        units,
        inputs,
    }
}

/// Adds the facts of the whole program, if they are asked for and there is time to find them.
pub(super) fn learn_facts(
    request: &Request,
    table: &mut RunLabels,
    stop: &Stop,
    outcome: &mut Outcome,
) {
    if request.context == Parts::NONE {
        return;
    }
    let clock = Instant::now();
    let is_over = || stop.load(Ordering::Relaxed);
    let mut lent = 0;
    if request.context.references {
        let outlines = &mut table.basis.outlines;
        lent = context::lend(&mut table.units, outlines, &table.program);
    }
    if lent > 0 {
        table.program = table.basis.program(request);
    }
    let (units, program) = (&table.units, &table.program);
    table.context = with_deep_stack(|| Context::new(units, program, request.context, &is_over));
    let count = table.context.count();
    outcome.summary.context = Some(status::Facts {
        arguments: count.arguments,
        results: count.results,
        globals: count.globals,
        states: count.states,
        references: lent,
        extents: count.extents,
        seconds: clock.elapsed().as_secs_f64(),
    });
}

/// A misspelt name in `--functions` would otherwise look like a clean run.
fn note_empty_selection(request: &Request, drafts: &[Draft], outcome: &mut Outcome) {
    let selected: usize = drafts.iter().map(|draft| draft.selected).sum();
    if selected == 0 && !request.functions.only.is_empty() {
        let message = format!(
            "no function is called `{}`",
            request.functions.only.join("`, `")
        );
        outcome.diagnostics.push(Diagnostic::note(None, message));
    }
}

fn report(draft: Draft, outcome: &mut Outcome) {
    let summary = &mut outcome.summary;
    summary.files += usize::from(!draft.failed);
    summary.files_failed += usize::from(draft.failed);
    summary.functions += draft.functions;
    summary.functions_failed += draft.functions_failed;
    summary.lines += draft.lines;
    outcome.internal_errors += usize::from(draft.internal);
    outcome.diagnostics.extend(draft.diagnostics);
    outcome.ir.extend(draft.ir);
}
