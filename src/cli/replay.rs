//! `tamis replay`, and the compiler that it gives to build commands

use super::Exit;
use super::annotate::{diagnostic, failed, plural};
use super::args::Format;
use super::progress::Bar;
use super::render::{Renderer, Styles};
use super::replay_args::{By, CcArgs, ReplayArgs, Words};
use super::terminal::{self, say};
use crate::base::{Diagnostic, Severity, name_text, relative};
use crate::pipeline::{self, Measured, ReplayRequest};
use crate::replay::{self, Broken, Contradiction, Project, Suite, System};
use crate::status::{LabelRow, Objective, Ratio, percent_text};
use serde_json::json;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Becomes true with the first Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

/// What a test may print.
const OUTPUT: u64 = 1 << 28;

pub(super) fn run(args: ReplayArgs) -> Exit {
    let (format, list, by, gate) = (args.format, args.list, args.by, args.fail_under);
    let request = request(args);
    terminal::stop_on_interrupt(&STOP, "what was covered is");
    let bar = Bar::new(format == Format::Text);
    let result = pipeline::replay(&request, &STOP, &bar);
    bar.clear();
    let renderer = Renderer::new(Styles::of_stderr(), true);
    let measured = match result {
        Ok(measured) => measured,
        Err(failure) => {
            let exit = failed(&renderer, failure);
            return match STOP.load(Ordering::Relaxed) {
                true => Exit::Interrupted,
                false => exit,
            };
        }
    };
    let labels: HashMap<u64, &LabelRow> = measured
        .labels
        .iter()
        .map(|label| (label.id, label))
        .collect();
    let below = gate.map_or(Vec::new(), |gate| below(&measured, gate));
    let mut text = String::new();
    if format == Format::Json {
        text = format!("{}\n", machine(&request.out, &measured, &labels, &below));
    } else {
        renderer.print(&measured.diagnostics);
        tell(&request, &measured);
        if measured.contradictions.is_empty() {
            let table = table(&measured, by);
            text = match list {
                // The list is what was asked for.
                true => objectives(&measured, &labels),
                false => table.clone(),
            };
            if list {
                terminal::inform(format_args!("{table}"));
            }
        }
    }
    let printed = terminal::output(text.as_bytes());
    if format == Format::Text {
        alarm(&renderer, &measured.contradictions, &labels);
    }
    let exit = exit(&measured, &below, gate, format);
    match exit == Exit::Done && STOP.load(Ordering::Relaxed) {
        true => Exit::Interrupted,
        false => exit.or(printed),
    }
}

fn request(args: ReplayArgs) -> ReplayRequest {
    let words = |words: Vec<Words>| words.into_iter().flat_map(|words| words.0).collect();
    let source = match (args.cmake, args.meson) {
        (Some(source), _) => Some((System::Cmake, source)),
        (_, Some(source)) => Some((System::Meson, source)),
        _ => None,
    };
    let project = source.map(|(system, source)| Project {
        system,
        source,
        options: words(args.configure),
    });
    let has_tests = args.ctest || args.meson_test;
    let system = project.as_ref().filter(|_| has_tests);
    ReplayRequest {
        out: args.dir,
        suite: Suite {
            commands: args.command,
            command_lists: args.commands,
            argument_lists: args.args,
            drivers: args.drivers,
            system: system.map(|project| project.system),
        },
        build: args.build.or(project.as_ref().map(Project::build_command)),
        project,
        build_directory: args.build_dir,
        program: args.program,
        directory: args.directory,
        extra: args.extra,
        flags: args.cflags,
        link: words(args.link),
        leave_out: args.leave_out,
        timeout: Duration::from_secs_f64(args.timeout),
        output: OUTPUT,
        jobs: args.jobs,
        trust_compiler: args.trust.trust_compiler,
        add: args.add,
        keep_build: args.keep_build,
    }
}

fn exit(measured: &Measured, below: &[(String, f64)], gate: Option<f64>, format: Format) -> Exit {
    if !measured.contradictions.is_empty() {
        return Exit::Gate;
    }
    if !below.is_empty() {
        if format == Format::Text {
            let list: Vec<String> = below
                .iter()
                .map(|(name, ratio)| format!("{name} {}", percent(Some(*ratio))))
                .collect();
            say!(
                "tamis: below {} %, corrected: {}",
                gate.unwrap_or_default(),
                list.join(", ")
            );
        }
        return Exit::Gate;
    }
    match measured
        .diagnostics
        .iter()
        .any(|d| d.severity > Severity::Note)
    {
        true => Exit::Input,
        false => Exit::Done,
    }
}

/// The criteria whose corrected ratio is below the gate.
fn below(measured: &Measured, gate: f64) -> Vec<(String, f64)> {
    let ratios = measured.ratios.iter();
    let corrected =
        ratios.filter_map(|(name, ratio)| Some((name.clone(), ratio.total.corrected()?)));
    corrected.filter(|(_, ratio)| *ratio < gate).collect()
}

