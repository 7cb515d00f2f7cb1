//! `tamis run`

use super::Exit;
use super::annotate::failed;
use super::args::RunArgs;
use super::render::{Renderer, Styles};
use super::report::fail;
use super::terminal;
use crate::base::{Diagnostic, Severity};
use crate::pipeline::{self, ExecuteRequest, Inputs};
use std::io::{Read, Write};
use std::process::ExitCode;

/// The program's own status, or that of tamis when there is none.
pub(super) fn run(args: RunArgs) -> ExitCode {
    let mut stdin = Vec::new();
    if args.stdin
        && let Err(error) = std::io::stdin().read_to_end(&mut stdin)
    {
        let message = format!("cannot read standard input: {error}");
        return fail(Diagnostic::error(None, message), Exit::Input).into();
    }
    let request = ExecuteRequest {
        inputs: Inputs {
            files: args.files,
            flags: args.cflags,
            database: None,
            trust_compiler: args.trust.trust_compiler,
            ..Inputs::default()
        },
        args: args.args,
        stdin,
        steps: args.steps,
        check_facts: args.check_facts,
    };
    let renderer = Renderer::new(Styles::of_stderr(), false);
    let ran = match pipeline::execute(&request) {
        Ok(ran) => ran,
        Err(failure) => return failed(&renderer, failure).into(),
    };
    let printed = terminal::output(&ran.stdout);
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
        None if printed != Exit::Done => printed.into(),
        None => ExitCode::from(ran.status as u8),
    }
}
