//! `tamis check`

use super::Exit;
use super::annotate::plural;
use super::args::Format;
use super::report::fail;
use super::report_args::CheckArgs;
use super::terminal::{self, say};
use crate::base::Diagnostic;
use crate::check::{self, Report};
use crate::status::{Shown, write_whole};
use std::path::Path;

/// How many problems are shown.
const SHOWN: usize = 20;

pub(super) fn run(args: CheckArgs) -> Exit {
    if let Some(out) = &args.extract {
        return match extract(&args.dir, args.label, out) {
            Ok(count) => {
                say!("{} in {}", plural(count, "proof"), out.display());
                Exit::Done
            }
            Err((problem, exit)) => fail(problem, exit),
        };
    }
    let report = match check::check(&args.dir) {
        Ok(report) => report,
        Err(problem) => return fail(problem, Exit::Input),
    };
    let printed = match args.format {
        Format::Text => {
            tell(&report);
            Exit::Done
        }
        Format::Json => {
            let text = serde_json::to_string(&report).unwrap_or_default();
            terminal::output(format!("{text}\n").as_bytes())
        }
    };
    match report.problems.is_empty() {
        true => printed,
        false => Exit::Gate,
    }
}

fn tell(report: &Report) {
    for problem in report.problems.iter().take(SHOWN) {
        say!("{problem}");
    }
    if report.problems.len() > SHOWN {
        say!(
            "and {} more",
            plural(report.problems.len() - SHOWN, "problem")
        );
    }
    say!(
        "{} of {} removals verified: {} ({} settled by rewriting), {} derived from one; {} in {}",
        report.removals_verified,
        report.removals,
        plural(report.proofs, "proof"),
        report.settled_by_rewriting,
        report.derived,
        plural(report.steps, "step"),
        plural(report.files, "file")
    );
}

/// Writes the proofs about a label, or all, as files for other checkers.
fn extract(dir: &Path, label: Option<u64>, out: &Path) -> Result<usize, (Diagnostic, Exit)> {
    let entries = check::certificates(dir, label).map_err(|problem| (problem, Exit::Input))?;
    let unwritten = |problem: Diagnostic| (problem, Exit::Usage);
    std::fs::create_dir_all(out).map_err(|error| {
        let message = format!("cannot make {}: {error}", out.display());
        unwritten(Diagnostic::error(None, message))
    })?;
    let mut count = 0;
    for entry in entries {
        if let Shown::Proof { cnf, lrat, .. } = &entry.shown {
            let name = entry.claim.to_string().replace(' ', "-");
            for (suffix, text) in [("cnf", cnf), ("lrat", lrat)] {
                let path = out.join(format!("{name}.{suffix}"));
                write_whole(&path, text.as_bytes()).map_err(unwritten)?;
            }
            count += 1;
        }
    }
    Ok(count)
}
