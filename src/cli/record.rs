//! `tamis record`: the compile commands of a build

use super::Exit;
use super::annotate::plural;
use super::replay_args::RecordArgs;
use super::report::{fail, put};
use super::terminal;
use crate::base::Diagnostic;
use crate::pipeline;
use crate::replay::{self, Entry, PrivateDir};
use std::sync::atomic::{AtomicBool, Ordering};

/// Becomes true with the first Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

pub(super) fn run(args: RecordArgs) -> Exit {
    terminal::stop_on_interrupt(&STOP, "what was recorded is");
    let exit = recorded(args);
    match STOP.load(Ordering::Relaxed) {
        true => Exit::Interrupted,
        false => exit,
    }
}

fn recorded(args: RecordArgs) -> Exit {
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
    let scratch = PrivateDir::new()?;
    replay::record(&args.command, &compiler, scratch.path(), &STOP)
}