fn tell(request: &ReplayRequest, measured: &Measured) {
    let tests = &measured.tests;
    let mut ends: BTreeMap<&str, usize> = BTreeMap::new();
    tests
        .iter()
        .for_each(|test| *ends.entry(&test.result).or_default() += 1);
    let ends: Vec<String> = ends
        .iter()
        .map(|(end, count)| format!("{count} {}", meaning(end)))
        .collect();
    let mut text = plural(tests.len(), "test");
    if tests.len() < measured.asked {
        text += &format!(" of {}", measured.asked);
    }
    if !request.suite.is_empty() {
        text += &format!(" in {:.1} s", measured.seconds);
    }
    if !ends.is_empty() {
        text += &format!(" ({})", ends.join(", "));
    }
    let out = request.out.display();
    terminal::inform(format_args!("{text}; results in {out}\n"));
    for test in tests.iter().filter(|_| terminal::is_verbose()) {
        let (name, end, labels) = (shown(&test.name), meaning(&test.result), test.labels);
        let labels = plural(labels, "label");
        terminal::inform(format_args!(
            "  {name}: {end}, {:.1} s, {labels}\n",
            test.seconds
        ));
    }
}

/// `signal 11` says little.
fn meaning(end: &str) -> String {
    let name = match end {
        "signal 4" => "SIGILL",
        "signal 6" => "SIGABRT",
        "signal 7" => "SIGBUS",
        "signal 8" => "SIGFPE",
        "signal 9" => "SIGKILL",
        "signal 11" => "SIGSEGV",
        "signal 15" => "SIGTERM",
        other => other,
    };
    name.to_string()
}

fn table(measured: &Measured, by: By) -> String {
    let root = terminal::here();
    let mut rows: Vec<(String, Ratio)> = Vec::new();
    for (name, criterion) in &measured.ratios {
        rows.push((name.clone(), criterion.total));
        if by == By::Directory {
            let directories = criterion.directories().into_iter();
            let name = |file: &str| match relative(file, &root) {
                all if all == root => ".".to_string(),
                below => shown(below),
            };
            rows.extend(directories.map(|(file, ratio)| (format!("  {}", name(&file)), ratio)));
        }
        for (file, ratio) in criterion.files.iter().filter(|_| by >= By::File) {
            rows.push((format!("  {}", shown(relative(file, &root))), ratio.total));
            let functions = ratio.functions.iter().filter(|_| by >= By::Function);
            rows.extend(functions.map(|(function, ratio)| (format!("    {function}"), *ratio)));
        }
    }
    let width = rows
        .iter()
        .map(|(name, _)| name.chars().count())
        .max()
        .unwrap_or(0)
        .max(10);
    let mut text = format!(
        "{:width$} {:>13} {:>7} {:>9} {:>15} {:>7} {:>9}\n",
        "", "raw", "", "feasible", "corrected", "", "to cover"
    );
    for (name, ratio) in rows {
        let raw = format!("{}/{}", ratio.covered, ratio.labels);
        let corrected = format!("{}/{}", ratio.live_covered, ratio.live);
        let [raw_percent, feasible, percent] =
            [ratio.raw(), ratio.of_feasible(), ratio.corrected()].map(percent);
        let left = ratio.live - ratio.live_covered;
        text += &format!(
            "{name:width$} {raw:>13} {raw_percent:>7} {feasible:>9} {corrected:>15} {percent:>7} {left:>9}\n"
        );
    }
    text
}

fn percent(ratio: Option<f64>) -> String {
    ratio.map_or("-".into(), percent_text)
}

/// A line for each label: where, what, how many others it brings, whether a test gets there.
fn objectives(measured: &Measured, labels: &HashMap<u64, &LabelRow>) -> String {
    let reached: HashMap<u64, usize> = measured
        .coverage
        .iter()
        .map(|row| (row.id, row.reached))
        .collect();
    let root = terminal::here();
    let line = |objective: &Objective| {
        let label = labels.get(&objective.id)?;
        let brings = match objective.brings.len() {
            0 => String::new(),
            count => format!(", brings {count} more"),
        };
        let tests = match reached.get(&objective.id).copied().unwrap_or(0) {
            0 => "not reached".to_string(),
            count => format!("never true in {}", plural(count, "test")),
        };
        let (place, function, family) = (
            shown(relative(&label.place.to_string(), &root)),
            &label.function,
            label.family(),
        );
        let predicate = shown(&label.objective());
        Some(format!(
            "{place}: {family} {} in {function}: {predicate} ({tests}{brings})\n",
            label.id
        ))
    };
    measured.to_cover.iter().filter_map(line).collect()
}

/// Without control characters, which a file may have in its name.
fn shown(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { '\u{fffd}' } else { c })
        .collect()
}

/// What a contradiction is about.
const MEANING: &str = "\
No label was marked as covered, and no ratio is printed.
Either this is a bug in tamis, which we would like to know about, or the tests violate an
assumption: undefined behaviour (try -fsanitize=address,undefined), threads, signal handlers.
docs/guarantees.md lists the assumptions.
";

