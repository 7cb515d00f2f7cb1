//! Runs a program in the interpreter.

use super::inputs::{self, Inputs};
use super::{Failure, Outcome};
use crate::base::{Assumed, Diagnostic, Severity};
use crate::context::{self, Check, Context, Parts};
use crate::coreach::{Outline, Program, World};
use crate::frontend::{self, pool::with_deep_stack};
use crate::ir::Unit;
use crate::ir::interp::{Limits, Machine};

/// What `tamis run` was asked to do.
pub struct ExecuteRequest {
    pub inputs: Inputs,
    /// `argv` from its second element on.
    pub args: Vec<String>,
    pub stdin: Vec<u8>,
    /// Operations before the program is given up.
    pub steps: u64,
    /// Stop where an execution breaks a fact of the whole program.
    pub check_facts: bool,
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
pub fn execute(request: &ExecuteRequest) -> Result<Executed, Failure> {
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
    let mut broken = None;
    let ran = match request.check_facts {
        false => Machine::linked(&linked)
            .limits(limits)
            .stdin(request.stdin.clone())
            .run(&args),
        true => {
            let mut owned: Vec<Unit> = units.iter().map(|tu| tu.unit.clone()).collect();
            let outlines = units
                .iter()
                .map(|tu| Outline::new(&tu.unit, tu.hidden.clone()));
            let mut outlines: Vec<Outline> = outlines.collect();
            let assumed = Assumed::default();
            let mut program = Program::new(&outlines, World::Auto, true, &assumed);
            if context::lend(&mut owned, &mut outlines, &program) > 0 {
                program = Program::new(&outlines, World::Auto, true, &assumed);
            }
            let context = with_deep_stack(|| Context::new(&owned, &program, Parts::ALL, &|| false));
            let check = Check::new(&owned, &linked, &program, &context);
            let mut machine = Machine::observed(&linked, check)
                .limits(limits)
                .stdin(request.stdin.clone());
            let ran = machine.run(&args);
            let told = machine.into_observer().broken;
            broken = told.map(|told| Diagnostic::error(None, told));
            ran
        }
    };
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
    let trap = broken.or(trap);
    Ok(Executed {
        diagnostics,
        stdout: ran.stdout,
        stderr: ran.stderr,
        status: ran.status,
        trap,
    })
}
