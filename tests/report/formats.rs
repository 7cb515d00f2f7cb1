//! Every format is read by its own tool or checked by its own schema.

use crate::tools::*;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;

#[test]
fn sarif_is_valid_and_small() {
    for name in cases() {
        let dir = case(&name, "sarif");
        let file = written("sarif", &dir);
        let validate = root().join("tests/tools/validate");
        accepted(
            "python3",
            &[validate.to_str().unwrap(), "sarif", &file],
            &dir,
        );
        let report: Value = serde_json::from_slice(&fs::read(dir.join(&file)).unwrap()).unwrap();
        uris_are_relative(&report);
        one_result_per_thing_to_act_on(&report);
    }
}

/// What is related to a result and stands for a mutant says what it puts in the place of what.
fn mutants_have_both_sides(report: &Value) {
    let results = report["runs"][0]["results"].as_array().unwrap().iter();
    let related = results.flat_map(|one| one["relatedLocations"].as_array().unwrap());
    let messages = related.map(|one| one["message"]["text"].as_str().unwrap());
    let mutants: Vec<&str> = messages.filter(|m| m.starts_with("WM ")).collect();
    assert!(
        !mutants.is_empty() && mutants.iter().all(|m| m.contains(" → ")),
        "{mutants:?}"
    );
}

/// A function has one result for what is left to cover and one for what cannot be; what is removed otherwise asks for nothing.
fn one_result_per_thing_to_act_on(report: &Value) {
    let results = report["runs"][0]["results"].as_array().unwrap();
    let things = results
        .iter()
        .map(|one| one["partialFingerprints"].to_string());
    assert_eq!(things.collect::<BTreeSet<_>>().len(), results.len());
    let rules: BTreeSet<&str> = results
        .iter()
        .map(|one| one["ruleId"].as_str().unwrap())
        .collect();
    assert_eq!(rules, BTreeSet::from(["infeasible", "to-cover"]));
}

/// Only what is outside of the project has the scheme of a file.
fn uris_are_relative(value: &Value) {
    let uri = value["uri"].as_str().filter(|_| value.is_object());
    if let Some(uri) = uri.filter(|uri| !uri.starts_with("http")) {
        let outside = uri.starts_with("file:///");
        assert!(outside || value["uriBaseId"] == "%SRCROOT%", "{value}");
        assert!(!uri.starts_with('/'), "{value}");
    }
    let parts = value.as_object().into_iter().flat_map(|o| o.values());
    let items = value.as_array().into_iter().flatten();
    parts.chain(items).for_each(uris_are_relative);
}

/// A CI system shows the history of a test by its name, so what is added above does not change it.
#[test]
fn names_of_junit_are_stable() {
    let dir = scratch("junit-stable");
    let text = "int f(int x)\n{\n    if (x > 1 && x < 9)\n        return 1;\n    return 0;\n}\n";
    let names = |text: &str| {
        fs::write(dir.join("a.c"), text).unwrap();
        done(&["clean", "--criteria", "cc", "a.c"], &dir);
        let report = fs::read_to_string(dir.join(written_of("tamis.out", "junit", &dir))).unwrap();
        let cases = report.split("<testcase ").skip(1);
        let names = cases.map(|case| case.split(" time=").next().unwrap().to_string());
        names.collect::<BTreeSet<String>>()
    };
    let before = names(text);
    assert_eq!(before.len(), 4);
    let more = format!("/* More. */\n#define MORE 1\nint g(int y) {{ return y ? 2 : 3; }}\n{text}");
    let after = names(&more);
    assert!(after.is_superset(&before), "{before:?}\n{after:?}");
}

#[test]
fn sarif_stays_below_the_limits_of_services() {
    let dir = scratch("sarif-large");
    synthetic(&dir, 30_000, 2);
    let report = fs::read(dir.join(written("sarif", &dir))).unwrap();
    let report: Value = serde_json::from_slice(&report).unwrap();
    let results = report["runs"][0]["results"].as_array().unwrap();
    assert!(
        (1..=5000).contains(&results.len()),
        "{} results",
        results.len()
    );
    let places = |result: &Value| result["relatedLocations"].as_array().unwrap().len();
    assert!(results.iter().all(|result| places(result) <= 1000));
}

