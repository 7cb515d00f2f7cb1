//! `tamis generate`

use super::Exit;
use super::annotate::{diagnostic, failed, plural};
use super::args::Format;
use super::generate_args::{DseName, ExportName, GenerateArgs, StrategyName, StyleName};
use super::progress::Bar;
use super::render::{Renderer, Styles};
use super::replay::{alarm, contradiction};
use super::terminal::{self, say};
use crate::base::{Diagnostic, Severity};
use crate::generate::{DEFAULT_STRATEGIES, Engines, Instrumentation, Strategy, Style};
use crate::pipeline::{self, Cost, Export, GenerateRequest, Generated, Tally};
use crate::status::{LabelRow, percent_text};
use serde_json::json;
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};

/// Functions and reasons that are told without `--list`.
const CAUSES: usize = 8;

/// Becomes true with the first Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

pub(super) fn run(args: GenerateArgs) -> Exit {
    let (format, list) = (args.format, args.list);
    let (strategies, engines) = (strategies(&args), engines(&args));
    let request = GenerateRequest {
        out: args.dir,
        entries: args.entry,
        assume: args.assume,
        budget: args.budget,
        seed: args.seed,
        jobs: args.jobs,
        strategies,
        all_labels: args.all_labels,
        engines,
        style: match args.style {
            StyleName::Assert => Style::Assert,
            StyleName::Unity => Style::Unity,
            StyleName::Cmocka => Style::Cmocka,
            StyleName::Check => Style::Check,
            StyleName::Gtest => Style::Gtest,
        },
        oracle: !args.no_oracle,
        exports: exports(&args.export),
        link: args.link.into_iter().flat_map(|words| words.0).collect(),
        trust_compiler: args.trust.trust_compiler,
    };
    terminal::stop_on_interrupt(&STOP, "the tests so far are");
    let bar = Bar::new(format == Format::Text);
    let result = pipeline::generate(&request, &STOP, &bar);
    bar.clear();
    let renderer = Renderer::new(Styles::of_stderr(), true);
    let done = match result {
        Ok(done) => done,
        Err(failure) => {
            let exit = failed(&renderer, failure);
            return match STOP.load(Ordering::Relaxed) {
                true => Exit::Interrupted,
                false => exit,
            };
        }
    };
    let labels: HashMap<u64, &LabelRow> = done.labels.iter().map(|row| (row.id, row)).collect();
    let mut text = String::new();
    if format == Format::Json {
        text = format!("{}\n", machine(&done, &labels));
    } else {
        renderer.print(&done.diagnostics);
        renderer.print(&findings(&done));
        tell(&request, &done, &labels);
        if list {
            text = open(&done, &labels);
        }
    }
    let printed = terminal::output(text.as_bytes());
    if format == Format::Text {
        alarm(&renderer, &done.contradictions, &labels);
    }
    let worst = done.diagnostics.iter().map(|d| d.severity).max();
    match () {
        () if !done.contradictions.is_empty() => Exit::Gate,
        () if worst > Some(Severity::Note) => Exit::Input,
        () if done.interrupted => Exit::Interrupted,
        () => printed,
    }
}

fn engines(args: &GenerateArgs) -> Engines {
    let all_paths = args.dse.map(|name| match name {
        DseName::Plain => Instrumentation::Plain,
        DseName::Direct => Instrumentation::Direct,
        DseName::Tight => Instrumentation::Tight,
        DseName::Idl1 => Instrumentation::Idl1,
        DseName::Idl2 => Instrumentation::Idl2,
    });
    match (all_paths, args.random, args.shortest) {
        (Some(instrumentation), ..) => Engines::AllPaths(instrumentation),
        (None, None, None) => Engines::All,
        (None, random, k) => Engines::Shortest {
            random: random.unwrap_or(0),
            k: k.unwrap_or(0),
        },
    }
}

fn strategies(args: &GenerateArgs) -> Vec<Strategy> {
    let named = args.strategy.iter().map(|name| match name {
        StrategyName::DepthFirst => Strategy::DepthFirst,
        StrategyName::BreadthFirst => Strategy::BreadthFirst,
        StrategyName::Random => Strategy::Random,
        StrategyName::Nearest => Strategy::Nearest,
        StrategyName::KShortest => Strategy::KShortest,
    });
    match (args.strategy.is_empty(), engines(args)) {
        (true, Engines::AllPaths(_)) => vec![Strategy::DepthFirst],
        (true, Engines::Shortest { .. }) => vec![Strategy::KShortest],
        (true, Engines::All) => DEFAULT_STRATEGIES.to_vec(),
        (false, _) => named.collect(),
    }
}

fn exports(names: &[ExportName]) -> Vec<Export> {
    let formats = names.iter().map(|name| match name {
        ExportName::Seeds => Export::Seeds,
        ExportName::Ktest => Export::Ktest,
        ExportName::TestComp => Export::TestComp,
    });
    formats.collect()
}

