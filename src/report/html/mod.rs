//! The report as pages for a browser: an overview, and the source with its labels.
//!
//! Every page stands alone: no script, style or picture comes from elsewhere. Names of pages are made here, never
//! taken from a path. Data goes to the script as JSON and reaches the page as text only.

mod chart;
mod file;
mod highlight;
mod index;
mod part;
mod trend;

use super::data::{Run, Standing};
use super::escape::{markup, script_json};
use super::source::Sources;
use crate::base::Diagnostic;
use part::Part;
use serde_json::Value;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

const STYLE: &str = include_str!("style.css");
const COMMON: &str = include_str!("common.js");

/// A file of the report.
pub struct Page {
    /// A plain name with no directory.
    pub name: String,
    pub text: String,
}

/// A source file of the report.
struct Shown<'a> {
    path: Arc<str>,
    /// `None` when the text may not be shown.
    text: Option<String>,
    parts: Vec<Part<'a>>,
}

/// Gives out each page; the first one is `index.html`. Tells which files could not be shown with their text.
pub fn pages(
    run: &Run,
    sources: &Sources,
    give: &mut dyn FnMut(Page) -> Result<(), Diagnostic>,
) -> Result<Vec<Arc<str>>, Diagnostic> {
    let mut files = Vec::new();
    for (number, (path, labels)) in run.by_file().into_iter().enumerate() {
        let text = sources.text(&path)?;
        let parts = part::parts(number + 1, text.as_deref().unwrap_or_default(), labels);
        files.push(Shown { path, text, parts });
    }
    let homes = homes(&files);
    let neighbours = file::Neighbours::new(run);
    give(index::page(run, &files, &homes))?;
    for shown in &files {
        for at in 0..shown.parts.len() {
            give(file::page(run, shown, at, &homes, &neighbours))?;
        }
    }
    let without = files.iter().filter(|file| file.text.is_none());
    Ok(without.map(|file| file.path.clone()).collect())
}

/// The page that shows a label.
type Homes<'a> = HashMap<u64, &'a str>;

fn homes<'a>(files: &'a [Shown]) -> Homes<'a> {
    let parts = files.iter().flat_map(|file| &file.parts);
    let labels = parts.flat_map(|part| {
        part.labels
            .iter()
            .map(move |l| (l.row.id, part.name.as_str()))
    });
    labels.collect()
}

/// What the scripts call a standing: its place in the list.
fn code(standing: Standing) -> usize {
    let at = Standing::ALL.iter().position(|other| *other == standing);
    at.unwrap_or(0)
}

/// A whole page around a body; the script finds the data by itself.
fn document(title: &str, body: &str, data: &Value, script: &str) -> String {
    let data = script_json(data);
    // It names the only script and style that the browser may use, and nobody can foresee it: it depends on the page.
    let mut hasher = DefaultHasher::new();
    (title, body, &data).hash(&mut hasher);
    let nonce = format!("{:016x}", hasher.finish());
    let title = markup(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'nonce-{nonce}'; \
         style-src 'nonce-{nonce}'; base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style nonce=\"{nonce}\">\n{STYLE}</style>\n</head>\n<body>\n{body}\n\
         <script type=\"application/json\" id=\"data\">{data}</script>\n\
         <script nonce=\"{nonce}\">\n'use strict';\n{COMMON}\n{script}</script>\n</body>\n</html>\n"
    )
}

/// The bar at the top of each page.
fn masthead(run: &Run, trail: &str) -> String {
    let dir = markup(&run.dir);
    format!(
        "<header class=\"mast\"><a class=\"brand\" href=\"index.html\">{}<b>tamis</b></a>\
         <span class=\"trail\"><a href=\"index.html\">{dir}</a>{trail}</span></header>",
        chart::SIEVE
    )
}

/// Which tamis, and when.
fn footer(run: &Run) -> String {
    let version = run.summary["versions"]["tamis"].as_str();
    let version = version.unwrap_or(env!("CARGO_PKG_VERSION"));
    let made = run
        .made
        .map_or_else(String::new, |seconds| format!(", {}", date(seconds)));
    format!(
        "<footer class=\"made\">tamis {}{made}. Keys: <kbd>/</kbd> filter, <kbd>n</kbd> and <kbd>p</kbd> next and previous label to \
         cover</footer>",
        markup(version)
    )
}

/// A day and a time of day in UTC, from seconds since 1970.
pub fn date(seconds: u64) -> String {
    let (mut days, rest) = (seconds / 86400, seconds % 86400);
    let by = |year: u64, n: u64| year.is_multiple_of(n);
    let leap = |year: u64| by(year, 4) && (!by(year, 100) || by(year, 400));
    let mut year = 1970;
    while days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    let february = 28 + u64::from(leap(year));
    let lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 1;
    for length in lengths {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    let (hour, minute) = (rest / 3600, rest % 3600 / 60);
    format!(
        "{year}-{month:02}-{:02} {hour:02}:{minute:02} UTC",
        days + 1
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_become_days() {
        assert_eq!(date(0), "1970-01-01 00:00 UTC");
        assert_eq!(date(951_782_400 + 86399), "2000-02-29 23:59 UTC");
        assert_eq!(date(1_763_427_600), "2025-11-18 01:00 UTC");
    }
}
