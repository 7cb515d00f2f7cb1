//! What earlier test runs covered: a line per criterion, and the numbers of the last runs.

use super::chart::grouped;
use super::date;
use crate::report::data::Run;
use crate::report::escape::markup;
use crate::status::percent_text;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Runs whose numbers are listed.
const LISTED: usize = 10;

/// Nothing before the second run: one point is no trend.
pub fn trend(run: &Run) -> String {
    let times = run.times();
    let (Some(first), Some(last)) = (times.first(), times.last()) else {
        return String::new();
    };
    if first == last {
        return String::new();
    }
    let mut lines: BTreeMap<&str, Vec<(u64, f64)>> = BTreeMap::new();
    for row in &run.history {
        if let Some(corrected) = row.ratio.corrected() {
            let points = lines.entry(row.criterion.as_str()).or_default();
            points.push((row.time, corrected));
        }
    }
    let mut text = format!(
        "<section class=\"card\" id=\"trend\"><h2>Trend</h2><p class=\"lead\">The corrected ratio after {} test runs from {} to {}.</p>",
        grouped(times.len()),
        date(*first),
        date(*last),
    );
    text += "<div class=\"trends\">";
    for (criterion, points) in &lines {
        let now = points.last().map_or(0.0, |point| point.1);
        let _ = write!(
            text,
            "<figure>{}<figcaption>{} <b>{}</b></figcaption></figure>",
            line(criterion, points, *first, *last),
            markup(criterion),
            percent_text(now),
        );
    }
    text += "</div><div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Last test runs\"><table><thead><tr><th>run</th><th>criterion</th>\
             <th class=\"num\">raw</th><th class=\"num\">corrected</th><th class=\"num\">to cover</th></tr></thead><tbody>";
    for time in times.iter().rev().take(LISTED) {
        for row in run.history.iter().filter(|row| row.time == *time) {
            let percent = |ratio: Option<f64>| ratio.map_or("–".into(), percent_text);
            let _ = write!(
                text,
                "<tr><td>{}</td><td>{}</td><td class=\"num\">{}</td><td class=\"num\">{}</td><td class=\"num\">{}</td></tr>",
                date(row.time),
                markup(&row.criterion),
                percent(row.ratio.raw()),
                percent(row.ratio.corrected()),
                grouped(row.ratio.to_cover()),
            );
        }
    }
    text + "</tbody></table></div></section>"
}

/// From 0 to 100 %, over the time of all runs.
fn line(name: &str, points: &[(u64, f64)], first: u64, last: u64) -> String {
    let x = |time: u64| 200.0 * (time - first) as f64 / (last - first) as f64;
    let places: Vec<String> = points
        .iter()
        .map(|&(time, percent)| format!("{:.1},{:.1}", x(time), 50.0 - percent / 2.0))
        .collect();
    format!(
        "<svg class=\"trend\" viewBox=\"-3 -3 206 56\" role=\"img\" aria-label=\"{} over {} runs\"><polyline points=\"{}\"/></svg>",
        markup(name),
        points.len(),
        places.join(" ")
    )
}
