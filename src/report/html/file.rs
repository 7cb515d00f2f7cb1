//! A part of a source file: its text, its labels, and the relations that touch them.

use super::{Homes, Page, Shown, code, document, footer, masthead};
use crate::report::data::{Label, Run, or};
use crate::report::escape::markup;
use crate::status::{LabelRow, Mutation};
use serde_json::{Map, Value, json};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt::Write;

const SCRIPT: &str = include_str!("file.js");
/// Tests that are named with a label.
const TESTS: usize = 20;
/// Relations of one label that a page knows.
const DEGREE: usize = 200;

pub fn page(run: &Run, shown: &Shown, at: usize, homes: &Homes, near: &Neighbours) -> Page {
    let part = &shown.parts[at];
    let trail = format!(" / <h1>{}</h1>", markup(or(run.relative(&shown.path), "–")));
    let mut body = masthead(run, &trail);
    body += &parts(shown, at);
    body += FILTERS;
    body += "<div class=\"desk\"><main id=\"source\">";
    body += &source(shown, at);
    body += PANEL;
    body += &footer(run);
    let title = format!("{} – tamis", run.relative(&shown.path));
    Page {
        name: part.name.clone(),
        text: document(&title, &body, &data(run, &part.labels, homes, near), SCRIPT),
    }
}

const FILTERS: &str = "<form class=\"bar sticky\" id=\"filters\" role=\"search\" aria-label=\"Labels\"><span class=\"tabs\" role=\"tablist\">\
<button type=\"button\" role=\"tab\" id=\"tab-source\" aria-selected=\"true\">Source</button>\
<button type=\"button\" role=\"tab\" id=\"tab-table\" aria-selected=\"false\">Table</button></span>\
<label>Criterion <select id=\"criterion\"><option value=\"\">all</option></select></label>\
<span id=\"standings\" class=\"toggles\"></span>\
<label class=\"grow\">Filter <input id=\"filter\" type=\"search\" placeholder=\"predicate, function or id\"></label>\
<span id=\"shown\"></span></form>\
<noscript><p>The labels need JavaScript, which this page has in itself.</p></noscript>";

const PANEL: &str = "</main><section id=\"list\" aria-label=\"Table of labels\" hidden><div class=\"scroll\"><table id=\"table\"><thead></thead><tbody></tbody></table></div>\
<p class=\"foot\"><button type=\"button\" id=\"more\" hidden>Show more</button></p></section>\
<aside id=\"panel\" aria-label=\"Why\" aria-live=\"polite\"></aside></div>";

/// Links to the parts of a file that has several.
fn parts(shown: &Shown, at: usize) -> String {
    if shown.parts.len() < 2 {
        return String::new();
    }
    let mut text = String::from("<nav class=\"parts\" aria-label=\"Parts\"><span>Lines</span>");
    for (i, part) in shown.parts.iter().enumerate() {
        let here = if i == at {
            " aria-current=\"page\""
        } else {
            ""
        };
        let caption = match part.lines {
            (0, 0) => format!("part {}", i + 1),
            (first, _) => (first + 1).to_string(),
        };
        let _ = write!(text, "<a href=\"{}\"{here}>{caption}</a>", part.name);
    }
    text + "</nav>"
}

/// The lines, or those that have labels if the text is not shown.
fn source(shown: &Shown, at: usize) -> String {
    let part = &shown.parts[at];
    let mut html = String::from("<div class=\"code\">");
    let Some(text) = &shown.text else {
        let lines: BTreeSet<u32> = part
            .labels
            .iter()
            .map(|label| label.row.place.line)
            .collect();
        for line in lines {
            row(
                &mut html,
                line as usize,
                "<i class=\"c\">text not shown</i>",
            );
        }
        return html + "</div>";
    };
    let ((first, end), (offset, mut highlighter)) = (part.lines, part.start);
    let lines = text[offset..].lines().take(end - first);
    for (number, line) in lines.enumerate() {
        row(&mut html, first + number + 1, &highlighter.line(line));
    }
    html + "</div>"
}

fn row(html: &mut String, line: usize, text: &str) {
    let _ = writeln!(
        html,
        "<div class=\"l\" id=\"L{line}\"><span class=\"m\"></span><a class=\"n\" href=\"#L{line}\">{line}</a><code>{text}</code></div>"
    );
}

