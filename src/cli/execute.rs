//! `tamis run`

use super::Exit;
use super::args::RunArgs;
use super::render::{Renderer, Styles};
use crate::base::Severity;
use crate::pipeline::{self, Execution, Failure, Inputs};
use std::io::{Read, Write};
use std::process::ExitCode;

/// The program's own status, or that of tamis when there is none.
pub(super) fn run(args: RunArgs) -> ExitCode {
    let mut stdin = Vec::new();
    if args.stdin {
        // What cannot be read is not there for the program either.
        let _ = std::io::stdin().read_to_end(&mut stdin);
    }
    let request = Execution {
        inputs: Inputs {
            files: args.files,
            flags: args.cflags,
            database: None,
        },
        args: args.args,
        stdin,
        steps: args.steps,
        check_facts: args.check_facts,
    };
    let renderer = Renderer::new(Styles::of_stderr(), false);
    let ran = match pipeline::execute(&request) {
        Ok(ran) => ran,
        Err(Failure::Input(problem) | Failure::Output(problem)) => {
            renderer.print(&[problem]);
            return Exit::Input.into();
        }
    };
    // A reader that has seen enough may close the pipe.
    let _ = std::io::stdout().write_all(&ran.stdout);
    let _ = std::io::stderr().write_all(&ran.stderr);
    let warnings = ran
        .diagnostics
        .into_iter()
        .filter(|d| d.severity > Severity::Note);
    renderer.print(&warnings.collect::<Vec<_>>());
    match ran.trap {
        Some(trap) => {
            renderer.print(&[trap]);
            Exit::Input.into()
        }
        None => ExitCode::from(ran.status as u8),
    }
}
