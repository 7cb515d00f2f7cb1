//! Projects of CMake: a build outside of the user's tree, and the tests that CTest knows.
//!
//! Comes in: the source directory. Goes out: the build command, and a test for each of CTest's. A build directory of the user's
//! is of no use: CMake keeps the compiler that it was configured with.

use super::build::BUILD;
use super::project::listing;
use super::suite::Action;
use crate::base::Diagnostic;
use std::path::Path;

/// Configures and builds with the compiler of the replay.
pub(super) fn build_command(source: &str, options: &str) -> String {
    format!(
        "cmake -S {source} -B \"${BUILD}\" -DCMAKE_C_COMPILER=\"$CC\"{options} && cmake --build \"${BUILD}\" --parallel"
    )
}

/// The tests of the project that was built in the directory.
pub(super) fn tests(directory: &Path) -> Result<Vec<(String, Action)>, Diagnostic> {
    let text = listing("ctest", &["-N"], directory)?;
    let test = |(number, name): (u32, &str)| {
        let text = format!("cd \"${BUILD}\" && ctest -I {number},{number} --output-on-failure");
        let here = directory.to_path_buf();
        (format!("ctest:{name}"), Action::Command { text, here })
    };
    Ok(text.lines().filter_map(numbered).map(test).collect())
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
}