fn data(run: &Run, labels: &[Label], homes: &Homes, near: &Neighbours) -> Value {
    let criteria: Vec<String> = run.criteria().iter().cloned().collect();
    let here: HashSet<u64> = labels.iter().map(|label| label.row.id).collect();
    let (classes, edges) = near.around(labels);
    let related = classes.iter().flat_map(|class| class.iter().copied());
    let linked = edges.iter().flat_map(|&(a, b)| [a, b]);
    let by = labels
        .iter()
        .flat_map(|label| label.verdict.status.by().iter().copied());
    let away: BTreeSet<u64> = related
        .chain(linked)
        .chain(by)
        .filter(|id| !here.contains(id))
        .collect();
    let away: Map<String, Value> = away
        .into_iter()
        .filter_map(|id| Some((id.to_string(), elsewhere(&run.label(id)?, homes, &criteria))))
        .collect();
    let mut functions: Vec<&str> = labels
        .iter()
        .map(|label| label.row.function.as_str())
        .collect();
    functions.sort_unstable();
    functions.dedup();
    json!({
        "criteria": criteria,
        "measured": run.measured,
        "explain": run.explain_command_start(),
        "functions": functions,
        "labels": labels.iter().map(|label| one(label, &criteria, &functions)).collect::<Vec<_>>(),
        "elsewhere": away,
        "classes": classes,
        "edges": edges,
    })
}

fn one(label: &Label, criteria: &[String], functions: &[&str]) -> Value {
    let row = label.row;
    let tests: Vec<&str> = label.tests.iter().take(TESTS).map(|test| &**test).collect();
    json!([
        row.id,
        criteria.iter().position(|name| name == row.family()),
        row.tag,
        row.place.line,
        row.place.column,
        functions.binary_search(&row.function.as_str()).unwrap_or(0),
        row.group,
        code(label.standing()),
        u8::from(label.covered),
        row.predicate,
        label.verdict.reason,
        label.verdict.status.by(),
        tests,
        label.tests.len(),
        label.verdict.step,
        mutant(row),
        label.state.map(|state| [&state.start, &state.label]),
    ])
}

fn elsewhere(label: &Label, homes: &Homes, criteria: &[String]) -> Value {
    let row = label.row;
    json!([
        homes.get(&row.id),
        criteria.iter().position(|name| name == row.family()),
        row.place.line,
        code(label.standing()),
        row.predicate,
        mutant(row),
    ])
}

/// `a + b → a - b`, or nothing.
fn mutant(row: &LabelRow) -> String {
    row.mutation
        .as_ref()
        .map_or_else(String::new, Mutation::to_string)
}

/// The proved relation, by label.
pub struct Neighbours<'a> {
    class: HashMap<u64, &'a [u64]>,
    down: HashMap<u64, Vec<u64>>,
    up: HashMap<u64, Vec<u64>>,
}

impl<'a> Neighbours<'a> {
    pub fn new(run: &'a Run) -> Self {
        let mut class = HashMap::new();
        for list in &run.relation.duplicates {
            class.extend(list.iter().map(|&id| (id, list.as_slice())));
        }
        let mut near = Neighbours {
            class,
            down: HashMap::new(),
            up: HashMap::new(),
        };
        for &(a, b) in &run.relation.implications {
            let (a, b) = (near.node(a), near.node(b));
            near.down.entry(a).or_default().push(b);
            near.up.entry(b).or_default().push(a);
        }
        near.down.values_mut().for_each(|down| down.sort_unstable());
        near
    }

    fn node(&self, id: u64) -> u64 {
        self.class
            .get(&id)
            .and_then(|class| class.first())
            .copied()
            .unwrap_or(id)
    }

    /// The classes of these labels and of their neighbours, and the edges at them that no other two make up for.
    fn around(&self, labels: &[Label]) -> (Vec<&'a [u64]>, Vec<(u64, u64)>) {
        let nodes: BTreeSet<u64> = labels.iter().map(|label| self.node(label.row.id)).collect();
        let mut edges = BTreeSet::new();
        for &node in &nodes {
            let down = self.down.get(&node).into_iter().flatten().take(DEGREE);
            edges.extend(
                down.filter(|&&b| self.is_direct(node, b))
                    .map(|&b| (node, b)),
            );
            let up = self.up.get(&node).into_iter().flatten().take(DEGREE);
            edges.extend(up.filter(|&&a| self.is_direct(a, node)).map(|&a| (a, node)));
        }
        let ends = edges.iter().flat_map(|&(a, b)| [a, b]);
        let all: BTreeSet<u64> = nodes.iter().copied().chain(ends).collect();
        let classes = all.iter().filter_map(|id| self.class.get(id).copied());
        (classes.collect(), edges.into_iter().collect())
    }

    /// No label lies between the two.
    fn is_direct(&self, a: u64, b: u64) -> bool {
        let between = self.down.get(&a).into_iter().flatten().take(DEGREE);
        let mut between = between.filter(|&&c| c != b && c != a);
        !between.any(|c| {
            self.down
                .get(c)
                .is_some_and(|down| down.binary_search(&b).is_ok())
        })
    }
}
