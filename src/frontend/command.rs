//! Compile commands.
//!
//! Comes in: files and flags of the command line, or a compilation database. Goes out: for each
//! file the compiler and the arguments that decide how it is preprocessed. Runs nothing.

use super::flags::{keep_arguments, other_layout};
use crate::base::{Diagnostic, Place, name_path, name_text, shell_words};
use serde::{Deserialize, Deserializer};
use std::path::{Path, PathBuf};

/// How one file is preprocessed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompileCommand {
    /// Where the compiler runs; relative names are relative to it.
    pub directory: PathBuf,
    pub file: PathBuf,
    pub compiler: String,
    /// Only what matters for preprocessing and for the language: never an output or a program.
    pub args: Vec<String>,
}

impl CompileCommand {
    /// The compiler as it is run from any directory.
    pub fn program(&self) -> String {
        if !self.compiler.contains('/') {
            return self.compiler.clone();
        }
        let path = self.directory.join(&self.compiler);
        let path = std::path::absolute(&path).unwrap_or(path);
        path.to_string_lossy().into_owned()
    }
}

/// The compile command of a file named on the command line, with the flags after `--` and the compiler `cc`.
pub fn from_flags(file: &Path, flags: &[String]) -> Result<CompileCommand, Diagnostic> {
    with_compiler(file, "cc", flags)
}

/// The same with a compiler that the user names.
pub fn with_compiler(
    file: &Path,
    compiler: &str,
    flags: &[String],
) -> Result<CompileCommand, Diagnostic> {
    // A compiler takes a file with another name for the linker's, and says nothing.
    let language = flags.iter().any(|flag| flag.starts_with("-x"));
    if !language && !has_c_name(file) {
        return Err(refusal(
            file,
            "its name does not end in .c",
            "say -- -x c if it is a C file",
        ));
    }
    let (compiler, _) = split_compiler(&[compiler.to_string()], file)?;
    let args = keep_arguments(flags, file)?;
    Ok(CompileCommand {
        directory: ".".into(),
        file: file.into(),
        compiler,
        args,
    })
}

fn has_c_name(file: &Path) -> bool {
    let end = file.extension().and_then(|end| end.to_str());
    matches!(end, Some("c" | "i" | "h"))
}

/// A command that was recorded, checked as one of a database is.
pub fn from_recorded(
    directory: &Path,
    file: &Path,
    compiler: &str,
    arguments: &[String],
) -> Result<CompileCommand, Diagnostic> {
    let (compiler, _) = split_compiler(&[compiler.to_string()], file)?;
    Ok(CompileCommand {
        directory: directory.into(),
        file: file.into(),
        compiler,
        args: keep_arguments(arguments, file)?,
    })
}

/// What a compilation database has.
#[derive(Debug, Default)]
pub struct Database {
    pub commands: Vec<CompileCommand>,
    /// One for each entry that cannot be used.
    pub problems: Vec<Diagnostic>,
    /// Files that are not C.
    pub not_c: Vec<PathBuf>,
}

/// Where compilation databases come from.
const NO_DATABASE: &str = "CMake writes it with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, Meson always; for make: tamis record 'make -B CC=\"$CC\"'";

/// Reads a compilation database: `compile_commands.json` itself or the directory that holds it.
/// An entry that cannot be used costs that entry.
pub fn from_database(path: &Path) -> Result<Database, Diagnostic> {
    let file = if path.is_dir() {
        path.join("compile_commands.json")
    } else {
        path.into()
    };
    let text = std::fs::read(&file).map_err(|error| {
        Diagnostic::error(None, format!("cannot read {}: {error}", file.display()))
            .with_hint(NO_DATABASE)
    })?;
    let entries: Vec<Entry> = serde_json::from_slice(&text).map_err(|error| {
        let (line, column) = (error.line() as u32, error.column() as u32);
        let place = Place {
            file: name_text(&file).into(),
            line,
            column,
        };
        Diagnostic::error(Some(place), format!("not a compilation database: {error}"))
    })?;
    let base = file.parent().unwrap_or(Path::new("."));
    let mut found = Database::default();
    for entry in &entries {
        if !entry.is_c() {
            found.not_c.push(entry.file.clone());
            continue;
        }
        match entry.command(base) {
            Ok(command) => found.commands.push(command),
            Err(problem) => found.problems.push(problem),
        }
    }
    Ok(found)
}

/// One object of a compilation database.
#[derive(Deserialize)]
struct Entry {
    #[serde(default, deserialize_with = "path")]
    directory: PathBuf,
    #[serde(deserialize_with = "path")]
    file: PathBuf,
    #[serde(default)]
    arguments: Option<Vec<String>>,
    #[serde(default)]
    command: Option<String>,
}

/// Names that are not UTF-8 stand there as `tamis record` writes them.
fn path<'a, D: Deserializer<'a>>(deserializer: D) -> Result<PathBuf, D::Error> {
    String::deserialize(deserializer).map(|text| name_path(&text))
}

impl Entry {
    /// A database often lists C++ and assembly as well.
    fn is_c(&self) -> bool {
        has_c_name(&self.file) || self.file.extension().is_none()
    }

