//! Projects of CMake: a build outside of the user's tree, and the tests that CTest knows.
//!
//! Comes in: the source directory. Goes out: the build command, and a test for each of CTest's. A build directory of the user's
//! is of no use: CMake keeps the compiler that it was configured with.

use super::build::BUILD;
use super::suite::named;
use super::work_dir::WorkDir;
use super::{Action, Test};
use crate::base::{Diagnostic, cannot};
use std::path::Path;
use std::process::{Command, Stdio};

/// Configures and builds with the compiler of the replay.
pub fn build_command(source: &Path) -> String {
    let source = source.to_string_lossy().replace('\'', r"'\''");
    format!(
        "cmake -S '{source}' -B \"${BUILD}\" -DCMAKE_C_COMPILER=\"$CC\" && cmake --build \"${BUILD}\" --parallel"
    )
}

/// The tests of the project that was built in the work_dir.
pub fn tests(shop: &WorkDir) -> Result<Vec<Test>, Diagnostic> {
    let directory = shop.build_directory();
    let listed = Command::new("ctest")
        .arg("-N")
        .current_dir(&directory)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| cannot("run", Path::new("ctest"), &error))?;
    let text = String::from_utf8_lossy(&listed.stdout);
    let test = |(number, name): (u32, &str)| {
        let text = format!("cd \"${BUILD}\" && ctest -I {number},{number} --output-on-failure");
        let here = directory.clone();
        (format!("ctest:{name}"), Action::Command { text, here })
    };
    let tests = named(text.lines().filter_map(numbered).map(test).collect());
    match tests.is_empty() {
        true => Err(
            Diagnostic::error(None, "CTest knows no test of this project")
                .with_hint("its CMakeLists.txt needs enable_testing() and add_test()"),
        ),
        false => Ok(tests),
    }
}

/// `  Test  #3: name`
fn numbered(line: &str) -> Option<(u32, &str)> {
    let rest = line.trim_start().strip_prefix("Test")?.trim_start();
    let (number, name) = rest.strip_prefix('#')?.split_once(':')?;
    Some((number.trim().parse().ok()?, name.trim()))
}

#[cfg(test)]
mod tests_of_this {
    use super::*;

    #[test]
    fn the_list_of_ctest_is_read() {
        assert_eq!(numbered("  Test  #3: odd name"), Some((3, "odd name")));
        assert_eq!(numbered("  Test #12: a:b"), Some((12, "a:b")));
        assert_eq!(numbered("Total Tests: 3"), None);
        assert_eq!(numbered("Test project /home/me"), None);
    }

    #[test]
    fn a_source_directory_is_one_word() {
        let command = build_command(Path::new("it's here"));
        assert!(
            command.starts_with(r"cmake -S 'it'\''s here' -B"),
            "{command}"
        );
    }
}
