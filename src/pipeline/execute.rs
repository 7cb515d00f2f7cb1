//! Runs a program in the interpreter.

use super::inputs::{self, Inputs};
use super::{Failure, Outcome};
use crate::base::{Diagnostic, Severity};
use crate::frontend;
use crate::ir::interp::{Limits, Machine};

/// What `tamis run` was asked to do.
pub struct Execution {
    pub inputs: Inputs,
    /// `argv` from its second element on.
    pub args: Vec<String>,
    pub stdin: Vec<u8>,
    /// Operations before the program is given up.
    pub steps: u64,
}

/// What the program did, and what was found on the way to it.
pub struct Executed {
    pub diagnostics: Vec<Diagnostic>,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    pub status: i32,
    /// Why the program was stopped, with its place.
    pub trap: Option<Diagnostic>,
}

/// Links the files and runs `main`. A function that was left out stops the program only when it
/// is called.
pub fn execute(request: &Execution) -> Result<Executed, Failure> {
    let mut outcome = Outcome::default();
    let commands = inputs::commands(&request.inputs, &mut outcome).map_err(Failure::Input)?;
    let mut diagnostics = outcome.diagnostics;
    let mut units = Vec::new();
    for command in &commands {
        match frontend::read(command) {
            Ok(unit) => units.push(unit),
            Err(problem) => diagnostics.push(problem),
        }
    }
    if let Some(problem) = diagnostics.iter().find(|d| d.severity == Severity::Error) {
        return Err(Failure::Input(problem.clone()));
    }
    diagnostics.extend(
        units
            .iter()
            .flat_map(|unit| unit.diagnostics.iter().cloned()),
    );
    let linked: Vec<_> = units.iter().map(|unit| &unit.unit).collect();
    let limits = Limits {
        steps: request.steps,
        ..Limits::default()
    };
    let name = commands
        .first()
        .map_or_else(String::new, |c| c.file.display().to_string());
    let args: Vec<&str> = std::iter::once(name.as_str())
        .chain(request.args.iter().map(String::as_str))
        .collect();
    let ran = Machine::linked(&linked)
        .limits(limits)
        .stdin(request.stdin.clone())
        .run(&args);
    let trap = ran.trap.map(|trap| {
        let source = units.iter().find(|unit| {
            trap.function
                .as_ref()
                .is_some_and(|name| unit.unit.functions.iter().any(|f| f.name == *name))
        });
        let place = source
            .zip(trap.span)
            .map(|(unit, span)| unit.source.place(span.start));
        Diagnostic::error(place, format!("the program was stopped: {}", trap.reason))
    });
    Ok(Executed {
        diagnostics,
        stdout: ran.stdout,
        stderr: ran.stderr,
        status: ran.status,
        trap,
    })
}
