//! Reports: every format is read by its own tool or checked by its own schema, the pages work in a real browser, and
//! corrected measurements are accepted by lcov and gcovr and leave out nothing that may happen.
//!
//! `tests/cases/report/NAME/` is an output directory with its sources; `tests/cases/correct/NAME.c` a program,
//! `NAME.args` the tests that are measured, `NAME.more` arguments for a run that no removed branch may survive.
//! `UPDATE_EXPECT=1` rewrites expected texts. The tools come from `setup.sh`.

#[path = "report/browser.rs"]
mod browser;

use browser::Browser;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A fresh directory for a test.
fn scratch(name: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("report")
        .join(name);
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).unwrap();
    dir
}

/// The output directory of a case, and its sources, in a directory of its own.
fn case(name: &str, test: &str) -> PathBuf {
    let dir = scratch(&format!("{test}-{name}"));
    for entry in fs::read_dir(root().join("tests/cases/report").join(name)).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, dir.join(path.file_name().unwrap())).unwrap();
    }
    fs::write(dir.join(".tamis"), "").unwrap();
    dir
}

fn cases() -> BTreeSet<String> {
    let entries = fs::read_dir(root().join("tests/cases/report")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
    names.collect()
}

fn run(program: &str, args: &[&str], dir: &Path) -> Output {
    Command::new(program)
        .args(args)
        .current_dir(dir)
        .env("PYTHONPATH", root().join("third_party/testing/python"))
        .output()
        .unwrap_or_else(|error| panic!("{program}: {error}; setup.sh installs it"))
}

/// Runs a program that must be content; gives what it printed.
fn accepted(program: &str, args: &[&str], dir: &Path) -> String {
    let output = run(program, args, dir);
    let text = String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{program} {args:?} in {}: {text}",
        dir.display()
    );
    text
}

fn tamis(args: &[&str], dir: &Path) -> Output {
    run(env!("CARGO_BIN_EXE_tamis"), args, dir)
}

/// Runs tamis, which must be content; gives its stdout.
fn done(args: &[&str], dir: &Path) -> String {
    let output = tamis(args, dir);
    let problem = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "tamis {args:?}: {problem}");
    String::from_utf8(output.stdout).unwrap()
}

fn gcovr(args: &[&str], dir: &Path) -> String {
    accepted("python3", &[&["-m", "gcovr"], args].concat(), dir)
}

/// The gcovr of Debian 12.
fn old_gcovr(args: &[&str], dir: &Path) -> String {
    let script = "PYTHONPATH=\"$0:$PYTHONPATH\" exec python3 -m gcovr \"$@\"";
    let place = root().join("third_party/testing/gcovr-5.2");
    let place = place.to_str().unwrap();
    accepted("sh", &[&["-c", script, place], args].concat(), dir)
}

/// `(hit, found)` of lcov's `branches...: 75.6% (34 of 45 branches)`.
fn lcov_branches(file: &str, dir: &Path) -> (usize, usize) {
    let text = accepted(
        "lcov",
        &["--rc", "lcov_branch_coverage=1", "--summary", file],
        dir,
    );
    let line = text
        .lines()
        .find(|line| line.contains("branches..."))
        .unwrap();
    let numbers = line.split_once('(').unwrap().1;
    let words: Vec<&str> = numbers.split(' ').collect();
    (words[0].parse().unwrap(), words[2].parse().unwrap())
}

/// `(hit, found)` of gcovr's summary.
fn gcovr_branches(file: &str, dir: &Path) -> (usize, usize) {
    summary_of(gcovr, file, dir)
}

fn summary_of(gcovr: fn(&[&str], &Path) -> String, file: &str, dir: &Path) -> (usize, usize) {
    let text = gcovr(&["--root", ".", "-a", file, "--json-summary", "-"], dir);
    let start = text.find('{').unwrap();
    let mut values = serde_json::Deserializer::from_str(&text[start..]).into_iter::<Value>();
    let summary = values.next().unwrap().unwrap();
    let number = |name: &str| summary[name].as_u64().unwrap() as usize;
    (number("branch_covered"), number("branch_total"))
}

