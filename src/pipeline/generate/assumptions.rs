//! `--assume FUNCTION=EXPR`: each condition as a function of C, read where the function's file ends.
//!
//! ```text
//! #include "/path/of/the/file.c"
//! int tamis_assumption_0(PARAMETERS OF FUNCTION) { return (EXPR) ? 1 : 0; }
//! ```
//!
//! So a condition may use the parameters, the macros, types, globals and functions that the file has.

use super::GenerateRequest;
use crate::base::Diagnostic;
use crate::frontend::preprocess::preprocess;
use crate::frontend::{self, CompileCommand};
use crate::generate::{Assumption, condition, condition_name};
use crate::ir::{Linkage, Unit};
use crate::pipeline::Failure;
use crate::status::{self, OutputDir};
use std::fs;
use std::os::unix::ffi::OsStrExt;

/// What the request assumes, about the units, each of which has a command.
pub(super) fn read(
    request: &GenerateRequest,
    dir: &OutputDir,
    units: &[Unit],
    commands: &[&CompileCommand],
) -> Result<Vec<Assumption>, Failure> {
    let mut found = Vec::new();
    for (function, text) in &request.assume {
        let wrong = |message: String| {
            let message = format!("--assume {function}: {message}");
            Failure::Input(Diagnostic::error(None, message))
        };
        let unit = unit_of(function, units);
        let unit = unit.ok_or_else(|| wrong("no file has a function of this name".into()))?;
        let name = condition_name(found.len());
        let params = parameters(commands[unit], &units[unit], function);
        let params = params.ok_or_else(|| wrong("its parameters cannot be read".into()))?;
        let code =
            format!("\n#line 1 \"--assume\"\nint {name}{params} {{ return ({text}) ? 1 : 0; }}\n");
        let read = read_after(dir, commands[unit], &code)?;
        let problem = read.diagnostics.iter().find(|problem| {
            let place = problem.place.as_ref();
            place.is_some_and(|place| &*place.file == "--assume")
        });
        let condition = condition(read.unit, &name).map_err(|why| match problem {
            Some(problem) => wrong(problem.message.clone()),
            None => wrong(why),
        })?;
        found.push(Assumption {
            unit,
            function: function.clone(),
            text: text.clone(),
            condition,
        });
    }
    Ok(found)
}

/// The unit that defines the function; one that other files can call comes first.
fn unit_of(function: &str, units: &[Unit]) -> Option<usize> {
    let defines = |linkage: Linkage| {
        let has = move |unit: &Unit| {
            let mut own = unit.functions.iter();
            own.any(|f| f.name == function && f.linkage == linkage)
        };
        units.iter().position(has)
    };
    defines(Linkage::External).or_else(|| defines(Linkage::Internal))
}

/// The list of parameters in the definition of the function, with its parentheses.
fn parameters(command: &CompileCommand, unit: &Unit, function: &str) -> Option<String> {
    let f = unit.functions.iter().find(|f| f.name == function)?;
    let source = preprocess(command).ok()?;
    let text = source.snippet(f.span);
    let head = text.split('{').next()?;
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let (at, _) = head.match_indices(function).find(|(at, _)| {
        let after = &head[at + function.len()..];
        !head[..*at].ends_with(is_word) && after.trim_start().starts_with('(')
    })?;
    let list = head[at + function.len()..].trim_start();
    let mut depth = 0;
    let end = list.find(|c| {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        depth == 0
    })?;
    Some(list[..=end].to_string())
}

/// The file of the command with this text after it.
fn read_after(
    dir: &OutputDir,
    command: &CompileCommand,
    code: &str,
) -> Result<frontend::TranslationUnit, Failure> {
    let file = command.directory.join(&command.file);
    let mut text = b"#include \"".to_vec();
    text.extend(file.as_os_str().as_bytes());
    text.extend(b"\"");
    text.extend(code.as_bytes());
    let place = dir.file("assume.c");
    status::write_whole(&place, &text).map_err(Failure::Output)?;
    let absolute = std::path::absolute(&place).unwrap_or_else(|_| place.clone());
    let own = CompileCommand {
        file: absolute,
        ..command.clone()
    };
    let read = frontend::read(&own).map_err(Failure::Input);
    // It is of no use afterwards.
    let _ = fs::remove_file(&place);
    read
}
