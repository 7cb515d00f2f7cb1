//! `tamis correct`

use super::Exit;
use super::annotate::plural;
use super::args::Format;
use super::report::{fail, is_stdout, put};
use super::report_args::CorrectArgs;
use super::terminal;
use crate::base::{Diagnostic, relative};
use crate::pipeline;
use crate::report::Run;
use crate::report::correct::{Correction, Sites, correct_gcovr, correct_lcov};
use crate::status::percent_text;
use serde_json::json;
use std::path::Path;

/// How many lines are named that could not be corrected.
const NAMED: usize = 5;

pub(super) fn run(args: CorrectArgs) -> Exit {
    let correction = match correct(&args) {
        Ok(correction) => correction,
        Err(problem) => return fail(problem, Exit::Input),
    };
    let put = match &args.out {
        Some(out) => put(Some(out), &correction.text),
        None => Exit::Done,
    };
    if put != Exit::Done {
        return put;
    }
    let text = match args.format {
        Format::Json => format!("{}\n", machine(&correction)),
        Format::Text => human(&correction),
    };
    let told = match args.out.as_deref().is_some_and(is_stdout) {
        // The corrected measurement is there.
        true => {
            terminal::message(format_args!("{text}"));
            Exit::Done
        }
        false => terminal::output(text.as_bytes()),
    };
    exit(&correction, args.fail_under).or(told)
}

fn correct(args: &CorrectArgs) -> Result<Correction, Diagnostic> {
    let run = Run::read(&args.dir)?;
    let mut sites = Sites::read(&args.dir, &run)?;
    for input in pipeline::probed_inputs(&args.dir, args.trust.trust_compiler)? {
        sites.probe(&run, &input.source, &|text| input.graph(text));
    }
    let (path, correction) = match (&args.lcov, &args.gcovr) {
        (Some(path), _) => {
            let unreachable = args.unreachable.into();
            let corrected = correct_lcov(&run, &sites, path, &text(path)?, unreachable)?;
            (path, corrected)
        }
        (_, Some(path)) => (path, correct_gcovr(&run, &sites, path, &text(path)?)?),
        _ => return Err(Diagnostic::error(None, "--lcov or --gcovr is required")),
    };
    if correction.files == 0 {
        return Err(foreign(&run, path, &args.dir));
    }
    Ok(correction)
}

/// To change nothing would look like a result.
fn foreign(run: &Run, measured: &Path, dir: &Path) -> Diagnostic {
    let message = format!(
        "{} measures no file that {} has labels in",
        measured.display(),
        dir.display()
    );
    let file = run.by_file().into_keys().next().unwrap_or_default();
    let hint = format!(
        "the names must end alike; {} has, for example, {file}",
        dir.display()
    );
    Diagnostic::error(None, message).with_hint(hint)
}

fn text(path: &Path) -> Result<String, Diagnostic> {
    std::fs::read_to_string(path).map_err(|error| {
        Diagnostic::error(None, format!("cannot read {}: {error}", path.display()))
    })
}

fn percent(ratio: Option<f64>) -> String {
    ratio.map_or("–".into(), percent_text)
}

fn human(c: &Correction) -> String {
    let left = c.branches - c.removed.len();
    let mut text = format!(
        "measured   {:>7} of {} branches, {}\ncorrected  {:>7} of {left} branches, {}\n",
        c.taken,
        c.branches,
        percent(c.raw()),
        c.taken,
        percent(c.corrected()),
    );
    if !c.removed.is_empty() {
        text += &format!("{} proved infeasible:\n", plural(c.removed.len(), "branch"));
    }
    let here = terminal::here();
    let named = |file: &str| printable(relative(file, &here));
    for r in &c.removed {
        let place = format!("{}:{}", named(&r.file), r.line);
        let predicate = printable(&r.predicate);
        text += &format!(
            "  {place} branch {}, label {}: never {predicate}\n",
            r.branch, r.label
        );
    }
    if c.untold > 0 {
        text += &format!(
            "{} with an infeasible outcome never evaluated: left as measured\n",
            plural(c.untold, "condition")
        );
    }
    if !c.unlike.is_empty() {
        let places = c.unlike.iter().take(NAMED);
        let places: Vec<String> = places
            .map(|(file, line)| format!("{}:{line}", named(file)))
            .collect();
        let more = if c.unlike.len() > NAMED { ", …" } else { "" };
        text += &format!(
            "{} with infeasible conditions left as measured, because the branches there are ambiguous: {}{more}\n",
            plural(c.unlike.len(), "line"),
            places.join(", "),
        );
    }
    for one in &c.contradictions {
        text += &format!(
            "CONTRADICTION {}:{}: a branch was taken that is infeasible by label {}; is this an unoptimised build of \
             the same sources with the same macros?\n",
            named(&one.file),
            one.line,
            one.label,
        );
    }
    text
}

/// File names and predicates may have control characters.
fn printable(text: &str) -> String {
    let plain = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    text.chars().map(plain).collect()
}

fn machine(c: &Correction) -> serde_json::Value {
    let removed: Vec<_> = c
        .removed
        .iter()
        .map(|r| json!({ "file": r.file, "line": r.line, "branch": r.branch, "label": r.label, "predicate": r.predicate }))
        .collect();
    let unlike: Vec<_> = c
        .unlike
        .iter()
        .map(|(file, line)| json!({ "file": file, "line": line }))
        .collect();
    let contradictions: Vec<_> = c
        .contradictions
        .iter()
        .map(|one| json!({ "file": one.file, "line": one.line, "label": one.label }))
        .collect();
    json!({
        "branches": c.branches,
        "taken": c.taken,
        "certain": c.certain,
        "raw": c.raw(),
        "corrected_branches": c.branches - c.removed.len(),
        "corrected": c.corrected(),
        "infeasible": removed,
        "never_evaluated": c.untold,
        "unlike": unlike,
        "contradictions": contradictions,
    })
}

fn exit(c: &Correction, least: Option<f64>) -> Exit {
    if !c.contradictions.is_empty() {
        return Exit::Input;
    }
    let below = |least: f64| c.corrected().is_some_and(|corrected| corrected < least);
    if least.is_some_and(below) {
        Exit::Gate
    } else {
        Exit::Done
    }
}
