//! What goes in: compile commands, how they are written down and read again, and which functions matter.

use super::Outcome;
use super::unit::Draft;
use crate::base::{Diagnostic, Place, name_path, name_text, relative, shell_words};
use crate::frontend::command::{from_database, from_recorded, with_compiler};
use crate::frontend::{CompileCommand, check_compiler};
use crate::status::InputRow;
use std::path::{Path, PathBuf};

/// The inputs as the user named them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Inputs {
    pub files: Vec<PathBuf>,
    /// Compiler flags for `files`.
    pub flags: Vec<String>,
    /// A `compile_commands.json`, or the directory that holds it.
    pub database: Option<PathBuf>,
    /// The compiler of `files`; otherwise the one that `CC` names, or `cc`.
    pub compiler: Option<String>,
    /// Globs of files; empty: all.
    pub only: Vec<String>,
    pub exclude: Vec<String>,
    /// Compilers that relative paths name are run, too.
    pub trust_compiler: bool,
}

/// Names or globs of functions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FunctionFilter {
    /// Empty: all.
    pub only: Vec<String>,
    pub skip: Vec<String>,
}

/// One command per input. An input that cannot be used costs that input.
pub(super) fn commands(
    inputs: &Inputs,
    outcome: &mut Outcome,
) -> Result<Vec<CompileCommand>, Diagnostic> {
    let mut all = Vec::new();
    if let Some(database) = &inputs.database {
        let found = from_database(database)?;
        let (commands, out): (Vec<_>, Vec<_>) =
            (found.commands.into_iter()).partition(|command| inputs.selects(&command.file));
        outcome.summary.files_left_out += out.len();
        all.extend(commands.into_iter().map(Ok));
        all.extend(found.problems.into_iter().map(Err));
        outcome.summary.files_not_c = found.not_c.len();
        outcome.diagnostics.extend(not_c(&found.not_c));
    }
    let (compiler, flags) = inputs.compiler()?;
    for file in &inputs.files {
        match inputs.selects(file) {
            true => all.push(readable(file).and_then(|()| with_compiler(file, &compiler, &flags))),
            false => outcome.summary.files_left_out += 1,
        }
    }
    if all.is_empty() && outcome.summary.files_left_out > 0 {
        let message = "--only and --exclude leave no file";
        return Err(Diagnostic::error(None, message)
            .with_hint("a glob is matched with the path of a file and with each end of it"));
    }
    let mut commands = Vec::new();
    for command in all {
        match command.and_then(|command| trusted(command, inputs.trust_compiler)) {
            Ok(command) => commands.push(command),
            Err(problem) => {
                outcome.summary.files_failed += 1;
                outcome.diagnostics.push(problem);
            }
        }
    }
    Ok(commands)
}

/// Names the entries of a database that are not C.
fn not_c(files: &[PathBuf]) -> Option<Diagnostic> {
    const SHOWN: usize = 3;
    let (first, count) = (files.first()?, files.len());
    let here = name_text(&std::env::current_dir().unwrap_or_default());
    let names = files.iter().take(SHOWN);
    let names = names.map(|file| relative(&name_text(file), &here).to_string());
    let mut list = names.collect::<Vec<_>>().join(", ");
    if count > SHOWN {
        list += ", …";
    }
    let entries = if count == 1 {
        "entry is"
    } else {
        "entries are"
    };
    let message = format!("{count} {entries} not C and left out: {list}");
    let place = Place {
        file: name_text(first).into(),
        line: 1,
        column: 1,
    };
    Some(Diagnostic::note((count == 1).then_some(place), message))
}

impl Inputs {
    /// Whether a file is to be read: a glob matches its path, or an end of it that begins with a name.
    fn selects(&self, file: &Path) -> bool {
        let path = name_text(file);
        let starts = path.match_indices('/').map(|(at, _)| at + 1);
        let ends: Vec<&str> = [0]
            .into_iter()
            .chain(starts)
            .map(|at| &path[at..])
            .collect();
        let listed = |list: &[String]| {
            let is = |pattern: &String| ends.iter().any(|end| matches(pattern, end));
            list.iter().any(is)
        };
        (self.only.is_empty() || listed(&self.only)) && !listed(&self.exclude)
    }

    /// The compiler of the files and the flags: those of `CC` come before the user's.
    fn compiler(&self) -> Result<(String, Vec<String>), Diagnostic> {
        let (compiler, flags) = compiler_words(self.compiler.as_deref())?;
        Ok((compiler, [flags, self.flags.clone()].concat()))
    }
}

/// The compiler that the user names, in `CC` if not here, and flags that come with it.
pub fn compiler_words(named: Option<&str>) -> Result<(String, Vec<String>), Diagnostic> {
    let variable = std::env::var("CC").unwrap_or_default();
    let text = named.unwrap_or(&variable);
    let Some(mut words) = shell_words(text) else {
        let message = format!("`{text}` is no compiler: it has an unclosed quote");
        return Err(Diagnostic::error(None, message));
    };
    Ok(match words.is_empty() {
        true => ("cc".into(), words),
        false => (words.remove(0), words),
    })
}

