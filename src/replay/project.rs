//! Projects of build systems that keep the compiler they were configured with, and know their tests.
//!
//! Comes in: the system, the source directory, options. Goes out: a build command for the shell that builds in the work_dir with
//! the compiler of the replay; after that, the tests that the system knows.

use super::suite::named;
use super::work_dir::WorkDir;
use super::{Test, cmake, meson};
use crate::base::{Diagnostic, cannot};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum System {
    Cmake,
    Meson,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Project {
    pub system: System,
    pub source: PathBuf,
    /// For its configuration.
    pub options: Vec<String>,
}

impl Project {
    /// The build system would make a directory of a name that is wrong.
    pub fn check(&self) -> Result<(), Diagnostic> {
        let (file, option) = match self.system {
            System::Cmake => ("CMakeLists.txt", "--cmake"),
            System::Meson => ("meson.build", "--meson"),
        };
        match self.source.join(file).is_file() {
            true => Ok(()),
            false => {
                let message = format!("there is no {file} in {}", self.source.display());
                let hint = format!("{option} takes the source directory of the project");
                Err(Diagnostic::error(None, message).with_hint(hint))
            }
        }
    }

    pub fn build_command(&self) -> String {
        let source = quoted(&self.source.to_string_lossy());
        let words = self.options.iter().map(|option| quoted(option));
        let options: String = words.map(|word| format!(" {word}")).collect();
        match self.system {
            System::Cmake => cmake::build_command(&source, &options),
            System::Meson => meson::build_command(&source, &options),
        }
    }
}

impl System {
    /// The tests of the project that was built in the work_dir.
    pub fn tests(self, shop: &WorkDir) -> Result<Vec<Test>, Diagnostic> {
        let directory = shop.build_directory();
        let (tests, message, hint) = match self {
            System::Cmake => (
                cmake::tests(&directory)?,
                "CTest knows no test of this project",
                "its CMakeLists.txt needs enable_testing() and add_test(); an option may turn them on: --configure '-DBUILD_TESTING=ON'",
            ),
            System::Meson => (
                meson::tests(&directory)?,
                "Meson knows no test of this project",
                "its meson.build needs test(); an option may turn them on: --configure '-Dtests=true'",
            ),
        };
        match tests.is_empty() {
            true => Err(Diagnostic::error(None, message).with_hint(hint)),
            false => Ok(named(tests)),
        }
    }
}

/// What a program of the build system prints in the directory.
pub(super) fn listing(
    program: &str,
    arguments: &[&str],
    directory: &Path,
) -> Result<String, Diagnostic> {
    let listed = Command::new(program)
        .args(arguments)
        .current_dir(directory)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| cannot("run", Path::new(program), &error))?;
    Ok(String::from_utf8_lossy(&listed.stdout).into_owned())
}

/// One word for the shell.
pub(super) fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_options_are_one_word_each() {
        let (source, options) = ("it's here".into(), vec!["-DA=b c".into()]);
        let mut project = Project {
            system: System::Cmake,
            source,
            options,
        };
        let command = project.build_command();
        assert!(
            command.starts_with(r"cmake -S 'it'\''s here' -B"),
            "{command}"
        );
        assert!(command.contains(" '-DA=b c' && "), "{command}");
        project.system = System::Meson;
        let command = project.build_command();
        assert!(
            command.contains(r"'it'\''s here' '-DA=b c' && "),
            "{command}"
        );
    }
}
