//! The overview: charts by criterion, what to cover next, a table of functions.

use super::chart::{Counts, grouped, legend, ring, stacked};
use super::trend::trend;
use super::{Homes, Page, Shown, code, document, footer, masthead};
use crate::report::data::{Label, Run, WHY_LOWER};
use crate::report::escape::markup;
use crate::status::{Ratio, percent_text};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;

const SCRIPT: &str = include_str!("index.js");
/// How many objectives the page lists.
const LISTED: usize = 10;
/// How many suppressed labels it lists.
const SUPPRESSED: usize = 200;

pub fn page(run: &Run, files: &[Shown], homes: &Homes) -> Page {
    let criteria: Vec<String> = run.criteria().iter().cloned().collect();
    let mut body = masthead(run, "");
    body += "<main class=\"wide\">";
    body += &headline(run, files);
    body += &cards(run, &criteria);
    body += &next(run, homes);
    body += TABLE;
    body += &trend(run);
    body += &suppressed(run);
    body += &assumptions(run);
    body += "</main>";
    body += &footer(run);
    let data = json!({
        "criteria": criteria,
        "measured": run.measured,
        "files": file_list(run, files),
        "functions": functions(files, &criteria),
        "ids": id_ranges(files),
    });
    Page {
        name: "index.html".into(),
        text: document(&format!("{} – tamis", run.dir), &body, &data, SCRIPT),
    }
}

const TABLE: &str = "<section class=\"card\" id=\"functions\"><h2>Functions, files and directories</h2>\
<form class=\"bar\" id=\"filters\"><label>By <select id=\"by\"><option>function</option><option>file</option><option>directory</option></select></label>\
<label>Criterion <select id=\"criterion\"><option value=\"\">all</option></select></label>\
<label>Show <select id=\"show\"><option value=\"\">all functions</option><option value=\"open\">with labels to cover</option>\
<option value=\"infeasible\">with infeasible labels</option></select></label>\
<label class=\"grow\">Filter <input id=\"filter\" type=\"search\" placeholder=\"function or file\"></label>\
<label>Go to label <input id=\"goto\" inputmode=\"numeric\" size=\"8\" placeholder=\"id\"></label></form>\
<div class=\"scroll\"><table id=\"table\"><thead></thead><tbody></tbody></table></div>\
<p class=\"foot\"><span id=\"shown\"></span> <button type=\"button\" id=\"more\" hidden>Show more</button></p>\
<noscript><p>The table needs JavaScript, which this page has in itself.</p></noscript></section>";

fn headline(run: &Run, files: &[Shown]) -> String {
    let (mut live, mut removed) = (0, 0);
    for label in run.labels() {
        match label.verdict.status.is_live() {
            true => live += 1,
            false => removed += 1,
        }
    }
    let [certain, feasible] = run.removed();
    let suite = match (run.measured, run.tests.len()) {
        (false, _) => "No test suite was run yet: <code>tamis replay</code> measures one.".into(),
        (true, 0) => String::new(),
        (true, tests) => {
            let [by_test, by_proof, open] = run.ended().map(grouped);
            let count = if tests == 1 {
                "1 test".into()
            } else {
                format!("{} tests", grouped(tests))
            };
            format!(
                "Measured with {count}: {by_test} labels are covered, {by_proof} proved infeasible, {open} open."
            )
        }
    };
    format!(
        "<h1>{} of {} objectives are worth a test</h1>\
         <p class=\"lead\">{} were proved infeasible, duplicate or subsumed, in {} source {}: {} for certain, \
         {} if a label that implies them can be covered. {suite}</p>",
        grouped(live),
        grouped(run.count()),
        grouped(removed),
        grouped(files.len()),
        if files.len() == 1 { "file" } else { "files" },
        grouped(certain),
        grouped(feasible),
    )
}

fn cards(run: &Run, criteria: &[String]) -> String {
    let ratios = run.ratios();
    let mut text = String::from("<div class=\"cards\">");
    for name in criteria {
        let labels = run.labels().filter(|label| label.row.family() == name);
        let counts = counts(labels);
        let ratio = ratios
            .get(name)
            .map(|ratio| ratio.total)
            .unwrap_or_default();
        let _ = write!(
            text,
            "<section class=\"card\"><div class=\"split\"><div><h2>{}</h2><p class=\"big\">{} labels</p>{}</div>{}</div>{}{}{}</section>",
            markup(name),
            grouped(ratio.labels),
            worth(&ratio),
            ring_of(run, &ratio),
            measured(run, &ratio),
            stacked(&counts),
            legend(&counts),
        );
    }
    text += "</div>";
    if run.measured {
        let _ = write!(text, "<p class=\"lead\">{WHY_LOWER}</p>");
    }
    text
}

fn counts<'a>(labels: impl Iterator<Item = Label<'a>>) -> Counts {
    let mut counts = Counts::default();
    for label in labels {
        counts[code(label.standing())] += 1;
    }
    counts
}

fn worth(ratio: &Ratio) -> String {
    format!("<p>{} worth a test</p>", grouped(ratio.live))
}

fn measured(run: &Run, ratio: &Ratio) -> String {
    match ratio.raw().filter(|_| run.measured) {
        Some(raw) => format!(
            "<dl class=\"ratios\"><dt>raw</dt><dd>{} <small>{} of {}</small></dd>\
             <dt>of feasible</dt><dd>{} <small>{} of {}</small></dd>\
             <dt>corrected</dt><dd>{} <small>{} of {}</small></dd></dl>",
            percent_text(raw),
            grouped(ratio.covered),
            grouped(ratio.labels),
            ratio.of_feasible().map_or("–".into(), percent_text),
            grouped(ratio.covered),
            grouped(ratio.feasible),
            ratio.corrected().map_or("–".into(), percent_text),
            grouped(ratio.live_covered),
            grouped(ratio.live),
        ),
        None => String::new(),
    }
}