/// How each input is read and what became of it. The drafts are in the order of the commands.
pub(super) fn rows(commands: &[CompileCommand], drafts: &[Draft]) -> Vec<InputRow> {
    let here = std::env::current_dir().unwrap_or_default();
    let row = |(command, draft): (&CompileCommand, &Draft)| {
        // Without the `.` of files that the command line names.
        let directory: PathBuf = here.join(&command.directory).components().collect();
        InputRow {
            directory: name_text(&directory),
            file: name_text(&command.file),
            compiler: command.compiler.clone(),
            arguments: command.args.clone(),
            annotated: match draft.failed {
                true => String::new(),
                false => name_text(&draft.annotated),
            },
            digest: draft.digest.clone(),
        }
    };
    commands.iter().zip(drafts).map(row).collect()
}

/// The command of a row, checked again: the directory that holds it may come from elsewhere.
pub(super) fn recorded(row: &InputRow, trust_compiler: bool) -> Result<CompileCommand, Diagnostic> {
    let command = from_recorded(
        &name_path(&row.directory),
        &name_path(&row.file),
        &row.compiler,
        &row.arguments,
    )?;
    trusted(command, trust_compiler)
}

/// The command, unless its compiler may be a program of the source tree that the user does not trust.
pub(super) fn trusted(
    command: CompileCommand,
    trust_compiler: bool,
) -> Result<CompileCommand, Diagnostic> {
    match trust_compiler {
        true => Ok(command),
        false => check_compiler(&command).map(|()| command),
    }
}

/// The compiler's own message on a missing file names no place.
fn readable(file: &Path) -> Result<(), Diagnostic> {
    let (problem, hint) = match std::fs::metadata(file) {
        Ok(found) if found.is_dir() => (
            "it is a directory".to_string(),
            "name C files, or with -p the directory that has compile_commands.json",
        ),
        Ok(_) => return Ok(()),
        Err(error) => (error.to_string(), ""),
    };
    let place = Place {
        file: name_text(file).into(),
        line: 1,
        column: 1,
    };
    let message = format!("cannot read {}: {problem}", file.display());
    let diagnostic = Diagnostic::error(Some(place), message);
    Err(match hint {
        "" => diagnostic,
        hint => diagnostic.with_hint(hint),
    })
}

impl FunctionFilter {
    pub fn selects(&self, name: &str) -> bool {
        let listed = |list: &[String]| list.iter().any(|pattern| matches(pattern, name));
        (self.only.is_empty() || listed(&self.only)) && !listed(&self.skip)
    }
}

/// Whether a glob with `*` and `?` matches the whole name.
pub(super) fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) =
        (pattern.chars().collect(), name.chars().collect());
    let (mut p, mut n) = (0, 0);
    // Where to go on when a `*` has to take one more character.
    let mut retry: Option<(usize, usize)> = None;
    while n < name.len() {
        match pattern.get(p) {
            Some('*') => {
                retry = Some((p + 1, n + 1));
                p += 1;
            }
            Some(&c) if c == '?' || c == name[n] => (p, n) = (p + 1, n + 1),
            _ => match retry {
                Some((star, next)) => {
                    (p, n) = (star, next);
                    retry = Some((star, next + 1));
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|&c| c == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs_match_whole_names() {
        for (pattern, name) in [
            ("f", "f"),
            ("sqlite3*", "sqlite3Init"),
            ("*a?c*", "xabcabd"),
            ("*", ""),
        ] {
            assert!(matches(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [("f", "ff"), ("?", ""), ("a*b", "abc"), ("", "x")] {
            assert!(!matches(pattern, name), "{pattern} {name}");
        }
    }

    #[test]
    fn files_are_selected_by_ends_of_their_paths() {
        let inputs = |only: &[&str], exclude: &[&str]| Inputs {
            only: only.iter().map(ToString::to_string).collect(),
            exclude: exclude.iter().map(ToString::to_string).collect(),
            ..Inputs::default()
        };
        let tests = inputs(&[], &["tests/*"]);
        assert!(!tests.selects(Path::new("/home/me/project/tests/a.c")));
        assert!(!tests.selects(Path::new("tests/a.c")));
        assert!(tests.selects(Path::new("/home/me/mytests/a.c")));
        let some = inputs(&["src/*"], &["gen_*.c"]);
        assert!(some.selects(Path::new("../src/a.c")));
        assert!(!some.selects(Path::new("../src/gen_a.c")));
        assert!(!some.selects(Path::new("lib/a.c")));
    }

    #[test]
    fn skipping_wins() {
        let filter = FunctionFilter {
            only: vec!["a*".into()],
            skip: vec!["ab".into()],
        };
        assert!(filter.selects("aa") && !filter.selects("ab") && !filter.selects("b"));
        assert!(FunctionFilter::default().selects("any"));
    }
}
