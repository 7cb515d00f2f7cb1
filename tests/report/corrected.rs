//! Corrected measurements are accepted by lcov and gcovr and leave out nothing that may happen.

use crate::tools::*;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

/// A program that is measured: compiled for coverage, run, and its labels cleaned.
struct Measured {
    dir: PathBuf,
    name: String,
}

impl Measured {
    fn new(name: &str) -> Measured {
        let dir = scratch(&format!("correct-{name}"));
        let file = format!("{name}.c");
        fs::copy(
            root().join("tests/cases/correct").join(&file),
            dir.join(&file),
        )
        .unwrap();
        accepted("cc", &["--coverage", "-O0", "-o", name, &file], &dir);
        done(&["clean", "--criteria", "cc", &file], &dir);
        Measured {
            dir,
            name: name.into(),
        }
    }

    /// Runs the program once for each line of arguments, and captures what lcov and gcovr see.
    fn measure(&self, args: &str) {
        for line in args.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            run(&format!("./{}", self.name), &words, &self.dir);
        }
        let lcov = [
            "--rc",
            "lcov_branch_coverage=1",
            "-q",
            "-c",
            "-d",
            ".",
            "-o",
            "in.info",
        ];
        accepted("lcov", &lcov, &self.dir);
        gcovr(&["--root", ".", "--json", "in.json"], &self.dir);
        old_gcovr(&["--root", ".", "--json", "old.json"], &self.dir);
    }

    fn input(&self, kind: &str) -> String {
        let path = root()
            .join("tests/cases/correct")
            .join(format!("{}.{kind}", self.name));
        fs::read_to_string(path).unwrap()
    }

    fn correct(&self, args: &[&str]) -> Value {
        let all = [&["correct", "--format", "json"], args].concat();
        serde_json::from_str(&done(&all, &self.dir)).unwrap()
    }
}

/// Which branches are removed: line and number.
fn removed(report: &Value) -> BTreeSet<(u64, u64)> {
    let list = report["infeasible"].as_array().unwrap().iter();
    list.map(|one| {
        (
            one["line"].as_u64().unwrap(),
            one["branch"].as_u64().unwrap(),
        )
    })
    .collect()
}

/// The branches of a tracefile that were taken: line and number.
fn taken(text: &str) -> BTreeSet<(u64, u64)> {
    let records = text.lines().filter_map(|line| line.strip_prefix("BRDA:"));
    let fields = records.map(|record| record.split(',').map(String::from).collect::<Vec<_>>());
    let hit = fields.filter(|fields| fields[3].parse::<u64>().is_ok_and(|count| count > 0));
    hit.map(|fields| (fields[0].parse().unwrap(), fields[2].parse().unwrap()))
        .collect()
}

#[test]
fn measured_coverage_is_corrected() {
    let mut names: Vec<String> = fs::read_dir(root().join("tests/cases/correct"))
        .unwrap()
        .filter_map(|entry| {
            entry
                .unwrap()
                .file_name()
                .to_str()
                .unwrap()
                .strip_suffix(".c")
                .map(String::from)
        })
        .collect();
    names.sort();
    for name in names {
        let measured = Measured::new(&name);
        let dir = &measured.dir;
        measured.measure(&measured.input("args"));
        let report = measured.correct(&["--lcov", "in.info", "-o", "out.info"]);
        let whole = |value: &Value| value.as_u64().unwrap() as usize;
        let corrected = (
            whole(&report["taken"]),
            whole(&report["corrected_branches"]),
        );
        assert_eq!(
            lcov_branches("in.info", dir),
            (whole(&report["taken"]), whole(&report["branches"])),
            "{name}"
        );
        assert_eq!(lcov_branches("out.info", dir), corrected, "{name}");
        accepted(
            "genhtml",
            &["-q", "--branch-coverage", "-o", "html", "out.info"],
            dir,
        );
        // gcovr finds the same.
        let other = measured.correct(&["--gcovr", "in.json", "-o", "out.json"]);
        assert_eq!(removed(&report), removed(&other), "{name}");
        assert_eq!(gcovr_branches("out.json", dir), corrected, "{name}");
        let old = measured.correct(&["--gcovr", "old.json", "-o", "new.json"]);
        assert_eq!(removed(&report), removed(&old), "{name}");
        let summary = summary_of(old_gcovr, "new.json", dir);
        assert_eq!(summary, corrected, "{name}");
        // Nothing that was removed happens in more tests.
        measured.measure(&measured.input("more"));
        let more = taken(&fs::read_to_string(dir.join("in.info")).unwrap());
        let wrong: Vec<_> = removed(&report).intersection(&more).copied().collect();
        assert!(wrong.is_empty(), "{name}: removed and taken: {wrong:?}");
        let again = measured.correct(&["--lcov", "in.info"]);
        assert!(
            removed(&again).is_superset(&removed(&report)) && again["contradictions"] == json!([])
        );
        let text = done(&["correct", "--lcov", "in.info"], dir);
        expect(
            &root()
                .join("tests/cases/correct")
                .join(format!("{name}.expected")),
            &text,
        );
    }
}