/// A test and a proof cannot both be right.
pub(super) fn alarm(
    renderer: &Renderer,
    contradictions: &[Contradiction],
    labels: &HashMap<u64, &LabelRow>,
) {
    if contradictions.is_empty() {
        return;
    }
    const MOST: usize = 20;
    let shown: Vec<Diagnostic> = contradictions
        .iter()
        .take(MOST)
        .map(|found| contradiction(found, labels))
        .collect();
    renderer.print(&shown);
    if contradictions.len() > MOST {
        say!("and {} more", contradictions.len() - MOST);
    }
    let wrong: HashSet<u64> = contradictions.iter().map(|found| found.label).collect();
    let verdicts = match wrong.len() {
        1 => "a verdict is".to_string(),
        count => format!("{count} verdicts are"),
    };
    let headline = format!("CONTRADICTION: the tests show that {verdicts} wrong.");
    say!("{}", "=".repeat(78));
    say!("{}", Styles::of_stderr().alarm(&headline));
    terminal::message(format_args!("{MEANING}"));
    say!("{}", "=".repeat(78));
}

pub(super) fn contradiction(found: &Contradiction, labels: &HashMap<u64, &LabelRow>) -> Diagnostic {
    let ids = |ids: &[u64]| {
        ids.iter()
            .map(u64::to_string)
            .collect::<Vec<_>>()
            .join(" or ")
    };
    let test = &found.test;
    let message = match &found.broken {
        Broken::Infeasible => format!("was proved infeasible, but the test `{test}` covers it"),
        Broken::Duplicate(by) => format!(
            "was proved a duplicate of {}, but the test `{test}` covers only one side",
            ids(by)
        ),
        Broken::Subsumed(by) => format!(
            "was proved subsumed by {}, but the test `{test}` covers that and not this label",
            ids(by)
        ),
        Broken::Implied(by) => {
            format!(
                "was proved implied by {by}, but the test `{test}` covers that and not this label"
            )
        }
    };
    let label = labels.get(&found.label);
    let what = label.map_or(String::new(), |label| {
        format!(" ({}, {})", label.family(), label.objective())
    });
    let place = label.map(|label| label.place.clone());
    Diagnostic::error(place, format!("label {}{what} {message}", found.label))
}

fn machine(
    out: &Path,
    measured: &Measured,
    labels: &HashMap<u64, &LabelRow>,
    below: &[(String, f64)],
) -> serde_json::Value {
    let tests: Vec<_> = measured.tests.iter().map(|test| {
        json!({ "test": &*test.name, "result": test.result, "seconds": test.seconds, "labels": test.labels, "whole": test.whole })
    }).collect();
    let reached: HashMap<u64, usize> = measured
        .coverage
        .iter()
        .map(|row| (row.id, row.reached))
        .collect();
    let to_cover: Vec<_> = measured.to_cover.iter().filter_map(|objective| {
        let label = labels.get(&objective.id)?;
        Some(json!({
            "id": objective.id, "criterion": label.family(), "file": &*label.place.file, "line": label.place.line,
            "column": label.place.column, "function": label.function, "predicate": label.predicate, "mutant": label.mutation,
            "brings": objective.brings, "reached": reached.get(&objective.id).copied().unwrap_or(0),
        }))
    }).collect();
    let problems = measured.contradictions.iter();
    let contradictions: Vec<_> = problems.map(|found| {
        json!({ "test": &*found.test, "id": found.label, "message": contradiction(found, labels).message })
    }).collect();
    let diagnostics: Vec<_> = measured.diagnostics.iter().map(diagnostic).collect();
    json!({
        "out": name_text(out), "tests": tests, "asked": measured.asked, "seconds": measured.seconds, "criteria": measured.ratios,
        "to_cover": to_cover, "contradictions": contradictions, "diagnostics": diagnostics,
        "below": below.iter().map(|(name, _)| name).collect::<Vec<_>>(),
    })
}

/// The compiler of build commands.
pub(super) fn compile(args: CcArgs) -> ExitCode {
    let [plan, recording] =
        [replay::PLAN, replay::RECORD].map(|name| std::env::var_os(name).map(PathBuf::from));
    let done = match (plan, recording) {
        (Some(plan), _) => replay::wrapped_compiler(&plan, &args.arguments),
        (None, Some(recording)) => replay::recorded_compiler(&recording, &args.arguments),
        (None, None) => {
            say!(
                "tamis: `tamis cc` is the compiler that `tamis replay --build` and `tamis record` give to build commands"
            );
            return Exit::Usage.into();
        }
    };
    match done {
        Ok(code) => ExitCode::from(code.clamp(0, 255) as u8),
        Err(problem) => {
            Renderer::new(Styles::of_stderr(), true).print(&[problem]);
            Exit::Input.into()
        }
    }
}
