//! `tamis blocks`: prints the co-reached groups.

use super::Exit;
use super::annotate::{diagnostic, exit, failed, plural, request};
use super::args::{BlocksArgs, Format};
use super::progress::Bar;
use super::render::{Renderer, Styles};
use super::terminal;
use crate::pipeline::{self, Outcome};
use crate::status::LabelRow;
use serde_json::{Value, json};
use std::collections::BTreeMap;

pub(super) fn run(args: BlocksArgs) -> Exit {
    let (format, all) = (args.labels.work.format, args.labels.work.all_diagnostics);
    let bar = Bar::new(format == Format::Text);
    let result = pipeline::blocks(&request(args.labels), &bar);
    bar.clear();
    let renderer = Renderer::new(Styles::of_stderr(), all || terminal::is_verbose());
    let (outcome, rows) = match result {
        Ok(result) => result,
        Err(failure) => return failed(&renderer, failure),
    };
    let groups = groups(&rows);
    let text = match format {
        Format::Json => format!("{}\n", machine(&outcome, &groups)),
        Format::Text => {
            let lines = groups.iter().map(|(id, parts)| line(*id, parts) + "\n");
            lines.collect()
        }
    };
    let printed = terminal::output(text.as_bytes());
    if format == Format::Text {
        let hidden = renderer.print(&outcome.diagnostics);
        terminal::message(format_args!("{}", human(&rows, groups.len(), hidden)));
    }
    exit(&outcome).or(printed)
}

/// The labels of a group in one function.
struct Part<'a> {
    function: &'a str,
    file: &'a str,
    lines: (u32, u32),
    labels: Vec<u64>,
}

/// The groups by number, each by function, in the order of the run.
fn groups(rows: &[LabelRow]) -> BTreeMap<u64, Vec<Part<'_>>> {
    let mut groups: BTreeMap<u64, Vec<Part>> = BTreeMap::new();
    for row in rows {
        let parts = groups.entry(row.group.parse().unwrap_or(0)).or_default();
        let (function, file) = (row.function.as_str(), &*row.place.file);
        let line = row.place.line;
        match parts
            .iter_mut()
            .find(|part| part.function == function && part.file == file)
        {
            Some(part) => {
                part.lines = (part.lines.0.min(line), part.lines.1.max(line));
                part.labels.push(row.id);
            }
            None => parts.push(Part {
                function,
                file,
                lines: (line, line),
                labels: vec![row.id],
            }),
        }
    }
    groups
}

fn line(id: u64, parts: &[Part]) -> String {
    let labels = parts.iter().flat_map(|part| &part.labels);
    let mut labels: Vec<u64> = labels.copied().collect();
    labels.sort_unstable();
    let labels: Vec<String> = labels.iter().map(u64::to_string).collect();
    let places: Vec<String> = parts.iter().map(place).collect();
    format!("{{{id}: {}}} {}", labels.join(" "), places.join(", "))
}

fn place(part: &Part) -> String {
    let Part { function, file, .. } = part;
    match part.lines {
        (first, last) if first == last => format!("{function} {file}:{first}"),
        (first, last) => format!("{function} {file}:{first}–{last}"),
    }
}

fn machine(outcome: &Outcome, groups: &BTreeMap<u64, Vec<Part>>) -> Value {
    let part = |part: &Part| {
        json!({
            "function": part.function,
            "file": part.file,
            "first_line": part.lines.0,
            "last_line": part.lines.1,
            "labels": part.labels,
        })
    };
    let group = |(id, parts): (&u64, &Vec<Part>)| {
        let parts: Vec<Value> = parts.iter().map(part).collect();
        json!({ "id": id, "parts": parts })
    };
    let groups: Vec<Value> = groups.iter().map(group).collect();
    let diagnostics: Vec<Value> = outcome.diagnostics.iter().map(diagnostic).collect();
    json!({
        "groups": groups,
        "assumptions": outcome.summary.assumptions,
        "diagnostics": diagnostics,
    })
}

fn human(rows: &[LabelRow], groups: usize, hidden: usize) -> String {
    let mut text = String::new();
    if hidden > 0 {
        text += &format!("{hidden} more diagnostics: --all-diagnostics shows them\n");
    }
    let labels = plural(rows.len(), "label");
    text += &format!("{labels} in {}\n", plural(groups, "group"));
    text
}
