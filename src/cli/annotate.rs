//! `tamis annotate`

use super::Exit;
use super::args::{AnnotateArgs, Decisions, Dump, Format, HooksName, LabelArgs, Mcc};
use super::progress::Bar;
use super::render::{Renderer, Styles};
use super::terminal;
use crate::base::{Diagnostic, Severity, WHOLE_PROGRAM, name_text};
use crate::context::Parts;
use crate::coreach::World;
use crate::criteria::{DecisionScope, Options};
use crate::instrument::Hooks;
use crate::pipeline::{self, Failure, FunctionFilter, Inputs, Outcome, Request, Suppressions};
use crate::status::{Certificates, SecondOpinion, Summary};
use serde_json::json;
use std::path::Path;

pub(super) fn run(args: AnnotateArgs) -> Exit {
    let (format, all) = (args.labels.work.format, args.labels.work.all_diagnostics);
    let request = Request {
        out: args.out,
        dump_ir: args.dump == Some(Dump::Ir),
        hooks: args.instrument.map(|name| match name {
            HooksName::Direct => Hooks::Direct,
            HooksName::Tight => Hooks::Tight,
            HooksName::Idl1 => Hooks::Idl1,
        }),
        ..request(args.labels)
    };
    let bar = Bar::new(format == Format::Text);
    let result = pipeline::annotate(&request, &bar);
    bar.clear();
    tell(result, &request.out, format, all)
}

/// Says how a run went that writes a directory.
pub(super) fn tell(
    result: Result<Outcome, Failure>,
    out: &Path,
    format: Format,
    all: bool,
) -> Exit {
    let renderer = Renderer::new(Styles::of_stderr(), all || terminal::is_verbose());
    let outcome = match result {
        Ok(outcome) => outcome,
        Err(failure) => return failed(&renderer, failure),
    };
    let mut text = outcome.ir.concat();
    if format == Format::Json {
        text += &format!("{}\n", machine_summary(out, &outcome));
        return exit(&outcome).or(terminal::output(text.as_bytes()));
    }
    let mut printed = terminal::output(text.as_bytes());
    let hidden = renderer.print(&outcome.diagnostics);
    terminal::inform(format_args!("{}", headline(out, &outcome, hidden)));
    if outcome.summary.command == "clean" {
        printed = printed.or(terminal::output(verdicts(&outcome.summary).as_bytes()));
    }
    terminal::inform(format_args!("{}", remarks(&outcome.summary)));
    if terminal::is_verbose() {
        terminal::inform(format_args!("{}", details(&outcome.summary)));
    }
    exit(&outcome).or(printed)
}

/// Says why a command has no result.
pub(super) fn failed(renderer: &Renderer, failure: Failure) -> Exit {
    let (problems, exit) = match failure {
        Failure::Input(problem) => (vec![problem], Exit::Input),
        Failure::Output(problem) => (vec![problem], Exit::Usage),
        Failure::Unread(outcome) => {
            let message = "no input could be read; earlier results stay as they are";
            let mut problems = outcome.diagnostics;
            problems.push(Diagnostic::error(None, message));
            (problems, Exit::Input)
        }
    };
    renderer.print(&problems);
    exit
}

/// What the arguments about labels ask for.
pub(super) fn request(args: LabelArgs) -> Request {
    let defaults = Options::default();
    let assumed = args.assumed();
    Request {
        inputs: Inputs {
            files: args.files,
            flags: args.cflags,
            database: args.compile_commands.or(args.build_dir),
            compiler: args.cc,
            only: args.only,
            exclude: args.exclude,
            trust_compiler: args.work.trust.trust_compiler,
        },
        functions: FunctionFilter {
            only: args.functions,
            skip: args.skip_functions,
        },
        touched: args.in_diff.map(|touched| touched.0),
        criteria: args.criteria.0,
        options: Options {
            decisions: match args.decisions {
                Decisions::Control => DecisionScope::Control,
                Decisions::All => DecisionScope::All,
            },
            mcc_cap: args.mcc_limit,
            mcc_short_circuit: args.mcc == Mcc::ShortCircuit,
            mutators: args.mutators.map_or(defaults.mutators, |chosen| chosen.0),
            ..Options::default()
        },
        hooks: None,
        suppressions: Suppressions {
            comments: !args.no_exclusions,
            texts: args.suppress,
        },
        world: match (args.whole_program, args.library) {
            _ if !assumed.holds(WHOLE_PROGRAM) => World::Library,
            (true, _) => World::Whole,
            (_, true) => World::Library,
            _ => World::Auto,
        },
        assumed,
        context: Parts::NONE,
        jobs: args.work.jobs,
        ..Request::default()
    }
}

/// A warning means that a part of the input has no result.
pub(super) fn exit(outcome: &Outcome) -> Exit {
    if outcome.internal_errors > 0 {
        Exit::Internal
    } else if outcome.summary.interrupted {
        Exit::Interrupted
    } else if outcome.count(Severity::Error) + outcome.count(Severity::Warning) > 0 {
        Exit::Input
    } else {
        Exit::Done
    }
}

fn machine_summary(out: &Path, outcome: &Outcome) -> serde_json::Value {
    let diagnostics: Vec<_> = outcome.diagnostics.iter().map(diagnostic).collect();
    json!({ "out": name_text(out), "summary": outcome.summary, "diagnostics": diagnostics })
}