#[test]
fn stryker_reports_are_valid() {
    for name in cases() {
        let dir = case(&name, "stryker");
        let file = written("stryker", &dir);
        let validate = root().join("tests/tools/validate");
        accepted(
            "python3",
            &[validate.to_str().unwrap(), "stryker", &file],
            &dir,
        );
        let report: Value = serde_json::from_slice(&fs::read(dir.join(&file)).unwrap()).unwrap();
        for mutant in report["files"]
            .as_object()
            .unwrap()
            .values()
            .flat_map(|f| f["mutants"].as_array().unwrap())
        {
            let ignored = mutant["status"] == "Ignored";
            assert_eq!(ignored, mutant["statusReason"].is_string(), "{mutant}");
        }
    }
}

/// `tests/cases/mutants/NAME.c`: every mutant with its place. What Stryker puts in the place of a range compiles, and is what
/// the list says.
#[test]
fn mutants_are_shown_as_mutants() {
    let cases = root().join("tests/cases/mutants");
    for entry in fs::read_dir(&cases).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|end| end != "c") {
            continue;
        }
        let name = path.file_stem().unwrap().to_str().unwrap();
        let dir = scratch(&format!("mutants-{name}"));
        fs::copy(&path, dir.join("a.c")).unwrap();
        let mutators = "aor,ror,cor,abs,uoi,lor,sor,crcr";
        let words = ["--criteria", "wm", "--mutators", mutators, "a.c"];
        done(&[&["annotate"], &words[..]].concat(), &dir);
        let report = fs::read(dir.join(written_of("tamis.out", "stryker", &dir))).unwrap();
        let report: Value = serde_json::from_slice(&report).unwrap();
        let source = fs::read_to_string(&path).unwrap();
        let mut listed = String::new();
        for mutant in report["files"]["a.c"]["mutants"].as_array().unwrap() {
            let (start, end) = (&mutant["location"]["start"], &mutant["location"]["end"]);
            let (from, to) = (offset(&source, start), offset(&source, end));
            let by = mutant["replacement"].as_str().unwrap();
            let place = format!(
                "{}:{} {}",
                start["line"], start["column"], mutant["mutatorName"]
            );
            // Behind a macro the list shows both sides.
            if by.contains(" → ") {
                listed += &format!("{place} {by}\n");
                continue;
            }
            listed += &format!("{place} {} → {by}\n", &source[from..to]);
            let text = format!("{}{by}{}", &source[..from], &source[to..]);
            fs::write(dir.join("mutant.c"), text).unwrap();
            accepted("cc", &["-w", "-fsyntax-only", "mutant.c"], &dir);
        }
        expect(&path.with_extension("expected"), &listed);
        let report = fs::read(dir.join(written_of("tamis.out", "sarif", &dir))).unwrap();
        mutants_have_both_sides(&serde_json::from_slice(&report).unwrap());
    }
}

/// The bytes before a place of Stryker's.
fn offset(text: &str, place: &Value) -> usize {
    let number = |name: &str| place[name].as_u64().unwrap() as usize - 1;
    let before = text.split_inclusive('\n').take(number("line"));
    before.map(str::len).sum::<usize>() + number("column")
}

#[test]
fn junit_is_valid() {
    for name in cases() {
        let dir = case(&name, "junit");
        let file = written("junit", &dir);
        let validate = root().join("tests/tools/validate");
        accepted(
            "python3",
            &[validate.to_str().unwrap(), "junit", &file],
            &dir,
        );
        let text = fs::read_to_string(dir.join(&file)).unwrap();
        let (covered, all) = live(&dir);
        assert_eq!(text.matches("<failure").count(), all - covered, "{name}");
    }
}

#[test]
fn cobertura_is_read_by_gcovr() {
    for name in cases() {
        let dir = case(&name, "cobertura");
        let file = written("cobertura", &dir);
        accepted("xmllint", &["--noout", "--nonet", &file], &dir);
        let text = gcovr(
            &[
                "--root",
                "/",
                "--cobertura-add-tracefile",
                &file,
                "--txt-metric",
                "branch",
                "--txt",
                "-",
            ],
            &dir,
        );
        assert!(text.contains("TOTAL"), "{text}");
        let (covered, all) = live(&dir);
        let text = fs::read_to_string(dir.join(&file)).unwrap();
        let wanted = format!("branches-covered=\"{covered}\" branches-valid=\"{all}\"");
        assert!(text.contains(&wanted), "{name}: {wanted}");
    }
}

