//! Cleans C files and prints the labels that are not worth a test: `cargo run --example clean -- FILE.c …`

use std::process::ExitCode;
use tamis::{CleanRequest, Failure, Inputs, Status};

fn main() -> ExitCode {
    let inputs = Inputs {
        files: std::env::args_os().skip(1).map(Into::into).collect(),
        ..Inputs::default()
    };
    let request = CleanRequest::new(inputs, "tamis.out");
    let outcome = match tamis::clean(&request) {
        Ok(outcome) => outcome,
        Err(Failure::Input(problem) | Failure::Output(problem)) => {
            eprintln!("{}", problem.message);
            return ExitCode::from(2);
        }
        Err(Failure::Unread(outcome)) => {
            outcome
                .diagnostics
                .iter()
                .for_each(|problem| eprintln!("{}", problem.message));
            return ExitCode::from(2);
        }
    };
    for (label, verdict) in outcome.labels.iter().zip(&outcome.verdicts) {
        if verdict.status != Status::Unknown {
            println!(
                "{}:{}: {} {} is {}: {}",
                label.place.file,
                label.place.line,
                label.criterion,
                label.predicate,
                verdict.status.name(),
                verdict.reason
            );
        }
    }
    ExitCode::SUCCESS
}
