//! `tamis report`

use super::Exit;
use super::annotate::plural;
use super::render::{Renderer, Styles};
use super::report_args::{ReportArgs, ReportFormat, UnreachableArg};
use crate::base::Diagnostic;
use crate::report::{self, Format, Run, Sources, Unreachable};
use crate::status;
use std::io::Write;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

pub(super) fn run(args: ReportArgs) -> Exit {
    let run = match read(&args) {
        Ok(run) => run,
        Err(problem) => return fail(problem, Exit::Input),
    };
    let sources = Sources::new(&args.sources, &run.directories);
    let written = match format(&args) {
        None => pages(&run, &sources, &args),
        Some(format) => {
            let text = report::write(&run, &sources, format, seconds());
            put(args.out.as_deref(), &text)
        }
    };
    match written {
        Ok(()) => gate(&run, args.fail_under),
        Err(problem) => fail(problem, Exit::Usage),
    }
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

/// To a file, whole or not at all, or to stdout.
pub(super) fn put(out: Option<&Path>, text: &str) -> Result<(), Diagnostic> {
    match out {
        Some(path) => status::write_whole(path, text.as_bytes()),
        None => {
            // A reader that has seen enough may close the pipe.
            let _ = std::io::stdout().lock().write_all(text.as_bytes());
            Ok(())
        }
    }
}

/// The directory of pages; those of an earlier report there are replaced.
fn pages(run: &Run, sources: &Sources, args: &ReportArgs) -> Result<(), Diagnostic> {
    let default = args.dir.join("report");
    let out = args.out.as_deref().unwrap_or(&default);
    let cannot =
        |error| Diagnostic::error(None, format!("cannot write {}: {error}", out.display()));
    std::fs::create_dir_all(out).map_err(cannot)?;
    for entry in std::fs::read_dir(out).map_err(cannot)?.flatten() {
        if is_page(&entry.file_name().to_string_lossy()) {
            std::fs::remove_file(entry.path()).map_err(cannot)?;
        }
    }
    let mut count = 0;
    let without = report::pages(run, sources, &mut |page| {
        count += 1;
        status::write_whole(&out.join(&page.name), page.text.as_bytes())
    })?;
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
    eprintln!(
        "{}, the first is {}",
        plural(count, "page"),
        index.display()
    );
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
            eprintln!("{name}: the corrected ratio is {corrected:.2}%, below {least}%");
            exit = Exit::Gate;
        }
    }
    exit
}
