//! Lets compilers contradict what the front end computed.

use super::inputs::{self, Inputs};
use super::{Failure, Outcome};
use crate::base::{Diagnostic, Severity};
use crate::frontend::facts::FactKind;
use crate::frontend::{self, CompileCommand};
use crate::oracle::{self, Compiler, Count, Opinion};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What `tamis facts` was asked to do.
pub struct FactsRequest {
    pub inputs: Inputs,
    /// Each of them preprocesses and checks every file; if none is named, the one of the file's command does.
    pub compilers: Vec<String>,
    /// Where the generated files go.
    pub out: PathBuf,
}

/// What one compiler said about all files.
#[derive(Default)]
pub struct Verdicts {
    pub compiler: String,
    pub files: usize,
    /// Files that this compiler does not compile, or that could not be read.
    pub skipped: usize,
    pub counts: BTreeMap<FactKind, Count>,
}

/// What was found, and whether a part of the input was lost.
#[derive(Default)]
pub struct Contradicted {
    pub verdicts: Vec<Verdicts>,
    /// Facts that are contradicted or could not be asked, and files that were skipped.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads each file once per compiler and asks it.
pub fn facts(request: &FactsRequest) -> Result<Contradicted, Failure> {
    let mut outcome = Outcome::default();
    let commands = inputs::commands(&request.inputs, &mut outcome).map_err(Failure::Input)?;
    std::fs::create_dir_all(&request.out).map_err(|error| {
        let message = format!("cannot make {}: {error}", request.out.display());
        Failure::Output(Diagnostic::error(None, message))
    })?;
    let mut found = Contradicted {
        diagnostics: outcome.diagnostics,
        ..Contradicted::default()
    };
    let own: Vec<Option<&String>> = match request.compilers.is_empty() {
        true => vec![None],
        false => request.compilers.iter().map(Some).collect(),
    };
    for name in own {
        let mut verdicts = Verdicts {
            compiler: name.cloned().unwrap_or_else(|| "own".into()),
            skipped: outcome.summary.files_failed,
            ..Verdicts::default()
        };
        let opinions: Vec<_> = commands
            .par_iter()
            .enumerate()
            .map(|(number, command)| {
                let mut command = command.clone();
                if let Some(name) = name {
                    command.compiler = name.clone();
                }
                let command = inputs::trusted(command, request.inputs.trust_compiler)?;
                ask(&command, &stem(&request.out, &command, number))
            })
            .collect();
        for opinion in opinions {
            verdicts.files += 1;
            match opinion {
                Ok(opinion) => take(&mut verdicts, &mut found.diagnostics, opinion),
                Err(problem) => {
                    verdicts.skipped += 1;
                    found.diagnostics.push(problem);
                }
            }
        }
        found.verdicts.push(verdicts);
    }
    Ok(found)
}

fn ask(command: &CompileCommand, stem: &Path) -> Result<Opinion, Diagnostic> {
    let compiler = Compiler::named(&command.program())?;
    let unit = frontend::read_with_facts(command)?;
    oracle::ask(&compiler, command, &unit, stem)
}

fn take(verdicts: &mut Verdicts, diagnostics: &mut Vec<Diagnostic>, opinion: Opinion) {
    if let Some(mut problem) = opinion.foreign {
        problem.severity = Severity::Warning;
        problem.message = format!("the compiler rejects the file: {}", problem.message);
        verdicts.skipped += 1;
        diagnostics.push(problem);
    }
    for (kind, count) in opinion.counts {
        let sum = verdicts.counts.entry(kind).or_default();
        sum.agreed += count.agreed;
        sum.contradicted += count.contradicted;
        sum.refused += count.refused;
    }
    diagnostics.extend(opinion.differences);
}

/// Unique among the files of a run, and readable.
fn stem(out: &Path, command: &CompileCommand, number: usize) -> PathBuf {
    let name = command.file.file_stem().unwrap_or_default();
    let compiler = Path::new(&command.compiler).file_name().unwrap_or_default();
    out.join(format!(
        "{}_{}_{}",
        name.to_string_lossy(),
        number,
        compiler.to_string_lossy()
    ))
}
