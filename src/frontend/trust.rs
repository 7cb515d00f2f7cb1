//! Which programs a compile command may run.
//!
//! Comes in: a compile command. Goes out: nothing, or why it is refused. A command may come with a source tree of somebody
//! else; then a compiler that is found by a relative path is a program of that tree. Runs nothing.

use super::CompileCommand;
use super::command::refusal;
use crate::base::{self, Diagnostic};
use std::env;
use std::ffi::OsStr;
use std::fs::Metadata;
use std::os::unix::fs::PermissionsExt;
use std::path::{Component, Path, PathBuf};

/// Refuses a compiler that the source tree may hold.
pub fn check_compiler(command: &CompileCommand) -> Result<(), Diagnostic> {
    let path = env::var_os("PATH").unwrap_or_default();
    match is_of_tree(&command.compiler, &command.directory, &path) {
        false => Ok(()),
        true => {
            let why = format!(
                "`{}` is found by a relative path, so it may be a program of the source tree",
                command.compiler
            );
            let hint = "name the compiler by an absolute path, or run it nevertheless with --trust-compiler";
            Err(refusal(&command.file, &why, hint))
        }
    }
}

/// Whether running the compiler in the directory runs what a relative path names.
fn is_of_tree(compiler: &str, directory: &Path, path: &OsStr) -> bool {
    if compiler.contains('/') {
        return !is_fixed(Path::new(compiler));
    }
    // The first entry that has it is the one that counts; an empty entry is the current directory. Entries that mean another
    // place for another process cannot be looked at from here.
    let counts = |entry: &PathBuf| {
        let there = || directory.join(entry).join(compiler);
        match is_fixed(entry) {
            true => is_program(&there()),
            // A file that cannot be looked at may be one.
            false => entry.is_absolute() || !matches!(base::exists(&there()), Ok(false)),
        }
    };
    let found = env::split_paths(path).find(counts);
    found.is_some_and(|entry| !is_fixed(&entry))
}

/// What a search of `PATH` surely ends at: a file that nobody may execute is passed over.
fn is_program(path: &Path) -> bool {
    let runs = |found: Metadata| found.is_file() && found.permissions().mode() & 0o111 != 0;
    base::find(path).is_ok_and(|found| found.is_some_and(runs))
}

/// A path that names the same program wherever it is used: below `/proc` and `/dev` there are links to the current directory
/// and to open files.
fn is_fixed(path: &Path) -> bool {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(plain.pop()),
            part => plain.push(part),
        }
    }
    path.is_absolute() && !plain.starts_with("/proc") && !plain.starts_with("/dev")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_relative_path_names_is_of_the_tree() {
        let system = OsStr::new("/usr/bin:/bin");
        let root = Path::new("/");
        for compiler in [
            "./gcc",
            "tools/gcc",
            "../gcc",
            "/proc/self/cwd/gcc",
            "/dev/../proc/self/cwd/gcc",
            "/usr/../proc/self/cwd/gcc",
        ] {
            assert!(is_of_tree(compiler, root, system), "{compiler}");
        }
        for compiler in ["cc", "/usr/bin/gcc", "/usr/lib/../bin/gcc", "no-such-gcc"] {
            assert!(!is_of_tree(compiler, root, system), "{compiler}");
        }
    }

    #[test]
    fn relative_entries_of_the_path_count_where_they_come_first() {
        let root = env::temp_dir().join(format!("tamis-trust-{}", std::process::id()));
        std::fs::create_dir_all(root.join("bin")).expect("made");
        std::fs::write(root.join("bin/cc"), "").expect("written");
        std::fs::write(root.join("cc"), "").expect("written");
        for (path, expected) in [
            ("bin:/usr/bin", true),
            (":/usr/bin", true),
            ("/usr/bin:", false),
            ("none:/usr/bin:bin", false),
            ("/proc/self/cwd/bin:/usr/bin", true),
            // What is there is no program, so the search goes on.
            (&format!("{}:bin", root.display()), true),
        ] {
            assert_eq!(
                is_of_tree("cc", &root, OsStr::new(path)),
                expected,
                "{path}"
            );
        }
        let _ = std::fs::remove_dir_all(&root);
    }
}