/// The live labels of a case, and those of them that are covered, from `tamis report --format json`.
fn live(dir: &Path) -> (usize, usize) {
    let report: Value =
        serde_json::from_str(&done(&["report", ".", "--format", "json"], dir)).unwrap();
    let labels = report["labels"].as_array().unwrap();
    let live = labels
        .iter()
        .filter(|l| l["status"] == "unknown" || l["status"] == "covered");
    let live: Vec<&Value> = live.collect();
    (
        live.iter().filter(|l| l["covered"] == true).count(),
        live.len(),
    )
}

fn written(format: &str, dir: &Path) -> String {
    written_of(".", format, dir)
}

fn written_of(results: &str, format: &str, dir: &Path) -> String {
    let file = format!("out.{format}");
    done(&["report", results, "--format", format, "-o", &file], dir);
    file
}

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

fn expect(file: &Path, text: &str) {
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(file, text).unwrap();
    }
    let expected = fs::read_to_string(file).unwrap_or_default();
    assert_eq!(
        text,
        expected,
        "{} (UPDATE_EXPECT=1 rewrites it)",
        file.display()
    );
}

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
fn only_files_of_trusted_directories_are_shown() {
    let dir = case("hostile", "sources");
    let outside = scratch("sources-outside");
    fs::write(outside.join("secret.c"), "a secret\n").unwrap();
    // A link inside that leads outside, and a name that climbs.
    std::os::unix::fs::symlink(outside.join("secret.c"), dir.join("link.c")).unwrap();
    let labels = fs::read_to_string(dir.join("labels.csv")).unwrap();
    let climbing = format!(
        "../{}/secret.c",
        outside.file_name().unwrap().to_str().unwrap()
    );
    fs::write(
        dir.join("labels.csv"),
        format!("{labels}9001,k,cc,CC,link.c,1,1,f,1,x\n9002,k,cc,CC,{climbing},1,1,f,1,x\n"),
    )
    .unwrap();
    for format in ["html", "stryker"] {
        done(
            &[
                "report",
                ".",
                "--format",
                format,
                "-o",
                &format!("out-{format}"),
                "--criteria",
                "cc",
            ],
            &dir,
        );
    }
    let mut texts = vec![fs::read_to_string(dir.join("out-stryker")).unwrap()];
    for entry in fs::read_dir(dir.join("out-html")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_string();
        assert!(
            name.chars()
                .all(|c| c.is_ascii_alphanumeric() || "-.".contains(c)),
            "{name}"
        );
        texts.push(fs::read_to_string(path).unwrap());
    }
    for text in &texts {
        assert!(
            !text.contains("a secret") && !text.contains("root:"),
            "text of a file outside is shown"
        );
    }
    assert!(
        texts.iter().any(|text| text.contains("return s[0]")),
        "the text of plain.c is shown"
    );
    // Whoever trusts the directory sees it.
    let trust = outside.to_str().unwrap();
    done(
        &[
            "report",
            ".",
            "--format",
            "stryker",
            "--criteria",
            "cc",
            "-o",
            "seen",
            "--sources",
            trust,
        ],
        &dir,
    );
    assert!(
        fs::read_to_string(dir.join("seen"))
            .unwrap()
            .contains("a secret")
    );
}

#[test]
fn a_new_report_replaces_the_pages_of_the_old_one_only() {
    let dir = case("triangle", "replace");
    done(&["report", "."], &dir);
    for name in ["file7.html", "mine.html"] {
        fs::write(dir.join("report").join(name), "").unwrap();
    }
    done(&["report", "."], &dir);
    let there = |name: &str| dir.join("report").join(name).exists();
    assert!(
        there("index.html") && there("file1.html") && there("mine.html") && !there("file7.html")
    );
}