pub(super) fn diagnostic(d: &Diagnostic) -> serde_json::Value {
    let place = d.place.as_ref();
    json!({
        "severity": d.severity.to_string(),
        "file": place.map(|p| &*p.file),
        "line": place.map(|p| p.line),
        "column": place.map(|p| p.column),
        "message": d.message,
        "hint": d.hint,
    })
}

/// What was read, and where the results are.
fn headline(out: &Path, outcome: &Outcome, hidden: usize) -> String {
    let summary = &outcome.summary;
    let criteria: Vec<String> = summary
        .criteria
        .iter()
        .map(|(name, count)| format!("{name} {}", count.labels))
        .collect();
    let mut text = String::new();
    if hidden > 0 {
        let file = out.join("diagnostics.txt");
        text += &format!("{hidden} more diagnostics are in {}\n", file.display());
    }
    text += &format!(
        "{}, {}",
        plural(summary.files, "file"),
        plural(summary.functions, "function")
    );
    text += &format!(", {}", plural(summary.labels, "label"));
    if !criteria.is_empty() {
        text += &format!(" ({})", criteria.join(", "));
    }
    if summary.copies > 0 {
        let noun = if summary.copies == 1 {
            "copy"
        } else {
            "copies"
        };
        text += &format!(" with {} {noun} of the same places", summary.copies);
    }
    let seconds = summary.seconds.get("total").copied().unwrap_or(0.0);
    text += &format!(" in {seconds:.1} s; results in {}\n", out.display());
    text
}

/// What is to be known beside the table.
fn remarks(summary: &Summary) -> String {
    let opinion = summary.second_opinion.as_ref();
    let mut text = opinion.map_or_else(String::new, second_opinion);
    let certified = summary.certificates.as_ref();
    text += &certified.map_or_else(String::new, certificates);
    if summary.interrupted {
        text += "interrupted: what is still open was not tried; the next run goes on from here\n";
    }
    if summary.suppressed > 0 {
        let labels = plural(summary.suppressed, "label");
        text += &format!("{labels} suppressed by comments or --suppress: see suppressed.csv\n");
    }
    if summary.files_failed > 0 {
        text += &format!("{} not read\n", plural(summary.files_failed, "file"));
    }
    if summary.files_left_out > 0 {
        let files = plural(summary.files_left_out, "file");
        text += &format!("{files} left out by --only or --exclude\n");
    }
    text
}

/// What took how long.
fn details(summary: &Summary) -> String {
    let named = |entries: Vec<String>| match entries.is_empty() {
        true => String::new(),
        false => format!(" ({})", entries.join(", ")),
    };
    let stages = summary.seconds.iter();
    let stages: Vec<String> = stages.map(|(name, s)| format!("{name} {s:.1} s")).collect();
    let mut text = format!("time: {}\n", stages.join(", "));
    let proving = &summary.proving;
    let calls = proving.solver_calls.iter();
    let steps = calls.clone().map(|(step, calls)| format!("{step} {calls}"));
    let processor = proving.processor_seconds.iter();
    let processor = processor.map(|(step, s)| format!("{step} {s:.1} s"));
    if summary.command == "clean" {
        text += &format!(
            "solver: {} calls{}, {} proofs, {} without an answer; processor time{}; {} labels from the cache\n",
            calls.map(|(_, calls)| calls).sum::<u64>(),
            named(steps.collect()),
            proving.proofs,
            proving.without_answer,
            named(processor.collect()),
            proving.cached,
        );
    }
    if let Some(memory) = summary.peak_memory_kib {
        text += &format!("memory: {} MB\n", memory / 1024);
    }
    text
}

/// One line per criterion: how many labels have which status.
fn verdicts(summary: &Summary) -> String {
    let mut text = format!(
        "{:10} {:>9} {:>11} {:>10} {:>9} {:>9}\n",
        "", "labels", "infeasible", "duplicate", "subsumed", "to cover"
    );
    for (name, count) in &summary.criteria {
        let to_cover = count.unknown + count.covered;
        text += &format!(
            "{name:10} {:>9} {:>11} {:>10} {:>9} {to_cover:>9}\n",
            count.labels, count.infeasible, count.duplicate, count.subsumed
        );
    }
    text
}

/// What another solver said.
fn second_opinion(said: &SecondOpinion) -> String {
    format!(
        "{} of {} removals confirmed by {} {} in {:.1} s; {} rest on undecided claims ({}), {} on disputed ones ({})\n",
        said.removals_confirmed,
        said.removals,
        said.solver,
        said.version,
        said.seconds,
        said.removals_open,
        said.open,
        said.removals_disputed,
        said.disagreements
    )
}

/// What has certificates.
fn certificates(made: &Certificates) -> String {
    format!(
        "{} of {} removals certified in {:.1} s ({} proofs, {} bytes); {} rest on claims without certificate ({})\n",
        made.removals_certified,
        made.removals,
        made.seconds,
        made.proofs,
        made.bytes,
        made.removals_open,
        made.open
    )
}

/// `1 branch`, `2 branches`.
pub(super) fn plural(count: usize, one: &str) -> String {
    format!("{count} {}", noun(count, one))
}

pub(super) fn noun(count: usize, one: &str) -> String {
    match count {
        1 => one.into(),
        _ if one.ends_with("ch") => format!("{one}es"),
        _ => format!("{one}s"),
    }
}
