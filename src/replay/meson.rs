//! Projects of Meson: a build outside of the user's tree, and the tests that `meson test` knows.
//!
//! Comes in: the source directory. Goes out: the build command, and a test for each name of Meson's tests. A build directory of
//! the user's is of no use: Meson keeps the compiler that it was configured with.

use super::build::BUILD;
use super::project::{listing, quoted};
use super::suite::Action;
use crate::base::Diagnostic;
use serde::Deserialize;
use std::path::Path;

/// Configures and builds with the compiler of the replay, which Meson finds in `$CC`.
pub(super) fn build_command(source: &str, options: &str) -> String {
    format!("meson setup \"${BUILD}\" {source}{options} && meson compile -C \"${BUILD}\"")
}

#[derive(Deserialize)]
struct Listed {
    name: String,
    /// `PROJECT` or `PROJECT:SUITE`.
    suite: Vec<String>,
}

/// The tests of the project that was built in the directory.
pub(super) fn tests(directory: &Path) -> Result<Vec<(String, Action)>, Diagnostic> {
    let text = listing("meson", &["introspect", "--tests"], directory)?;
    let listed: Vec<Listed> = serde_json::from_str(&text).map_err(|error| {
        Diagnostic::error(
            None,
            format!("the list of Meson's tests is not understood: {error}"),
        )
    })?;
    let test = |(index, name): (usize, String)| {
        // Several of them run at the same time, each with a log of its own.
        let text = format!(
            "meson test -C \"${BUILD}\" --no-rebuild --print-errorlogs --logbase tamis-{index} {}",
            quoted(&name)
        );
        let here = directory.to_path_buf();
        (format!("meson:{name}"), Action::Command { text, here })
    };
    Ok(names(listed).into_iter().enumerate().map(test).collect())
}

/// `PROJECT:NAME`, once each: `meson test` runs all tests of a name together.
fn names(listed: Vec<Listed>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for test in listed {
        let project = test.suite.first().and_then(|suite| suite.split(':').next());
        let name = project.map_or(test.name.clone(), |project| {
            format!("{project}:{}", test.name)
        });
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

#[cfg(test)]
mod tests_of_this {
    use super::*;

    #[test]
    fn a_name_is_run_once() {
        let listed = r#"[{"name": "a b", "suite": ["p"], "cmd": []}, {"name": "a b", "suite": ["p:slow"]},
            {"name": "a b", "suite": ["sub"]}, {"name": "c", "suite": []}]"#;
        let listed = serde_json::from_str(listed).expect("a list");
        assert_eq!(names(listed), ["p:a b", "sub:a b", "c"]);
    }
}
