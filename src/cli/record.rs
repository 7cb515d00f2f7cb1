//! `tamis record`: the compile commands of a build

use super::Exit;
use super::annotate::plural;
use super::replay_args::RecordArgs;
use super::report::{fail, put};
use super::terminal;
use crate::base::{Diagnostic, cannot};
use crate::pipeline;
use crate::replay::{self, Entry};
use std::fs;

pub(super) fn run(args: RecordArgs) -> Exit {
    let (entries, ended) = match record(&args) {
        Ok(recorded) => recorded,
        Err(problem) => return fail(problem, Exit::Input),
    };
    let text = serde_json::to_string_pretty(&entries).unwrap_or_default() + "\n";
    let written = put(Some(&args.out), &text);
    if written == Exit::Done {
        let (files, out) = (plural(entries.len(), "compile command"), args.out.display());
        terminal::inform(format_args!("{files} in {out}\n"));
    }
    match ended {
        true => written,
        false => {
            let message = "the build command failed: what comes after that is not recorded";
            fail(Diagnostic::warning(None, message), Exit::Input)
        }
    }
}

/// In a directory of its own, which does not stay.
fn record(args: &RecordArgs) -> Result<(Vec<Entry>, bool), Diagnostic> {
    let (compiler, flags) = pipeline::compiler_words(args.cc.as_deref())?;
    let compiler = [vec![compiler], flags].concat();
    let name = format!("tamis-record-{}", std::process::id());
    let scratch = std::env::temp_dir().join(name);
    fs::create_dir(&scratch).map_err(|error| cannot("make", &scratch, &error))?;
    let recorded = replay::record(&args.command, &compiler, &scratch);
    // What the user asked for is there or not; this is not part of it.
    let _ = fs::remove_dir_all(&scratch);
    recorded.map(|(entries, ended)| (entries, ended.success()))
}