#[test]
fn a_reader_finds_the_way_through_the_pages() {
    let dir = case("triangle", "browser");
    done(&["report", "."], &dir);
    let mut browser = Browser::start(&dir);
    browser.open(&dir.join("report/index.html"), "");
    browser.picture(&dir.join("index.png"));
    assert_eq!(browser.count(".cards .card"), 3);
    assert_eq!(browser.count(".cards svg.stack"), 3);
    // The table sorts and filters.
    assert_eq!(browser.count("#table tbody tr"), 2);
    browser.click("#table th:first-child button");
    let first = browser.text("#table tbody tr:first-child td");
    browser.click("#table th:first-child button");
    assert_ne!(browser.text("#table tbody tr:first-child td"), first);
    browser.click("#filter");
    browser.type_text("triang main");
    assert_eq!(browser.count("#table tbody tr"), 1);
    assert_eq!(browser.text("#table tbody tr td"), "main");
    browser.value("filter.select()");
    browser.type_text("nothing like it");
    assert_eq!(browser.count("#table tbody tr"), 0);
    browser.value("filter.value = '', update()");
    // Files and directories have rows of their own.
    for (by, rows) in [
        ("file", "1 file"),
        ("directory", "1 directory"),
        ("function", "2 functions"),
    ] {
        browser.value(&format!("by.value = '{by}', update()"));
        assert_eq!(browser.text("#shown"), rows);
    }
    let made = browser.text("footer");
    assert!(made.starts_with("tamis ") && made.contains(" UTC. Keys: "));
    // Ratios are rounded as everywhere else.
    let table = done(&["report", ".", "--format", "markdown"], &dir);
    let shown = browser.text(".ring .big");
    assert!(shown.ends_with('%') && table.contains(&format!(" {shown} ")));
    // What earlier runs covered, and what does not count.
    assert_eq!(browser.count("#trend svg polyline"), 2);
    assert_eq!(browser.count("#trend tbody tr"), 4);
    assert!(browser.text("#trend").contains("2025-11-20 01:00 UTC"));
    let suppressed = browser.text("#suppressed");
    assert!(suppressed.contains("LCOV_EXCL_LINE: 2") && suppressed.contains("a < \"<b>\""));
    // A label is found by its id.
    browser.click("#goto");
    browser.type_text("16");
    browser.value("byId('goto').dispatchEvent(new Event('change'))");
    browser.wait_until("location.pathname.includes('file1') && document.body && document.body.dataset.ready === '1'");
    assert!(browser.text("#panel").contains("#16"));
    the_source_explains_itself(&mut browser, &dir);
    everyone_can_use(&mut browser, &dir.join("report"));
    phones_paper_and_keyboards(&mut browser, &dir);
    assert_eq!(
        (&browser.problems, &browser.requests),
        (&Vec::new(), &Vec::new())
    );
}

