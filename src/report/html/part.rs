//! Large files are cut into parts, so that each page loads at once.

use super::highlight::Highlighter;
use crate::report::data::Label;

const MAX_LABELS: usize = 1000;
const MAX_LINES: usize = 1500;

/// Some lines of a file, and the labels there.
pub struct Part<'a> {
    /// The page that shows it.
    pub name: String,
    /// The first line and the one after the last, from 0. Empty when the text is not shown.
    pub lines: (usize, usize),
    /// The offset of the first line, and whether it begins inside a comment.
    pub start: (usize, Highlighter),
    pub labels: Vec<Label<'a>>,
}

/// Cuts the file with this number. The labels are in the order of their lines, which may lie outside of the text.
pub fn parts<'a>(number: usize, text: &str, labels: Vec<Label<'a>>) -> Vec<Part<'a>> {
    let lines: Vec<&str> = text.lines().collect();
    let cuts = match lines.is_empty() {
        true => vec![0; labels.len().div_ceil(MAX_LABELS).max(1)],
        false => cuts(&lines, &labels),
    };
    let starts = starts(text, &cuts);
    let mut rest = labels.into_iter().peekable();
    let mut parts = Vec::new();
    for (at, &first) in cuts.iter().enumerate() {
        let end = cuts.get(at + 1).copied();
        let stays = |label: &Label, count: usize| match end {
            None => true,
            Some(_) if lines.is_empty() => count < MAX_LABELS,
            Some(end) => (label.row.place.line as usize) <= end,
        };
        let mut here = Vec::new();
        while let Some(label) = rest.next_if(|label| stays(label, here.len())) {
            here.push(label);
        }
        parts.push(Part {
            name: name(number, at),
            lines: (first, end.unwrap_or(lines.len())),
            start: starts.get(at).copied().unwrap_or_default(),
            labels: here,
        });
    }
    parts
}

fn name(number: usize, part: usize) -> String {
    match part {
        0 => format!("file{number}.html"),
        part => format!("file{number}-{}.html", part + 1),
    }
}

/// Where each part begins in the text; no line is read twice.
fn starts(text: &str, cuts: &[usize]) -> Vec<(usize, Highlighter)> {
    let mut starts = Vec::new();
    let (mut offset, mut highlighter) = (0, Highlighter::default());
    for (number, line) in text.split_inclusive('\n').enumerate() {
        if cuts.get(starts.len()) == Some(&number) {
            starts.push((offset, highlighter));
        }
        offset += line.len();
        highlighter.skip(line);
    }
    starts
}

/// The first line of each part, from 0.
fn cuts(lines: &[&str], labels: &[Label]) -> Vec<usize> {
    let mut per_line = vec![0usize; lines.len()];
    for label in labels {
        if let Some(count) = per_line.get_mut((label.row.place.line as usize).saturating_sub(1)) {
            *count += 1;
        }
    }
    let mut cuts = vec![0];
    let (mut first, mut labels, mut brace) = (0, 0, None);
    for line in 0..lines.len() {
        let full = labels + per_line[line] > MAX_LABELS || line - first >= MAX_LINES;
        if full && line > first {
            // After a closing brace in the first column, so that functions stay whole; not too far back.
            let half = first + (line - first) / 2;
            first = brace.filter(|&after| after > half).unwrap_or(line);
            cuts.push(first);
            labels = per_line[first..line].iter().sum();
        }
        labels += per_line[line];
        if lines[line].starts_with('}') {
            brace = Some(line + 1);
        }
    }
    cuts
}