#[test]
fn correction_marks_gates_and_says_what_is_wrong() {
    let measured = Measured::new("outcomes");
    let dir = &measured.dir;
    measured.measure("0\n5\n");
    let report = measured.correct(&[
        "--lcov",
        "in.info",
        "--unreachable",
        "mark",
        "-o",
        "out.info",
    ]);
    let text = fs::read_to_string(dir.join("out.info")).unwrap();
    assert_eq!(text.matches(",U0,").count(), removed(&report).len());
    let code = |args: &[&str]| tamis(&[&["correct"], args].concat(), dir).status.code();
    assert_eq!(code(&["--lcov", "in.info", "--fail-under", "100"]), Some(4));
    assert_eq!(code(&["--lcov", "in.info", "--fail-under", "10"]), Some(0));
    let nothing = tamis(&["correct"], dir);
    assert_eq!(nothing.status.code(), Some(1));
    let both = String::from_utf8_lossy(&nothing.stderr).into_owned();
    assert!(both.contains("<--lcov <FILE>|--gcovr <FILE>>"), "{both}");
    assert_eq!(code(&["--lcov", "in.info", "--gcovr", "in.json"]), Some(1));
    assert_eq!(code(&["--lcov", "nowhere"]), Some(2));
    fs::write(
        dir.join("bad.info"),
        "SF:outcomes.c\nBRDA:1,2\nend_of_record\n",
    )
    .unwrap();
    assert_eq!(code(&["--lcov", "bad.info"]), Some(2));
    fs::write(dir.join("bad.json"), "{}").unwrap();
    assert_eq!(code(&["--gcovr", "bad.json"]), Some(2));
    // One of other files has nothing to correct, which is no result.
    fs::write(
        dir.join("other.info"),
        "SF:/elsewhere/other.c\nBRDA:1,0,0,1\nBRDA:1,0,1,0\nend_of_record\n",
    )
    .unwrap();
    let other = tamis(&["correct", "--lcov", "other.info"], dir);
    let said = String::from_utf8_lossy(&other.stderr).into_owned();
    assert_eq!(other.status.code(), Some(2), "{said}");
    assert!(
        said.contains("measures no file") && said.contains("outcomes.c"),
        "{said}"
    );
    // A measurement of another program contradicts the verdicts.
    let source = fs::read_to_string(dir.join("outcomes.c")).unwrap();
    fs::write(
        dir.join("outcomes.c"),
        source
            .replace("a > 3 && a < 2", "a < 3 && a < 2")
            .replace("if (a > 1)  ", "if (a > 8)  "),
    )
    .unwrap();
    accepted(
        "sh",
        &[
            "-c",
            "rm -f *.gc*; cc --coverage -O0 -o outcomes outcomes.c",
        ],
        dir,
    );
    measured.measure(&measured.input("more"));
    let output = tamis(&["correct", "--lcov", "in.info"], dir);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stdout).contains("CONTRADICTION"));
}