/// The corrected ratio. Before a test suite was run there is none: a ring of anything else would look like coverage.
fn ring_of(run: &Run, ratio: &Ratio) -> String {
    let corrected = ratio.corrected().filter(|_| run.measured);
    corrected.map_or_else(String::new, |corrected| ring(corrected, "corrected"))
}

/// The objectives that bring most.
fn next(run: &Run, homes: &Homes) -> String {
    let objectives = run.objectives();
    let mut text = format!(
        "<section class=\"card\"><h2>To cover next</h2><p class=\"lead\">{} objectives are left. A test for one of the first \
         covers many others with it.</p><div class=\"scroll\"><table><thead><tr><th class=\"num\">label</th><th>function</th><th>place</th><th>covered when</th>\
         <th class=\"num\">brings</th></tr></thead><tbody>",
        grouped(objectives.len())
    );
    for objective in objectives.iter().take(LISTED) {
        let Some((label, home)) = run.label(objective.id).zip(homes.get(&objective.id)) else {
            continue;
        };
        let place = &label.row.place;
        let _ = write!(
            text,
            "<tr><td class=\"num\"><a href=\"{home}#l{0}\">{0}</a></td><td class=\"name\"><span class=\"cut\" title=\"{3}\">{3}</span></td><td class=\"path\"><span class=\"cut\">{1}:{2}</span></td><td class=\"when\"><code>{4}</code></td><td class=\"num\">{5}</td></tr>",
            objective.id,
            markup(run.relative(&place.file)),
            place.line,
            markup(&label.row.function),
            markup(&label.row.objective()),
            grouped(objective.brings.len()),
        );
    }
    text + "</tbody></table></div></section>"
}

/// What was left out, and why.
fn suppressed(run: &Run) -> String {
    let reasons = run.suppressions();
    if reasons.is_empty() {
        return String::new();
    }
    let mut text = format!(
        "<details class=\"card\" id=\"suppressed\"><summary>{} suppressed labels, which do not count</summary><ul>",
        grouped(run.suppressed.len())
    );
    for (reason, count) in reasons {
        let (reason, count) = (markup(reason), grouped(count));
        let _ = write!(text, "<li><code>{reason}</code>: {count}</li>");
    }
    text += "</ul><ul>";
    for row in run.suppressed.iter().take(SUPPRESSED) {
        let _ = write!(
            text,
            "<li>{}:{} {} <code>{}</code>: {}</li>",
            markup(run.relative(&row.place.file)),
            row.place.line,
            markup(&row.criterion),
            markup(&row.predicate),
            markup(&row.reason),
        );
    }
    text + "</ul></details>"
}

fn assumptions(run: &Run) -> String {
    let list = run.summary["assumptions"].as_array();
    let in_force = list
        .into_iter()
        .flatten()
        .filter(|row| row["in_force"].as_bool() == Some(true));
    let items: Vec<String> = in_force
        .filter_map(|row| {
            Some(format!(
                "{}: {}",
                row["name"].as_str()?,
                row["sentence"].as_str()?
            ))
        })
        .collect();
    if items.is_empty() {
        return String::new();
    }
    let mut text =
        String::from("<details class=\"card\"><summary>What is taken for granted</summary><ul>");
    for item in items {
        let _ = write!(text, "<li>{}</li>", markup(&item));
    }
    text + "</ul></details>"
}

fn file_list(run: &Run, files: &[Shown]) -> Vec<Value> {
    let entry = |file: &Shown| {
        json!([
            run.relative(&file.path),
            file.parts.first().map(|part| &part.name)
        ])
    };
    files.iter().map(entry).collect()
}

/// One row per function: the file, the name, the first line with a label, its page, and the counts of each criterion.
fn functions(files: &[Shown], criteria: &[String]) -> Vec<Value> {
    let mut rows = Vec::new();
    for (number, file) in files.iter().enumerate() {
        let mut found: BTreeMap<&str, (u32, &str, Vec<Counts>)> = BTreeMap::new();
        for part in &file.parts {
            for label in &part.labels {
                let fresh = || {
                    (
                        label.row.place.line,
                        part.name.as_str(),
                        vec![Counts::default(); criteria.len()],
                    )
                };
                let row = found.entry(&label.row.function).or_insert_with(fresh);
                let criterion = criteria.iter().position(|name| name == label.row.family());
                if let Some(criterion) = criterion {
                    row.2[criterion][code(label.standing())] += 1;
                }
            }
        }
        for (name, (line, page, counts)) in found {
            rows.push(json!([number, name, line, page, counts]));
        }
    }
    rows
}

/// Which page has the labels from this id on, up to the next entry.
fn id_ranges(files: &[Shown]) -> Vec<Value> {
    let mut homes: Vec<(u64, &str)> = Vec::new();
    for part in files.iter().flat_map(|file| &file.parts) {
        homes.extend(
            part.labels
                .iter()
                .map(|label| (label.row.id, part.name.as_str())),
        );
    }
    homes.sort_unstable();
    homes.dedup_by_key(|(_, page)| *page);
    homes.iter().map(|(id, page)| json!([id, page])).collect()
}