/// Undefined behaviour that calls met.
fn findings(done: &Generated) -> Vec<Diagnostic> {
    let finding = |(place, what, path): &(_, String, std::path::PathBuf)| {
        let hint = format!("{} shows it", path.display());
        Diagnostic::note(Option::clone(place), format!("finding: {what}")).with_hint(hint)
    };
    done.findings.iter().map(finding).collect()
}

fn tell(request: &GenerateRequest, done: &Generated, labels: &HashMap<u64, &LabelRow>) {
    let (tests, files) = (plural(done.tests, "test"), plural(done.files, "file"));
    let mut text = format!("tamis: {tests} in {files}, {:.1} s", done.seconds);
    if !done.findings.is_empty() {
        text += &format!(", {}", plural(done.findings.len(), "finding"));
    }
    say!("{text}; results in {}", request.out.join("tests").display());
    if request.engines != Engines::All || terminal::is_verbose() {
        let cost = done.cost;
        say!(
            "tamis: {}{} paths, {} questions to the solver, {} runs, {:.1} s of the processor",
            if cost.complete { "all " } else { "" },
            cost.paths,
            cost.questions,
            cost.runs,
            cost.seconds
        );
    }
    if done.contradictions.is_empty() {
        terminal::message(format_args!("{}{}", table(done), causes(done, labels)));
    }
}

/// What keeps labels open, by function.
fn causes(done: &Generated, labels: &HashMap<u64, &LabelRow>) -> String {
    let mut groups: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for (id, why) in &done.open {
        if let Some(label) = labels.get(id) {
            *groups.entry((&label.function, why)).or_default() += 1;
        }
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let mut text = String::new();
    for ((function, why), count) in groups.iter().take(CAUSES) {
        text += &format!("open: {count} in {function}: {why}\n");
    }
    if groups.len() > CAUSES {
        let rest: usize = groups[CAUSES..].iter().map(|(_, count)| count).sum();
        text += &format!("open: {rest} elsewhere; --list has all\n");
    }
    text
}

fn table(done: &Generated) -> String {
    let width = done
        .tallies
        .keys()
        .map(|name| name.len())
        .max()
        .unwrap_or(0)
        .max(10);
    let mut text = format!(
        "{:width$} {:>8} {:>8} {:>8} {:>8} {:>9}\n",
        "", "labels", "by test", "by proof", "open", "decided"
    );
    for (name, tally) in &done.tallies {
        let Tally {
            labels,
            by_test,
            by_proof,
        } = tally;
        let decided = 100.0 * (by_test + by_proof) as f64 / (*labels).max(1) as f64;
        text += &format!(
            "{name:width$} {labels:>8} {by_test:>8} {by_proof:>8} {:>8} {:>9}\n",
            tally.open(),
            percent_text(decided)
        );
    }
    text
}

/// A line for each label that is worth a test and has none.
fn open(done: &Generated, labels: &HashMap<u64, &LabelRow>) -> String {
    let line = |(id, why): &(u64, String)| {
        let label = labels.get(id)?;
        let (place, family, function) = (&label.place, label.family(), &label.function);
        let text = format!(
            "{place}: {family} {id} in {function}: {} ({why})",
            label.objective()
        );
        Some(text.replace(char::is_control, "\u{fffd}") + "\n")
    };
    done.open.iter().filter_map(line).collect()
}

fn machine(done: &Generated, labels: &HashMap<u64, &LabelRow>) -> serde_json::Value {
    let criteria: serde_json::Map<String, serde_json::Value> = (done.tallies.iter())
        .map(|(name, tally)| {
            let value = json!({ "labels": tally.labels, "by_test": tally.by_test, "by_proof": tally.by_proof, "open": tally.open() });
            (name.clone(), value)
        })
        .collect();
    let open: Vec<_> = done
        .open
        .iter()
        .map(|(id, why)| json!({ "id": id, "why": why }))
        .collect();
    let findings: Vec<_> = (done.findings.iter())
        .map(|(place, what, path)| {
            let place = place.as_ref().map(|place| place.to_string());
            json!({ "place": place, "what": what, "file": path })
        })
        .collect();
    let contradictions: Vec<_> = (done.contradictions.iter())
        .map(|found| json!({ "test": &*found.test, "id": found.label, "message": contradiction(found, labels).message }))
        .collect();
    let diagnostics: Vec<_> = done.diagnostics.iter().map(diagnostic).collect();
    let Cost {
        paths,
        questions,
        runs,
        complete,
        seconds,
    } = done.cost;
    let cost = json!({
        "paths": paths, "questions": questions, "runs": runs, "complete": complete, "seconds": seconds,
    });
    json!({
        "tests": done.tests, "files": done.files, "seconds": done.seconds, "search": cost, "criteria": criteria, "open": open,
        "findings": findings, "contradictions": contradictions, "diagnostics": diagnostics,
    })
}
