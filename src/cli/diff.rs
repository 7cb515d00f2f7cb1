//! `tamis diff`: which labels changed status between two runs.

use super::Exit;
use super::annotate::plural;
use super::args::Format;
use super::report::fail;
use super::report_args::DiffArgs;
use super::terminal::{self, say};
use crate::base::{Diagnostic, relative};
use crate::status::{self, Change, Comparison, Context, LabelRow, Labelled, Results, Verdict};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::path::Path;

pub(super) fn run(args: DiffArgs) -> Exit {
    let read = || Ok((read(&args.old)?, read(&args.new)?));
    let (old, new) = match read() {
        Ok(runs) => runs,
        Err(problem) => return fail(problem, Exit::Input),
    };
    let found = status::compare(results(&old), results(&new));
    let for_machines = args.json || args.format == Format::Json;
    let text = match for_machines {
        true => format!("{}\n", machine(&found)),
        false => found
            .changes
            .iter()
            .map(|change| line(change) + "\n")
            .collect(),
    };
    let printed = terminal::output(text.as_bytes());
    if !for_machines {
        say!("{}", human(&found));
    }
    match args.check && count(&found, |change| matches!(change, Change::Changed(..))) > 0 {
        true => Exit::Gate,
        false => printed,
    }
}

type Run = (Vec<LabelRow>, Vec<Verdict>, HashMap<u64, Context>);

fn read(dir: &Path) -> Result<Run, Diagnostic> {
    let hint =
        "name two directories that `tamis clean` wrote, as in `tamis diff tamis.out.old tamis.out`";
    status::verify(dir).map_err(|problem| problem.with_hint(hint))?;
    let labels = status::read_labels(&dir.join("labels.csv"))?;
    let verdicts = status::read_status(&dir.join("status.csv"))?;
    let ids = labels.iter().map(|label| label.id);
    if !ids.eq(verdicts.iter().map(|verdict| verdict.id)) {
        let message = format!(
            "labels.csv and status.csv of {} name different labels",
            dir.display()
        );
        return Err(Diagnostic::error(None, message).with_hint("clean again"));
    }
    Ok((labels, verdicts, status::read_contexts(dir)?))
}

fn results((labels, verdicts, contexts): &Run) -> Results<'_> {
    Results {
        labels,
        verdicts,
        contexts,
    }
}

fn line(change: &Change) -> String {
    let (row, change) = match change {
        Change::Added((row, verdict)) => (row, format!("new, {}", verdict.status.name())),
        Change::Removed((row, verdict)) => (row, format!("gone, was {}", verdict.status.name())),
        Change::Changed(old, new) => {
            let names = [old, new].map(|(_, verdict)| verdict.status.name());
            (&new.0, names.join(" → "))
        }
    };
    let LabelRow {
        place,
        function,
        tag,
        ..
    } = row;
    let place = place.to_string();
    let place = relative(&place, &terminal::here());
    format!("{place}: {function}: {tag} {}: {change}", row.objective())
}

fn machine(found: &Comparison) -> Value {
    let side = |(row, verdict): &Labelled| {
        json!({
            "id": row.id,
            "file": &*row.place.file,
            "line": row.place.line,
            "column": row.place.column,
            "status": verdict.status.name(),
            "by": verdict.status.by(),
            "reason": verdict.reason,
        })
    };
    let change = |change: &Change| {
        let (kind, row, old, new) = match change {
            Change::Added(new) => ("added", new.0, Value::Null, side(new)),
            Change::Removed(old) => ("removed", old.0, side(old), Value::Null),
            Change::Changed(old, new) => ("changed", new.0, side(old), side(new)),
        };
        json!({
            "change": kind,
            "key": row.key,
            "criterion": row.criterion,
            "tag": row.tag,
            "function": row.function,
            "predicate": row.predicate,
            "mutant": row.mutation,
            "old": old,
            "new": new,
        })
    };
    let changes: Vec<Value> = found.changes.iter().map(change).collect();
    json!({ "same": found.same, "changes": changes })
}

fn human(found: &Comparison) -> String {
    let changed = count(found, |change| matches!(change, Change::Changed(..)));
    let added = count(found, |change| matches!(change, Change::Added(_)));
    let removed = count(found, |change| matches!(change, Change::Removed(_)));
    let changed = plural(changed, "label");
    format!(
        "{changed} changed status, {added} new, {removed} gone, {} as before",
        found.same
    )
}

fn count(found: &Comparison, of_kind: impl Fn(&Change) -> bool) -> usize {
    found
        .changes
        .iter()
        .filter(|change| of_kind(change))
        .count()
}
