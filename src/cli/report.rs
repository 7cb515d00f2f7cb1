//! `tamis report`

use super::Exit;
use super::annotate::plural;
use super::progress::Bar;
use super::render::{Renderer, Styles};
use super::report_args::{ReportArgs, ReportFormat, UnreachableArg};
use super::terminal::{self, say};
use crate::base::{self, Diagnostic, cannot};
use crate::explain::{State, When};
use crate::pipeline::{self, Query, Unexplained};
use crate::report::{self, Format, Run, Sources, Unreachable, Witness};
use crate::status::{self, percent_text};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// Marks a directory of pages as ours.
const MARKER: &str = ".tamis-report";

pub(super) fn run(args: ReportArgs) -> Exit {
    let mut run = match read(&args) {
        Ok(run) => run,
        Err(problem) => return fail(problem, Exit::Input),
    };
    if args.states > 0 && args.format == ReportFormat::Html {
        add_states(&mut run, &args);
    }
    let sources = match Sources::new(&args.sources, &run.directories) {
        Ok(sources) => sources,
        Err(problem) => return fail(problem, Exit::Input),
    };
    let written = match format(&args) {
        None => match pages(&run, &sources, &args) {
            Ok(()) => Exit::Done,
            Err((exit, problem)) => fail(problem, exit),
        },
        Some(format) => match report::write(&run, &sources, format, seconds()) {
            Ok(text) => put(args.out.as_deref(), &text),
            Err(problem) => fail(problem, Exit::Input),
        },
    };
    written.or(gate(&run, args.fail_under))
}

pub(super) fn fail(problem: Diagnostic, exit: Exit) -> Exit {
    Renderer::new(Styles::of_stderr(), true).print(&[problem]);
    exit
}

fn read(args: &ReportArgs) -> Result<Run, Diagnostic> {
    let mut run = Run::read(&args.dir)?;
    if let Some(file) = &args.ltest {
        run.add_ltest(&status::read_ltest(file)?);
    }
    if !args.criteria.is_empty() {
        run.keep_criteria(&args.criteria)?;
    } else if args.format == ReportFormat::Stryker {
        run.keep_criteria(&["wm".into()])?;
    }
    Ok(run)
}

/// States for what to cover next. A report without them is a report, too: on a machine without the sources, for example.
fn add_states(run: &mut Run, args: &ReportArgs) {
    let objectives = run.objectives();
    let ids: Vec<u64> = objectives.iter().take(args.states).map(|o| o.id).collect();
    let query = Query {
        dir: args.dir.clone(),
        limit: None,
        jobs: 0,
        trust_compiler: args.trust.trust_compiler,
    };
    let bar = Bar::new(true);
    let found = pipeline::states(&query, &ids, &bar);
    bar.clear();
    let renderer = Renderer::new(Styles::of_stderr(), true);
    match found {
        Ok(states) => {
            if states.is_empty() && !ids.is_empty() {
                let message = "no state is shown: the sources are not those of the run, or no state was found";
                renderer.print(&[Diagnostic::note(None, message)]);
            }
            let texts = |state: &State| Witness {
                start: state.text(When::Start),
                label: state.text(When::Label),
            };
            run.states = states
                .iter()
                .map(|(&id, state)| (id, texts(state)))
                .collect();
        }
        Err(Unexplained::Question(problem) | Unexplained::Input(problem)) => {
            let note = Diagnostic::note(
                problem.place,
                format!("no state is shown: {}", problem.message),
            );
            renderer.print(&[note]);
        }
    }
}

/// `None` for pages.
fn format(args: &ReportArgs) -> Option<Format> {
    Some(match args.format {
        ReportFormat::Html => return None,
        ReportFormat::Json => Format::Json,
        ReportFormat::Markdown => Format::Markdown,
        ReportFormat::Sarif => Format::Sarif,
        ReportFormat::Lcov => Format::Lcov(args.unreachable.into()),
        ReportFormat::Gcovr => Format::Gcovr,
        ReportFormat::Cobertura => Format::Cobertura,
        ReportFormat::Junit => Format::Junit,
        ReportFormat::Stryker => Format::Stryker,
        ReportFormat::Ltest => Format::Ltest,
    })
}

impl From<UnreachableArg> for Unreachable {
    fn from(arg: UnreachableArg) -> Unreachable {
        match arg {
            UnreachableArg::Drop => Unreachable::Drop,
            UnreachableArg::Mark => Unreachable::Mark,
        }
    }
}