    fn command(&self, base: &Path) -> Result<CompileCommand, Diagnostic> {
        let words = match (&self.arguments, &self.command) {
            (Some(arguments), _) => arguments.clone(),
            (None, Some(command)) => shell_words(command)
                .ok_or_else(|| refusal(&self.file, "its command has an unclosed quote", ""))?,
            (None, None) => return Err(refusal(&self.file, "its entry has no command", "")),
        };
        let (compiler, flags) = split_compiler(&words, &self.file)?;
        let flags: Vec<String> = flags
            .iter()
            .filter(|flag| !self.is_input(flag))
            .cloned()
            .collect();
        let args = keep_arguments(&flags, &self.file)?;
        let directory = base.join(&self.directory);
        Ok(CompileCommand {
            directory,
            file: self.file.clone(),
            compiler,
            args,
        })
    }

    fn is_input(&self, word: &str) -> bool {
        let word = name_path(word);
        word == self.file || self.directory.join(&word) == self.directory.join(&self.file)
    }
}

pub(super) fn refusal(file: &Path, why: &str, hint: &str) -> Diagnostic {
    let place = Place {
        file: name_text(file).into(),
        line: 1,
        column: 1,
    };
    let diagnostic = Diagnostic::error(
        Some(place),
        format!("the compile command is refused: {why}"),
    );
    if hint.is_empty() {
        diagnostic
    } else {
        diagnostic.with_hint(hint)
    }
}

/// The compiler's word, without `ccache` and its kin before it, and what follows.
fn split_compiler<'a>(
    words: &'a [String],
    file: &Path,
) -> Result<(String, &'a [String]), Diagnostic> {
    let mut rest = words;
    while let [first, more @ ..] = rest {
        let name = first.rsplit('/').next().unwrap_or(first);
        if matches!(name, "ccache" | "distcc" | "sccache" | "icecc") {
            rest = more;
        } else if is_c_compiler(name) && other_target(name) {
            return Err(other_layout(file, first));
        } else if is_c_compiler(name) {
            return Ok((first.clone(), more));
        } else {
            let why = format!("`{first}` is not known as a C compiler");
            return Err(refusal(
                file,
                &why,
                "name gcc or clang, or give the file and its flags after `--`",
            ));
        }
    }
    Err(refusal(file, "it names no compiler", ""))
}

/// `gcc`, `clang`, `cc`, with a target before and a version after: `arm-none-eabi-gcc-12`.
fn is_c_compiler(name: &str) -> bool {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.' || c == '-');
    matches!(
        stem.rsplit('-').next(),
        Some("gcc" | "clang" | "cc" | "c99" | "c89" | "c11")
    ) && name
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || "-_.+".contains(c))
}

/// `arm-none-eabi-gcc`: a compiler for another machine.
fn other_target(name: &str) -> bool {
    let machine = name.split_once('-').map_or("", |(machine, _)| machine);
    let is_tool = is_c_compiler(machine) || machine.is_empty();
    !is_tool && (!matches!(machine, "x86_64" | "amd64" | "musl") || name.contains("mingw"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    #[test]
    fn only_preprocessing_flags_are_kept() {
        let flags = [
            "-c", "-O2", "-Iinc", "-I", "x", "-o", "a.o", "-MMD", "-MF", "d", "-Wall", "-DX=1",
            "-std=c11", "-lm",
        ];
        let command = from_flags(Path::new("a.c"), &strings(&flags)).expect("harmless");
        assert_eq!(
            command.args,
            strings(&["-O2", "-Iinc", "-I", "x", "-DX=1", "-std=c11"])
        );
    }

    #[test]
    fn flags_that_load_code_are_refused() {
        for flag in [
            "-fplugin=x.so",
            "-specs=x",
            "--specs=x",
            "-wrapper",
            "-B/tmp",
            "@args",
            "-Xclang",
            "-Xpreprocessor",
            "-Wp,-x,-specs=y",
            "-fpass-plugin=x",
            "--config=x",
        ] {
            let error = from_flags(Path::new("a.c"), &strings(&[flag, "x"])).expect_err(flag);
            assert!(error.hint.is_some() && error.place.is_some());
        }
    }

    #[test]
    fn compilers_are_known_by_name() {
        for name in [
            "gcc",
            "cc",
            "clang",
            "clang-15",
            "gcc-12.2",
            "x86_64-linux-gnu-gcc-12",
            "arm-none-eabi-gcc",
        ] {
            assert!(is_c_compiler(name), "{name}");
        }
        assert!(other_target("arm-none-eabi-gcc") && other_target("x86_64-w64-mingw32-gcc"));
        for name in [
            "gcc",
            "clang-15",
            "x86_64-linux-gnu-gcc-12",
            "musl-gcc",
            "cc",
        ] {
            assert!(!other_target(name), "{name}");
        }
        for name in ["g++", "sh", "rm", "clang++", "python3", "gcc;rm", "nvcc"] {
            assert!(!is_c_compiler(name), "{name}");
        }
        let words = strings(&["/usr/bin/ccache", "/usr/bin/gcc", "-c"]);
        assert_eq!(
            split_compiler(&words, Path::new("a.c")).expect("gcc").0,
            "/usr/bin/gcc"
        );
    }
}