#[test]
fn lcov_counts_what_is_worth_a_test() {
    for name in cases() {
        let dir = case(&name, "lcov");
        let file = written("lcov", &dir);
        assert_eq!(lcov_branches(&file, &dir), live(&dir), "{name}");
    }
    let dir = case("triangle", "genhtml");
    let file = written("lcov", &dir);
    let text = fs::read_to_string(dir.join(&file)).unwrap();
    for line in [",main\n", "FNDA:4,triangle\n", "FNF:2\nFNH:2\n"] {
        assert!(text.contains(line), "{line}: {text}");
    }
    accepted(
        "genhtml",
        &["--quiet", "--branch-coverage", "-o", "html", &file],
        &dir,
    );
    assert!(dir.join("html/index.html").exists());
}

#[test]
fn lcov_marks_unreachable_branches_when_asked() {
    let dir = case("triangle", "lcov-marks");
    let text = done(
        &["report", ".", "--format", "lcov", "--unreachable", "mark"],
        &dir,
    );
    let statuses = fs::read_to_string(dir.join("status.csv")).unwrap();
    let infeasible = statuses.matches(",infeasible,").count();
    let marked = text
        .lines()
        .filter(|line| line.starts_with("BRDA:") && line.contains(",U"));
    assert_eq!(marked.count(), infeasible);
    let (covered, all) = live(&dir);
    assert!(
        text.contains(&format!("BRF:{all}\nBRH:{covered}\n")),
        "{text}"
    );
}

#[test]
fn gcovr_counts_what_is_worth_a_test() {
    for name in cases() {
        // gcovr leaves out files outside of its root, and the hostile case has some.
        let dir = case(&name, "gcovr");
        let file = written("gcovr", &dir);
        let (covered, all) = gcovr_branches(&file, &dir);
        match name.as_str() {
            "hostile" => assert!(all > 0),
            _ => assert_eq!((covered, all), live(&dir), "{name}"),
        }
    }
}

#[test]
fn ltest_is_read_back_and_taken_over() {
    for name in cases() {
        let dir = case(&name, "ltest");
        let file = written("ltest", &dir);
        let rows = tamis::status::read_ltest(&dir.join(&file)).unwrap();
        let verdicts = tamis::status::read_status(&dir.join("status.csv")).unwrap();
        for (row, verdict) in rows.iter().zip(&verdicts) {
            assert_eq!((row.id, &row.status), (verdict.id, &verdict.status));
        }
    }
    // What LReplay measured counts here.
    let dir = case("triangle", "ltest-in");
    for file in ["coverage.csv", "tests.csv"] {
        fs::remove_file(dir.join(file)).unwrap();
    }
    let status = fs::read_to_string(dir.join("status.csv")).unwrap();
    fs::write(
        dir.join("status.csv"),
        status.replace(",covered,", ",unknown,"),
    )
    .unwrap();
    let header = "# id, status, tag, origin_loc, current_loc, emitter, drivers, exec_time\n";
    fs::write(
        dir.join("in.labels"),
        format!("{header}1, covered, CC, triangle.c:9, , lreplay, t.c, 0.1\n"),
    )
    .unwrap();
    let text = done(
        &["report", ".", "--format", "json", "--ltest", "in.labels"],
        &dir,
    );
    let report: Value = serde_json::from_str(&text).unwrap();
    let covered = report["labels"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|label| label["covered"] == true);
    assert_eq!(covered.map(|label| &label["id"]).collect::<Vec<_>>(), [1]);
}

#[test]
fn markdown_is_as_expected() {
    for name in cases() {
        let dir = case(&name, "markdown");
        let text = done(&["report", ".", "--format", "markdown"], &dir);
        expect(
            &root()
                .join("tests/cases/report")
                .join(&name)
                .join("expected.md"),
            &text,
        );
    }
}
