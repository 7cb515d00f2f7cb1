//! Reports: every format is read by its own tool or checked by its own schema, the pages work in a real browser, and
//! corrected measurements are accepted by lcov and gcovr and leave out nothing that may happen.
//!
//! `tests/cases/report/NAME/` is an output directory with its sources; `tests/cases/correct/NAME.c` a program,
//! `NAME.args` the tests that are measured, `NAME.more` arguments for a run that no removed branch may survive.
//! `UPDATE_EXPECT=1` rewrites expected texts. The tools come from `setup.sh`.
//!
//! - `formats`: each format; `pages`: those of HTML; `corrected`: measurements; `tools`: the programs that are run.

#[path = "report/browser.rs"]
mod browser;
#[path = "report/corrected.rs"]
mod corrected;
#[path = "report/formats.rs"]
mod formats;
#[path = "report/pages.rs"]
mod pages;
mod support;
#[path = "report/tools.rs"]
mod tools;

use serde_json::Value;
use std::fs;
use tools::*;

#[test]
fn criteria_and_gates_are_respected() {
    let dir = case("triangle", "gates");
    let report: Value = serde_json::from_str(&done(
        &["report", ".", "--format", "json", "--criteria", "cc"],
        &dir,
    ))
    .unwrap();
    let labels = report["labels"].as_array().unwrap();
    assert!(!labels.is_empty() && labels.iter().all(|label| label["criterion"] == "cc"));
    let code = |args: &[&str]| {
        tamis(
            &[&["report", ".", "--format", "markdown"], args].concat(),
            &dir,
        )
        .status
        .code()
    };
    assert_eq!(code(&["--fail-under", "1"]), Some(0));
    assert_eq!(code(&["--fail-under", "100"]), Some(4));
    assert_eq!(code(&["--criteria", "rte"]), Some(2));
    assert_eq!(code(&["--fail-under", "101"]), Some(1));
    assert_eq!(tamis(&["report", "nowhere"], &dir).status.code(), Some(2));
}

#[test]
fn defaults_come_from_tamis_toml() {
    let dir = case("triangle", "toml");
    let text = "[report]\nformat = \"markdown\"\ncriteria = [\"cc\"]\n[clean]\njobs = 1\nacross-criteria = true\n";
    fs::write(dir.join("tamis.toml"), text).unwrap();
    let report = done(&["report", "."], &dir);
    assert!(
        report.contains("| `cc` |") && !report.contains("| `mcc` |"),
        "{report}"
    );
    // The command line has the last word.
    assert!(done(&["report", ".", "--format", "json"], &dir).starts_with('{'));
    for (text, place) in [
        ("[report]\nformt = 1\n", "tamis.toml:2"),
        ("\n[nothing]\nx = 1\n", "tamis.toml:2"),
        ("jobs = \n", "tamis.toml:1"),
        ("jobs = 1979-05-27\n", "tamis.toml:1"),
    ] {
        fs::write(dir.join("tamis.toml"), text).unwrap();
        let output = tamis(&["report", "."], &dir);
        assert_eq!(output.status.code(), Some(1), "{text}");
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(message.contains(place), "{text}: {message}");
    }
}

#[test]
fn the_manual_and_completions_are_well_formed() {
    let dir = scratch("manual");
    let page = done(&["man"], &dir);
    fs::write(dir.join("tamis.1"), &page).unwrap();
    let warnings = accepted(
        "groff",
        &["-Kutf8", "-man", "-Tutf8", "-ww", "-z", "tamis.1"],
        &dir,
    );
    assert_eq!(warnings, "");
    assert!(page.contains("clean") && page.contains("report"));
    done(&["man", "--out", "pages"], &dir);
    assert!(dir.join("pages/tamis-correct.1").exists());
    assert_eq!(tamis(&["man", "nothing"], &dir).status.code(), Some(1));
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(done(&["completions", shell], &dir).contains("report"));
    }
    fs::write(dir.join("tamis.bash"), done(&["completions", "bash"], &dir)).unwrap();
    let script = "source ./tamis.bash && COMP_WORDS=(tamis repo) COMP_CWORD=1 && _tamis tamis repo tamis && echo \"${COMPREPLY[@]}\"";
    assert_eq!(accepted("bash", &["-c", script], &dir).trim(), "report");
}