/// Nothing sticks out of a small screen, what is only for a screen is not printed, and keys do what the footer says.
fn phones_paper_and_keyboards(browser: &mut Browser, dir: &Path) {
    for page in ["index.html", "file1.html"] {
        browser.emulate(380, "screen");
        browser.open(&dir.join("report").join(page), "");
        browser.picture(&dir.join(format!("phone-{page}.png")));
        let lines = "[...document.querySelectorAll('td .cut')].every((name) => name.getClientRects().length === 1 && name.clientHeight < 30)";
        assert_eq!(browser.value(lines), true, "a name of {page} is broken");
        let wide = browser.value("document.documentElement.scrollWidth");
        assert!(wide.as_u64().unwrap() <= 380, "{page}: {wide}");
        // What was asked for is on the screen, not below all lines.
        if page != "index.html" {
            browser.value("keys.n()");
            browser.wait_until("document.querySelector('#panel .kind') !== null");
            let at = "document.querySelector('#panel .kind').getBoundingClientRect()";
            let seen = browser.value(&format!("{at}.top >= 0 && {at}.bottom <= innerHeight"));
            assert_eq!(seen, true, "the panel of {page}");
        }
        browser.emulate(1000, "print");
        let shown = "[...document.querySelectorAll('.bar')].some((bar) => bar.checkVisibility())";
        assert_eq!(browser.value(shown), false, "{page}");
        let ink = "getComputedStyle(document.body)";
        assert_eq!(browser.value(&format!("{ink}.color")), "rgb(0, 0, 0)");
        let ground = browser.value(&format!("{ink}.backgroundColor"));
        assert_eq!(ground, "rgb(255, 255, 255)");
        let wide = browser.value("document.documentElement.scrollWidth");
        assert!(wide.as_u64().unwrap() <= 1000, "{page}: {wide}");
    }
    browser.emulate(1200, "screen");
    browser.press("n");
    browser.wait_until("document.querySelector('#panel .kind') !== null");
    let first = json!(browser.text("#panel .kind"));
    // A key changes the address, and the page follows that.
    let now = "document.querySelector('#panel .kind').textContent";
    browser.press("n");
    browser.wait_until(&format!("{now} !== {first}"));
    browser.press("p");
    browser.wait_until(&format!("{now} === {first}"));
    browser.press("/");
    browser.wait_until("document.activeElement.id === 'filter'");
}

/// No page has a violation of the rules of axe, which tests/tools/fetch brings.
fn everyone_can_use(browser: &mut Browser, report: &Path) {
    let axe = root().join("third_party/testing/axe.js");
    let axe = fs::read_to_string(axe).expect("setup.sh brings axe");
    let pages = fs::read_dir(report)
        .unwrap()
        .map(|e| e.unwrap().file_name());
    let pages = pages.map(|name| (name.into_string().unwrap(), ""));
    let mut pages: Vec<_> = pages.filter(|page| page.0.ends_with(".html")).collect();
    pages.push(("file1.html".into(), "#l16"));
    for scheme in ["dark", "light"] {
        browser.prefer(scheme);
        for (page, fragment) in &pages {
            browser.open(&report.join(page), fragment);
            browser.value(&format!("{axe}; 0"));
            browser.value("void axe.run().then((found) => { window.found = found.violations; })");
            browser.wait_until("window.found !== undefined");
            let list = "window.found.map((one) => one.id + ': ' + one.nodes[0].html).join('\\n')";
            let violations = browser.value(list);
            assert_eq!(violations, json!(""), "{page}{fragment}, {scheme}");
        }
    }
}

fn the_source_explains_itself(browser: &mut Browser, dir: &Path) {
    let page = dir.join("report/file1.html");
    browser.open(&page, "");
    assert_eq!(browser.count(".l"), 32);
    assert!(
        browser
            .text("#L9 code")
            .contains("if (a <= 0 || b <= 0 || c <= 0)")
    );
    // What was removed is shown when it is asked for.
    assert_eq!(browser.count(".mark.b2, .mark.b3, .mark.b4"), 0);
    browser.value("keys.n()");
    browser.wait_until("document.querySelector('#panel .kind') !== null");
    assert!(browser.text("#panel .kind").contains("to cover"));
    for standing in [2, 3, 4] {
        browser.click(&format!("[data-standing='{standing}']"));
    }
    let marks = browser.count(".mark");
    browser.click("#L12 .mark.b4");
    let panel = browser.text("#panel");
    for wanted in [
        "infeasible",
        "No test can cover it",
        "line 12",
        "tamis explain . ",
    ] {
        assert!(panel.contains(wanted), "{wanted}: {panel}");
    }
    // A covered one names its tests.
    browser.click(".mark.b0");
    let tests =
        "[...document.querySelectorAll('#panel dt')].some((term) => term.textContent === 'tests')";
    assert_eq!(browser.value(tests), true);
    // A subsumed label has a picture of what it comes with, and a click there goes on.
    browser.click("#L9 .mark.b2");
    browser.picture(&dir.join("source.png"));
    assert!(browser.text("#panel").contains("covers it"));
    assert!(browser.count("#panel .graph .node") > 1 && browser.count("#panel .graph .edge") > 0);
    let before = browser.text("#panel .kind");
    browser.click("#panel .graph .node:not(.me) .box");
    let changed = format!(
        "document.querySelector('#panel .kind').textContent !== {}",
        json!(before)
    );
    browser.wait_until(&changed);
    // Filters change marks and table.
    browser.click("[data-standing='4']");
    assert!(browser.count(".mark") < marks && browser.count(".mark.b4") == 0);
    browser.click("#tab-table");
    browser.click("#filter");
    browser.type_text("==");
    let rows = browser.count("#table tbody tr");
    assert!(
        rows > 0 && browser.value("shown.every((label) => label.predicate.includes('=='))") == true
    );
    browser.picture(&dir.join("table.png"));
}