/// To a file, or to standard output if none is named or its name is `-`.
pub(super) fn put(out: Option<&Path>, text: &str) -> Exit {
    match out.filter(|path| !is_stdout(path)) {
        Some(path) => match status::write_to(path, text.as_bytes()) {
            Ok(()) => Exit::Done,
            Err(problem) => fail(problem, Exit::Usage),
        },
        None => terminal::output(text.as_bytes()),
    }
}

pub(super) fn is_stdout(path: &Path) -> bool {
    path == Path::new("-")
}

/// The directory of pages; those of an earlier report there are replaced.
fn pages(run: &Run, sources: &Sources, args: &ReportArgs) -> Result<(), (Exit, Diagnostic)> {
    let default = args.dir.join("report");
    let out = args.out.as_deref().unwrap_or(&default);
    claim(out).map_err(|problem| (Exit::Usage, problem))?;
    let mut count = 0;
    // What is not about a page is about a source.
    let mut exit = Exit::Input;
    let pages = report::pages(run, sources, &mut |page| {
        // All texts have been read.
        let cleared = if count == 0 {
            remove_pages(out)
        } else {
            Ok(())
        };
        count += 1;
        let path = out.join(&page.name);
        let done = cleared.and_then(|()| status::write_whole(&path, page.text.as_bytes()));
        done.inspect_err(|_| exit = Exit::Usage)
    });
    let without = pages.map_err(|problem| (exit, problem))?;
    if let [first, ..] = without.as_slice() {
        let message = format!(
            "the text of {} is not shown, for example {first}",
            plural(without.len(), "file")
        );
        let hint = "name a directory whose files may be shown with --sources DIR";
        Renderer::new(Styles::of_stderr(), true)
            .print(&[Diagnostic::note(None, message).with_hint(hint)]);
    }
    let index = out.join("index.html");
    say!(
        "{}, the first is {}",
        plural(count, "page"),
        index.display()
    );
    Ok(())
}

/// Makes the directory of pages; one that holds anything else is refused.
fn claim(out: &Path) -> Result<(), Diagnostic> {
    if is_stdout(out) {
        let message = "pages are many files: `-` cannot hold them";
        return Err(Diagnostic::error(None, message)
            .with_hint("name a directory with -o, or another --format"));
    }
    std::fs::create_dir_all(out).map_err(|error| cannot("make", out, &error))?;
    let marker = out.join(MARKER);
    if !base::exists(&marker)? && !base::entries(out)?.is_empty() {
        let message = format!(
            "{} is neither empty nor a report of tamis; it is left alone",
            out.display()
        );
        return Err(Diagnostic::error(None, message).with_hint("name another directory with -o"));
    }
    let text = "pages of `tamis report`\n";
    std::fs::write(&marker, text).map_err(|error| cannot("write", &marker, &error))
}

/// The pages of an earlier report.
fn remove_pages(out: &Path) -> Result<(), Diagnostic> {
    for path in base::entries(out)? {
        let name = path.file_name().unwrap_or_default();
        if is_page(&name.to_string_lossy()) {
            std::fs::remove_file(&path).map_err(|error| cannot("remove", &path, &error))?;
        }
    }
    Ok(())
}

/// A name that this command gives to a page.
fn is_page(name: &str) -> bool {
    let number = name
        .strip_prefix("file")
        .and_then(|rest| rest.strip_suffix(".html"));
    let is_number = |text: &str| text.chars().all(|c| c.is_ascii_digit() || c == '-');
    name == "index.html" || number.is_some_and(is_number)
}

/// Those who want the same text twice set `SOURCE_DATE_EPOCH`.
fn seconds() -> u64 {
    let fixed = std::env::var("SOURCE_DATE_EPOCH").ok();
    let now = || {
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |now| now.as_secs())
    };
    fixed.and_then(|text| text.parse().ok()).unwrap_or_else(now)
}

fn gate(run: &Run, least: Option<f64>) -> Exit {
    let Some(least) = least else {
        return Exit::Done;
    };
    if !run.measured {
        let problem = Diagnostic::error(None, "--fail-under needs a measured test suite");
        return fail(problem.with_hint("`tamis replay` runs one"), Exit::Usage);
    }
    let mut exit = Exit::Done;
    for (name, ratio) in run.ratios() {
        if ratio
            .total
            .corrected()
            .is_some_and(|corrected| corrected < least)
        {
            let corrected = ratio.total.corrected().unwrap_or_default();
            let corrected = percent_text(corrected);
            say!("{name}: the corrected ratio is {corrected}, below {least}%");
            exit = Exit::Gate;
        }
    }
    exit
}
