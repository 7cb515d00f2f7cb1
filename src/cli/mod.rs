//! The command line: arguments in, exit code out.
//!
//! Human text goes to stderr, what machines read goes to stdout. Knows the terminal; must not
//! know any algorithm.

mod annotate;
mod args;
mod blocks;
mod check;
mod clean;
mod clean_args;
mod config;
mod correct;
mod criteria;
mod diff;
mod execute;
mod exit;
mod explain;
mod facts;
mod generate;
mod generate_args;
mod manual;
mod progress;
mod record;
mod render;
mod replay;
mod replay_args;
mod report;
mod report_args;
mod terminal;

pub use exit::Exit;

use args::{Cli, Command};
use clap::Parser;
use report_args::ReportCommand;
use std::ffi::OsString;
use std::io::IsTerminal;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use terminal::say;

/// Runs tamis with these arguments, the first being its own name.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    std::panic::set_hook(Box::new(|fault| {
        say!("tamis: internal error: {fault}");
        say!("tamis: this is a fault of tamis, not of your program; please report it");
    }));
    let args: Vec<OsString> = args.into_iter().collect();
    let work = AssertUnwindSafe(|| {
        let args = match config::with_defaults(args) {
            Ok(args) => args,
            Err(problem) => return report::fail(problem, Exit::Usage).into(),
        };
        match Cli::try_parse_from(args) {
            Ok(cli) => dispatch(cli),
            Err(usage) if usage.use_stderr() => {
                // Nobody is left to tell when this cannot be printed.
                let _ = usage.print();
                Exit::Usage.into()
            }
            Err(help) => match std::io::stdout().is_terminal() {
                true => help.print().map_or(Exit::Usage, |()| Exit::Done).into(),
                false => terminal::output(help.render().to_string().as_bytes()).into(),
            },
        }
    });
    catch_unwind(work).unwrap_or(Exit::Internal.into())
}

fn dispatch(cli: Cli) -> ExitCode {
    terminal::be_quiet(cli.quiet);
    terminal::be_verbose(cli.verbose);
    render::choose_colours(cli.color);
    match cli.command {
        Command::Clean(args) => clean::run(*args).into(),
        Command::Merge(args) => clean::merge(args).into(),
        Command::Annotate(args) => annotate::run(*args).into(),
        Command::Blocks(args) => blocks::run(*args).into(),
        Command::Explain(args) => explain::run(args).into(),
        Command::Replay(args) => replay::run(*args).into(),
        Command::Generate(args) => generate::run(*args).into(),
        Command::Record(args) => record::run(args).into(),
        Command::Cc(args) => replay::compile(args),
        Command::Run(args) => execute::run(args),
        Command::Facts(args) => facts::run(args).into(),
        Command::Criteria(args) => criteria::run(&args).into(),
        Command::Results(ReportCommand::Report(args)) => report::run(args).into(),
        Command::Results(ReportCommand::Correct(args)) => correct::run(args).into(),
        Command::Results(ReportCommand::Check(args)) => check::run(args).into(),
        Command::Results(ReportCommand::Diff(args)) => diff::run(args).into(),
        Command::Results(ReportCommand::Man(args)) => manual::man(args).into(),
        Command::Results(ReportCommand::Completions(args)) => manual::completions(&args).into(),
    }
}