#[test]
fn a_state_that_covers_a_label_is_shown() {
    let dir = scratch("states");
    let text = "int seven(int x)\n{\n    if (x == 7)\n        return 1;\n    return 0;\n}\n";
    fs::write(dir.join("seven.c"), text).unwrap();
    done(&["clean", "--criteria", "cc", "seven.c"], &dir);
    done(&["report", "--states", "5"], &dir);
    let mut browser = Browser::start(&dir);
    let page = dir.join("tamis.out/report/file1.html");
    // Before any replay nothing looks like coverage.
    browser.open(&dir.join("tamis.out/report/index.html"), "");
    assert_eq!((browser.count(".ring"), browser.count(".card .f0")), (0, 0));
    assert!(browser.text(".lead").contains("No test suite was run yet"));
    browser.open(&page, "#l1");
    browser.wait_until("document.querySelector('#panel .state') !== null");
    assert_eq!(browser.text("#panel .state"), "at the startx = 7");
    // Nothing is asked for that does not say so, and nothing is shown of other sources.
    done(&["report"], &dir);
    browser.open(&page, "#l1");
    browser.wait_until("document.querySelector('#panel .kind') !== null");
    assert_eq!(browser.count("#panel .state"), 0);
    fs::write(dir.join("seven.c"), text.replace('7', "8")).unwrap();
    let output = tamis(&["report", "--states", "5"], &dir);
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("no state is shown"));
}

#[test]
fn hostile_names_and_predicates_are_only_text() {
    let dir = case("hostile", "browser");
    done(&["report", ".", "-o", "pages"], &dir);
    let mut browser = Browser::start(&dir);
    let evil = "<script>window.hit=1</script>";
    browser.open(&dir.join("pages/index.html"), "");
    assert!(browser.text("#table").contains(evil));
    browser.picture(&dir.join("index.png"));
    everyone_can_use(&mut browser, &dir.join("pages"));
    let mut seen = String::new();
    for entry in fs::read_dir(dir.join("pages")).unwrap() {
        let page = entry.unwrap().path();
        // Beside the pages there is their marker.
        if page.extension().is_none_or(|end| end != "html") {
            continue;
        }
        browser.open(&page, "");
        assert_eq!(
            browser.value("typeof window.hit"),
            "undefined",
            "{}",
            page.display()
        );
        assert_eq!(
            browser.count("img, iframe, object, main script, [onerror], [onmouseover]"),
            0
        );
        seen += &browser.text("body");
        for at in 0..browser.count(".mark").min(4) {
            browser.value(&format!("document.querySelectorAll('.mark')[{at}].click()"));
            assert_eq!(
                browser.value("typeof window.hit"),
                "undefined",
                "{}",
                page.display()
            );
        }
    }
    for wanted in [
        evil,
        "\"><img src=x onerror=\"window.hit=1\">",
        "' onmouseover='window.hit=1",
        "dir/<script>",
    ] {
        assert!(seen.contains(wanted), "{wanted} is shown as text");
    }
    assert_eq!(
        (&browser.problems, &browser.requests),
        (&Vec::new(), &Vec::new())
    );
}

