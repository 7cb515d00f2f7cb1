//! A summary for a pull request.

use super::data::{Label, Run, Standing, WHY_LOWER};
use super::escape::markdown_code;
use super::html::date;
use crate::status::{Ratio, percent_text};
use std::fmt::Write;

/// How many objectives and files are listed.
const LISTED: usize = 20;
/// How many test runs are listed.
const RUNS: usize = 5;

pub fn write(run: &Run) -> String {
    let mut text = String::from("## Test objectives\n\n");
    criteria(&mut text, run);
    if run.measured {
        files(&mut text, run);
    }
    objectives(&mut text, run);
    trend(&mut text, run);
    suppressed(&mut text, run);
    text
}

fn criteria(text: &mut String, run: &Run) {
    let _ = writeln!(
        text,
        "| criterion | labels | infeasible | duplicate | subsumed | to cover | covered | raw | feasible | corrected |\n\
         | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
    );
    for (name, ratio) in run.ratios() {
        let labels: Vec<Label> = run
            .labels()
            .filter(|label| label.row.family() == name)
            .collect();
        let count = |standing| {
            labels
                .iter()
                .filter(|label| label.standing() == standing)
                .count()
        };
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} | {} | {} |",
            markdown_code(&name),
            labels.len(),
            count(Standing::Infeasible),
            count(Standing::Duplicate),
            count(Standing::Subsumed),
            count(Standing::ToCover),
            count(Standing::Covered),
            percents(run, &ratio.total),
        );
    }
    let [certain, feasible] = run.removed();
    let _ = writeln!(
        text,
        "\n{certain} labels are removed for certain, {feasible} if a label that implies them can be covered."
    );
    let [by_test, by_proof, open] = run.ended();
    let _ = match run.measured {
        true => writeln!(
            text,
            "\n{by_test} labels are covered by tests, {by_proof} are proved infeasible, {open} are open.\n\nThe feasible ratio counts all labels that are not infeasible, the corrected one only those that are worth a test. \
             {WHY_LOWER}"
        ),
        false => writeln!(
            text,
            "\nNo test suite was run: `tamis replay` measures one."
        ),
    };
}

/// The cells of the three ratios, if a suite was measured.
fn percents(run: &Run, ratio: &Ratio) -> String {
    match run.measured {
        true => ratios(ratio),
        false => "– | – | –".into(),
    }
}

fn ratios(ratio: &Ratio) -> String {
    let all = [ratio.raw(), ratio.of_feasible(), ratio.corrected()];
    all.map(|ratio| ratio.map_or("–".into(), percent_text))
        .join(" | ")
}

/// The files with most left to cover.
fn files(text: &mut String, run: &Run) {
    let mut files: Vec<(usize, String, String, Ratio)> = Vec::new();
    for (criterion, ratios) in run.ratios() {
        for (file, ratio) in ratios.files {
            let open = ratio.total.live - ratio.total.live_covered;
            files.push((open, file, criterion.clone(), ratio.total));
        }
    }
    files.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| (&a.1, &a.2).cmp(&(&b.1, &b.2))));
    let _ = writeln!(
        text,
        "\n### Files\n\n| file | criterion | left | raw | feasible | corrected |\n| --- | --- | ---: | ---: | ---: | ---: |"
    );
    for (open, file, criterion, ratio) in files.iter().take(LISTED) {
        let (file, criterion) = (markdown_code(run.relative(file)), markdown_code(criterion));
        let percents = percents(run, ratio);
        let _ = writeln!(text, "| {file} | {criterion} | {open} | {percents} |");
    }
    more(text, files.len(), "files");
}

/// Those first that bring most.
fn objectives(text: &mut String, run: &Run) {
    let objectives = run.objectives();
    let _ = writeln!(
        text,
        "\n### To cover next\n\n| label | place | covered when | brings |\n| ---: | --- | --- | ---: |"
    );
    for objective in objectives.iter().take(LISTED) {
        let Some(label) = run.label(objective.id) else {
            continue;
        };
        let at = &label.row.place;
        let place = format!("{}:{}", run.relative(&at.file), at.line);
        let (place, predicate) = (markdown_code(&place), markdown_code(&label.row.objective()));
        let brings = objective.brings.len();
        let _ = writeln!(
            text,
            "| {} | {place} | {predicate} | {brings} |",
            objective.id
        );
    }
    more(text, objectives.len(), "objectives");
}

/// The last test runs.
fn trend(text: &mut String, run: &Run) {
    let times = run.times();
    if times.len() < 2 {
        return;
    }
    let _ = writeln!(
        text,
        "\n### Trend\n\n| run | criterion | raw | feasible | corrected | to cover |\n| --- | --- | ---: | ---: | ---: | ---: |"
    );
    for time in times.iter().rev().take(RUNS) {
        for row in run.history.iter().filter(|row| row.time == *time) {
            let _ = writeln!(
                text,
                "| {} | {} | {} | {} |",
                date(row.time),
                markdown_code(&row.criterion),
                ratios(&row.ratio),
                row.ratio.to_cover(),
            );
        }
    }
}

/// How many labels were left out, and why.
fn suppressed(text: &mut String, run: &Run) {
    let reasons = run.suppressions();
    if reasons.is_empty() {
        return;
    }
    let reasons: Vec<String> = (reasons.iter())
        .map(|(reason, count)| format!("{} {count}", markdown_code(reason)))
        .collect();
    let _ = writeln!(
        text,
        "\nSuppressed, and not counted above: {}",
        reasons.join(", ")
    );
}

fn more(text: &mut String, count: usize, what: &str) {
    if count > LISTED {
        let _ = writeln!(text, "\n… and {} more {what}", count - LISTED);
    }
}
