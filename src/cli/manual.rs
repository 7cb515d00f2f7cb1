//! `tamis man` and `tamis completions`: made from the arguments, so they cannot differ from them.

use super::Exit;
use super::args::Cli;
use super::report::fail;
use super::report_args::{CompletionsArgs, ManArgs};
use super::terminal;
use crate::base::Diagnostic;
use clap::{Command, CommandFactory};
use std::path::Path;

pub(super) fn man(args: ManArgs) -> Exit {
    let mut tamis = Cli::command();
    tamis.build();
    if let Some(dir) = &args.out {
        return match write_all(&tamis, dir) {
            Ok(()) => Exit::Done,
            Err(error) => {
                let message = format!("cannot write to {}: {error}", dir.display());
                fail(Diagnostic::error(None, message), Exit::Usage)
            }
        };
    }
    let wanted = match &args.command {
        None => Some(&tamis),
        Some(name) => tamis.find_subcommand(name),
    };
    let Some(command) = wanted else {
        let message = format!("there is no command `{}`", args.command.unwrap_or_default());
        return fail(Diagnostic::error(None, message), Exit::Usage);
    };
    match page(command) {
        Ok(text) => terminal::output(&text),
        Err(error) => fail(Diagnostic::error(None, error.to_string()), Exit::Usage),
    }
}

fn write_all(tamis: &Command, dir: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(dir)?;
    std::fs::write(dir.join("tamis.1"), page(tamis)?)?;
    for command in tamis.get_subcommands() {
        let name = format!("tamis-{}.1", command.get_name());
        std::fs::write(dir.join(name), page(command)?)?;
    }
    Ok(())
}

fn page(command: &Command) -> std::io::Result<Vec<u8>> {
    let mut text = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut text)?;
    Ok(text)
}

pub(super) fn completions(args: &CompletionsArgs) -> Exit {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "tamis", &mut text);
    terminal::output(&text)
}