/// A directory with one large source and so many labels in each of its functions.
fn synthetic(dir: &Path, functions: usize, labels: usize) {
    let mut source = String::new();
    let mut rows = String::from("id,key,criterion,tag,file,line,column,function,group,predicate\n");
    let mut statuses = String::from("id,status,by,step,reason\n");
    let mut implications = Vec::new();
    let mut id = 0;
    for f in 0..functions {
        source += &format!(
            "int f{f}(int x)\n{{\n    if (x > {f}) /* a comment */\n        return \"text\"[{f}];\n}}\n"
        );
        let first = id + 1;
        for i in 0..labels {
            id += 1;
            let line = 5 * f + 3;
            rows += &format!(
                "{id},k{id},cc,CC,large.c,{line},9,f{f},{f},x > {f} && x != {i} && !(x == {id})\n"
            );
            statuses += &match i % 4 {
                1 => format!("{id},infeasible,,1,no state reaches it\n"),
                2 => format!("{id},subsumed,{first},3,covered whenever one of those is\n"),
                _ => format!("{id},unknown,,,a state may cover it\n"),
            };
            if i % 4 == 2 {
                implications.push((first, id));
            }
        }
    }
    fs::write(dir.join(".tamis"), "").unwrap();
    fs::write(dir.join("large.c"), source).unwrap();
    fs::write(dir.join("labels.csv"), rows).unwrap();
    fs::write(dir.join("summary.json"), "{}\n").unwrap();
    fs::write(dir.join("status.csv"), statuses).unwrap();
    let relation = json!({ "duplicates": [], "implications": implications });
    fs::write(dir.join("subsumption.json"), relation.to_string()).unwrap();
}

/// `TAMIS_PAGES=DIR` measures the report in DIR instead, page by page, and `UPDATE_RESULTS=1` writes `results/pages.md`.
#[test]
fn each_page_of_a_large_report_loads_at_once() {
    let real = std::env::var_os("TAMIS_PAGES").map(PathBuf::from);
    let dir = scratch("large");
    let pages = match &real {
        Some(pages) => pages.clone(),
        None => {
            synthetic(&dir, 5000, 16);
            done(&["report", "."], &dir);
            dir.join("report")
        }
    };
    let mut names: Vec<PathBuf> = fs::read_dir(&pages)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "html"))
        .collect();
    names.sort();
    let every = if real.is_some() { 1 } else { names.len() / 8 };
    let mut browser = Browser::start(&dir);
    let mut times: Vec<(Duration, PathBuf)> = Vec::new();
    for page in names
        .iter()
        .step_by(every.max(1))
        .chain([&pages.join("index.html")])
    {
        // A page that is loaded first has to wait for the browser: the best of two counts.
        let best = (0..2).map(|_| browser.open_cost(page)).min().unwrap();
        assert!(
            best < Duration::from_secs(2),
            "{} takes {best:?}",
            page.display()
        );
        times.push((best, page.clone()));
    }
    times.sort();
    let (worst, page) = times.last().unwrap();
    let median = times[times.len() / 2].0;
    let bytes = fs::metadata(page).unwrap().len() / 1024;
    let text = format!(
        "# Pages in a browser\n\nMade by `UPDATE_RESULTS=1 TAMIS_PAGES=DIR/report cargo test --release --test report each_page`: \
         headless Chromium loads each page twice, the cheaper load counts; processor time of all its processes.\n\n\
         | pages | loaded | median | slowest | its size |\n| ---: | ---: | ---: | ---: | ---: |\n\
         | {} | {} | {} ms | {} ms | {bytes} KiB |\n",
        names.len(),
        times.len(),
        median.as_millis(),
        worst.as_millis(),
    );
    println!("{text}");
    if real.is_some() && std::env::var_os("UPDATE_RESULTS").is_some() {
        fs::write(root().join("results/pages.md"), text).unwrap();
    }
}

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
