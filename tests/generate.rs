//! `tamis generate`: a test or a proof for every label, and every test run.
//!
//! Each file of `tests/cases/exhaustive` and of `tests/cases/generate` is cleaned, tests are made, their suite is built without
//! warnings by gcc and clang and passes, and `tamis replay` of the suite covers what was promised. No test contradicts a verdict.
//! Beside a file of `tests/cases/generate` stands what must be found: the least share of labels that end with a test or a proof,
//! and the findings. So are the whole programs of `tests/cases/context`, through `main`. `GENERATE=NAME` looks at one file.

use rayon::prelude::*;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const CRITERIA: &str = "cc,mcc,gacc,wm";

/// Per cent of the labels of `tests/cases/exhaustive` that must end with a test or a proof.
const FLOOR: f64 = 98.0;
/// The same for the whole programs of `tests/cases/context`.
const WHOLE_FLOOR: f64 = 95.0;

#[test]
fn nearly_every_label_ends_with_a_test_or_a_proof() {
    let done: Vec<Made> = cases("exhaustive")
        .par_iter()
        .map(|case| check(case))
        .collect();
    let (labels, decided) = done.iter().fold((0, 0), |(labels, decided), made| {
        (labels + made.labels, decided + made.decided)
    });
    for made in &done {
        println!(
            "{}: {} of {} decided, {} tests",
            made.name, made.decided, made.labels, made.tests
        );
    }
    let percent = 100.0 * decided as f64 / labels as f64;
    println!("{decided} of {labels} labels decided: {percent:.1} %");
    assert!(
        percent >= FLOOR || std::env::var_os("GENERATE").is_some(),
        "{percent} %"
    );
}

#[test]
fn whole_programs_are_called_through_main() {
    let done: Vec<Made> = programs()
        .par_iter()
        .map(|case| check_program(case))
        .collect();
    for made in &done {
        println!(
            "{}: {} of {} decided, {} tests",
            made.name, made.decided, made.labels, made.tests
        );
    }
    // Programs that show where facts would be wrong have handlers and files that are left out by intention.
    let counted = done.iter().filter(|made| !made.name.starts_with("trap_"));
    let (labels, decided) = counted.fold((0, 0), |(labels, decided), made| {
        (labels + made.labels, decided + made.decided)
    });
    let percent = 100.0 * decided as f64 / labels as f64;
    println!("{decided} of {labels} labels decided: {percent:.1} %");
    assert!(
        percent >= WHOLE_FLOOR || std::env::var_os("GENERATE").is_some(),
        "{percent} %"
    );
}

#[test]
fn a_function_of_a_whole_program_is_called_through_main_only() {
    let case = Path::new(ROOT).join("tests/cases/context/tokens/main.c");
    let out = clean_with(&[case], &["--criteria", CRITERIA], "generate-whole-entry");
    let run = tamis(&["generate", "--entry", "token"], &out);
    assert_eq!(run.status.code(), Some(2));
    let text = String::from_utf8_lossy(&run.stderr);
    assert!(text.contains("holds for calls from `main`"), "{text}");
}

#[test]
fn inputs_of_all_kinds_are_made() {
    cases("generate").par_iter().for_each(|case| {
        let made = check(case);
        let expected =
            std::fs::read_to_string(case.with_extension("expected")).expect("it has expectations");
        let mut wanted = BTreeSet::new();
        for line in expected.lines() {
            match line.strip_prefix("decided at least ") {
                Some(percent) => {
                    let floor: f64 = percent.parse().expect("a number");
                    let share = 100.0 * made.decided as f64 / made.labels as f64;
                    assert!(
                        share >= floor,
                        "{}: {share:.1} % decided\n{:#?}",
                        made.name,
                        made.open
                    );
                }
                None => drop(wanted.insert(line.to_string())),
            }
        }
        assert_eq!(made.findings, wanted, "{}", made.name);
    });
}

#[test]
fn the_exit_code_0_is_compared_and_the_name_of_main_is_free() {
    let case = Path::new(ROOT).join("tests/cases/generate/options.c");
    let out = clean(&case, "generate-exit-code");
    generate(&out, &["--entry", "main"]);
    let text = std::fs::read_to_string(out.join("tests/test_main.c")).expect("a test file");
    // The program has a function of the first name that comes to mind.
    assert!(text.contains("int result = program_main_("), "{text}");
    assert!(text.contains("assert(result == 0);"), "{text}");
}

#[test]
fn names_that_are_not_utf_8_stand_in_makefiles_and_recordings() {
    use std::os::unix::ffi::OsStrExt;
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("generate-names");
    let _ = std::fs::remove_dir_all(&root);
    let name = |bytes: &[u8]| PathBuf::from(std::ffi::OsStr::from_bytes(bytes));
    let folder = root.join(name(b"d\xff"));
    std::fs::create_dir_all(&folder).expect("a directory");
    let file = folder.join(name(b"f'\xfe.c"));
    std::fs::write(&file, "int f(int x) { return x > LEAST ? 1 : 2; }\n").expect("written");
    let run = Command::new(env!("CARGO_BIN_EXE_tamis"))
        .args(["record", r#"$CC -DLEAST=7 -c d*/f*.c -o x.o"#])
        .current_dir(&root)
        .output()
        .expect("tamis runs");
    assert_eq!(run.status.code(), Some(0), "{run:?}");
    let database = root.join("compile_commands.json");
    let options = [
        "--library",
        "--compile-commands",
        &database.to_string_lossy(),
    ];
    let out = clean_with(&[], &options, "generate-names/out");
    let result = generate(&out, &[]);
    assert_eq!(result["open"], Value::Array(vec![]), "{result}");
    build(&out, "gcc");
}

#[test]
fn the_same_seed_makes_the_same_tests() {
    let case = Path::new(ROOT).join("tests/cases/generate/stub.c");
    let texts = ["1", "2"].map(|jobs| {
        let out = clean(&case, &format!("generate-seed-{jobs}"));
        generate(&out, &["--seed", "7", "--jobs", jobs]);
        std::fs::read_to_string(out.join("tests/test_poll.c")).expect("a test file")
    });
    assert_eq!(texts[0], texts[1]);
}

#[test]
fn tests_without_an_oracle_compare_nothing() {
    let case = Path::new(ROOT).join("tests/cases/generate/struct.c");
    let out = clean(&case, "generate-no-oracle");
    generate(&out, &["--no-oracle", "--entry", "classify"]);
    let text = std::fs::read_to_string(out.join("tests/test_classify.c")).expect("a test file");
    assert!(!text.contains("    assert("), "{text}");
    build(&out, "gcc");
}

#[test]
fn suites_for_frameworks_build_and_pass() {
    let case = Path::new(ROOT).join("tests/cases/generate/stub.c");
    for style in ["cmocka", "check", "gtest"] {
        let out = clean(&case, &format!("generate-{style}"));
        generate(&out, &["--style", style]);
        for compiler in ["gcc", "clang"] {
            build(&out, compiler);
        }
    }
}

#[test]
fn inputs_are_exported_in_the_formats_of_others() {
    let case = Path::new(ROOT).join("tests/cases/exhaustive/triangle.c");
    let out = clean(&case, "generate-export");
    let result = generate(&out, &["--export", "seeds,ktest,test-comp"]);
    let count = result["tests"].as_u64().expect("a number") as usize;
    let read = |kind: &str, end: &str| -> Vec<Vec<u8>> {
        let place = out.join("tests").join(kind).join("f");
        let file = |i| std::fs::read(place.join(format!("test{i}{end}"))).expect("a file");
        (1..=count).map(file).collect()
    };
    let (seeds, ktests) = (read("seeds", ""), read("ktest", ".ktest"));
    for (seed, ktest) in seeds.iter().zip(&ktests) {
        assert_eq!(&ktest[..9], b"KTEST\0\0\0\x03");
        // An object for each argument, whose bytes are those of the seed.
        let mut bytes = Vec::new();
        let mut at = 5 + 4 + 4 + 4 + "f".len() + 8;
        let number = |at: usize| {
            u32::from_be_bytes(ktest[at..at + 4].try_into().expect("four bytes")) as usize
        };
        let objects = number(at);
        at += 4;
        for _ in 0..objects {
            at += 4 + number(at);
            let size = number(at);
            bytes.extend(&ktest[at + 4..at + 4 + size]);
            at += 4 + size;
        }
        assert_eq!((at, &bytes), (ktest.len(), seed));
    }
    for text in read("test-comp", ".xml") {
        let text = String::from_utf8(text).expect("text");
        assert_eq!(text.matches("<input variable=").count(), 2, "{text}");
    }
}

#[test]
fn every_strategy_ends_with_the_same_labels() {
    let case = Path::new(ROOT).join("tests/cases/exhaustive/triangle.c");
    let open = |strategy: &str| {
        let out = clean(&case, &format!("generate-{strategy}"));
        let result = generate(&out, &["--strategy", strategy]);
        let open = result["open"].as_array().expect("a list").iter();
        open.map(|label| label["id"].as_u64().expect("an id"))
            .collect::<Vec<_>>()
    };
    let first = open("nearest");
    for strategy in ["k-shortest", "depth-first", "breadth-first", "random"] {
        assert_eq!(open(strategy), first, "{strategy}");
    }
}

/// Beside each file of `tests/cases/dse`: the paths of each algorithm, and the labels that its tests cover.
#[test]
fn paths_are_as_many_as_the_theorems_say() {
    for case in cases("dse") {
        let name = case.file_stem().unwrap_or_default().to_string_lossy();
        let mut actual = String::new();
        for algorithm in ["plain", "direct", "tight", "idl1", "idl2"] {
            let out = labelled(&case, &format!("generate-dse-{name}-{algorithm}"));
            let result = generate(&out, &["--all-labels", "--dse", algorithm]);
            let (paths, covered) = (&result["search"]["paths"], covered(&out));
            actual += &format!("{algorithm} {paths} paths, labels {covered:?}\n");
        }
        let expected = case.with_extension("expected");
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(&expected, &actual).expect("it can be written");
        }
        let wanted = std::fs::read_to_string(&expected).unwrap_or_default();
        assert_eq!(actual, wanted, "{name}");
    }
}

#[test]
fn a_test_that_contradicts_a_verdict_is_exit_code_4_and_nothing_is_recorded() {
    let case = Path::new(ROOT).join("tests/cases/exhaustive/triangle.c");
    let out = clean(&case, "generate-contradiction");
    let status = out.join("status.csv");
    let text = std::fs::read_to_string(&status).expect("it has verdicts");
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    let live = lines.iter_mut().find(|line| line.contains(",unknown,"));
    let live = live.expect("a live label");
    let id = live.split(',').next().unwrap_or_default();
    *live = format!("{id},infeasible,,1,a lie");
    let lied = lines.join("\n") + "\n";
    std::fs::write(&status, &lied).expect("it can be written");
    // Whoever writes the files may write their digests.
    let summary = out.join("summary.json");
    let text = std::fs::read_to_string(&summary).expect("a summary");
    let mut unsealed: Value = serde_json::from_str(&text).expect("JSON");
    unsealed["files_sealed"] = Value::Object(serde_json::Map::new());
    std::fs::write(&summary, unsealed.to_string()).expect("it can be written");
    let run = tamis(&["generate", "--format", "json"], &out);
    assert_eq!(
        run.status.code(),
        Some(4),
        "{}",
        String::from_utf8_lossy(&run.stdout)
    );
    assert_eq!(std::fs::read_to_string(&status).expect("it is there"), lied);
}

#[test]
fn a_directory_that_is_none_and_a_function_that_is_none_are_told() {
    let run = tamis(&["generate"], Path::new("/nowhere"));
    assert_eq!(run.status.code(), Some(2));
    let case = Path::new(ROOT).join("tests/cases/exhaustive/clamp.c");
    let out = clean(&case, "generate-no-entry");
    let run = tamis(&["generate", "--entry", "missing"], &out);
    assert_eq!(run.status.code(), Some(2));
    let text = String::from_utf8_lossy(&run.stderr);
    assert!(text.contains("no function `missing`"), "{text}");
}

#[test]
fn ctrl_c_loses_no_test_of_an_earlier_run() {
    let case = Path::new(ROOT).join("tests/cases/generate/tree.c");
    let out = clean(&case, "generate-interrupted");
    generate(&out, &[]);
    let before = covered(&out);
    assert!(!before.is_empty());
    for pause in [50, 200, 800] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tamis"));
        let child = command.args(["generate"]).arg(&out);
        let mut child = child
            .stderr(std::process::Stdio::null())
            .spawn()
            .expect("tamis runs");
        std::thread::sleep(std::time::Duration::from_millis(pause));
        let pid = rustix::process::Pid::from_child(&child);
        rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("sent");
        child.wait().expect("it ends");
        let lost: Vec<_> = before.difference(&covered(&out)).copied().collect();
        assert!(lost.is_empty(), "{lost:?} after {pause} ms");
        build(&out, "gcc");
    }
}

#[test]
fn an_absent_compiler_is_no_change_of_the_file() {
    let case = Path::new(ROOT).join("tests/cases/exhaustive/clamp.c");
    let out = clean(&case, "generate-no-compiler");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tamis"));
    let run = command.arg("generate").arg(&out).env("PATH", "/nowhere");
    let run = run.output().expect("tamis runs");
    let said = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(2), "{said}");
    assert!(
        said.contains("cc") && !said.contains("has changed"),
        "{said}"
    );
}

/// What was made for one file.
struct Made {
    name: String,
    labels: usize,
    decided: usize,
    tests: u64,
    /// As `what` of each finding, with its line.
    findings: BTreeSet<String>,
    open: Vec<String>,
}

/// Makes tests for the file, and checks all that must hold of any suite.
fn check(case: &Path) -> Made {
    let name = case
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let out = clean(case, &format!("generate-{name}"));
    let result = generate(&out, &["--jobs", "1"]);
    assert_eq!(result["diagnostics"], Value::Array(vec![]), "{name}");
    holds(&out, &name);
    made(name, &result)
}

/// Makes tests for a whole program. What it does natively and not in the interpreter (constructors, threads) costs tests.
fn check_program(case: &Path) -> Made {
    let name = case.file_name().unwrap_or_default().to_string_lossy();
    let text = std::fs::read_to_string(case.join("main.c")).expect("a program");
    let said = |what: &str| {
        let mut lines = text.lines();
        lines.find_map(|line| line.strip_prefix(&format!("// {what}: ")))
    };
    let flags: Vec<&str> = said("flags").map_or(Vec::new(), |f| f.split(' ').collect());
    let mut files: Vec<PathBuf> = std::fs::read_dir(case)
        .expect("a directory")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    let options = [&["--criteria", CRITERIA], &flags[..]].concat();
    let out = clean_with(&files, &options, &format!("generate-whole-{name}"));
    let link = said("links").map(|flags| format!("--link={flags}"));
    let mut args = vec!["generate", "--format", "json", "--jobs", "1"];
    args.extend(link.as_deref());
    let run = tamis(&args, &out);
    let told = String::from_utf8_lossy(&run.stdout).into_owned();
    assert!(
        matches!(run.status.code(), Some(0 | 2)),
        "{name}: {told}{}",
        String::from_utf8_lossy(&run.stderr)
    );
    let result: Value = serde_json::from_str(&told).expect("JSON");
    // Programs that show where facts would be wrong need not compile everywhere, nor do the same twice.
    if result["tests"] != 0 && !name.starts_with("trap_") {
        holds(&out, &name);
    }
    made(name.into_owned(), &result)
}

/// What must hold of any suite.
fn holds(out: &Path, name: &str) {
    for compiler in ["gcc", "clang"] {
        build(out, compiler);
    }
    let promised = covered(out);
    let tests = out.join("tests");
    let run = tamis(
        &[
            "replay",
            "--format",
            "json",
            "--drivers",
            &tests.to_string_lossy(),
        ],
        out,
    );
    assert_eq!(
        run.status.code(),
        Some(0),
        "{name}: {}",
        String::from_utf8_lossy(&run.stderr)
    );
    assert_eq!(
        covered(out),
        promised,
        "{name}: the suite covers what was promised"
    );
}

fn made(name: String, result: &Value) -> Made {
    let count = |what: &str| -> usize {
        let criteria = result["criteria"].as_object().expect("criteria");
        criteria
            .values()
            .map(|c| c[what].as_u64().unwrap_or(0) as usize)
            .sum()
    };
    let finding = |finding: &Value| {
        let place = finding["place"].as_str().unwrap_or("?");
        let line = place.rsplit(':').nth(1).unwrap_or("?");
        format!("{line}: {}", finding["what"].as_str().unwrap_or("?"))
    };
    let list = |what: &str| result[what].as_array().cloned().unwrap_or_default();
    Made {
        labels: count("labels"),
        decided: count("by_test") + count("by_proof"),
        tests: result["tests"].as_u64().unwrap_or(0),
        findings: list("findings").iter().map(finding).collect(),
        open: list("open").iter().map(Value::to_string).collect(),
        name,
    }
}

fn programs() -> Vec<PathBuf> {
    let only = std::env::var("GENERATE").ok();
    let entries = std::fs::read_dir(Path::new(ROOT).join("tests/cases/context"));
    let places = entries
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry").path());
    let wanted = |place: &PathBuf| {
        let name = place.file_name().unwrap_or_default().to_string_lossy();
        // What is left out by intention cannot be called, and `__TIME__` makes another text each time.
        let text = std::fs::read_to_string(place.join("main.c")).expect("a program");
        !text.contains("// broken: yes") && only.as_ref().is_none_or(|only| *only == name)
    };
    let mut places: Vec<PathBuf> = places.filter(wanted).collect();
    places.sort();
    places
}

fn cases(folder: &str) -> Vec<PathBuf> {
    let only = std::env::var("GENERATE").ok();
    let entries = std::fs::read_dir(Path::new(ROOT).join("tests/cases").join(folder));
    let files = entries
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry").path());
    let wanted = |file: &PathBuf| {
        let stem = file
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        file.extension().is_some_and(|end| end == "c")
            && only.as_ref().is_none_or(|only| *only == stem)
    };
    let mut files: Vec<PathBuf> = files.filter(wanted).collect();
    files.sort();
    files
}

fn tamis(args: &[&str], out: &Path) -> std::process::Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tamis"));
    command.args(args).arg(out).output().expect("tamis runs")
}

fn clean(case: &Path, name: &str) -> PathBuf {
    let options = ["--criteria", CRITERIA, "--library"];
    clean_with(&[case.to_path_buf()], &options, name)
}

/// Only the labels that stand in the file.
fn labelled(case: &Path, name: &str) -> PathBuf {
    let options = ["--criteria", "none", "--library"];
    clean_with(&[case.to_path_buf()], &options, name)
}

fn clean_with(files: &[PathBuf], options: &[&str], name: &str) -> PathBuf {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let mut command = Command::new(env!("CARGO_BIN_EXE_tamis"));
    command
        .arg("clean")
        .args(options)
        .args(["--jobs", "1", "-o"]);
    let run = command.arg(&out).args(files).output();
    let run = run.expect("tamis runs");
    // 2: a file that is left out by intention.
    assert!(
        matches!(run.status.code(), Some(0 | 2)),
        "{}",
        String::from_utf8_lossy(&run.stderr)
    );
    out
}

fn generate(out: &Path, options: &[&str]) -> Value {
    let args = [&["generate", "--format", "json"], options].concat();
    let run = tamis(&args, out);
    let text = String::from_utf8_lossy(&run.stdout).into_owned();
    assert_eq!(run.status.code(), Some(0), "{out:?}: {text}");
    serde_json::from_str(&text).expect("JSON")
}

/// Builds the suite and runs it: no warning, no failure.
fn build(out: &Path, compiler: &str) {
    let tests = out.join("tests");
    for goal in ["clean", "check"] {
        let mut make = Command::new("make");
        make.arg("-s")
            .arg("-C")
            .arg(&tests)
            .arg(format!("CC={compiler}"))
            .arg(goal);
        let run = make.output().expect("make runs");
        let warnings = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success(), "{out:?} {compiler}: {warnings}");
        assert!(
            !warnings.contains("warning:"),
            "{out:?} {compiler}: {warnings}"
        );
    }
}

/// The ids of the labels that some test covers.
fn covered(out: &Path) -> BTreeSet<u64> {
    let text = std::fs::read_to_string(out.join("coverage.csv")).unwrap_or_default();
    let rows = text
        .lines()
        .skip(1)
        .map(|line| line.split(',').collect::<Vec<_>>());
    let rows = rows.filter(|row| row.get(1).is_some_and(|tests| !tests.is_empty()));
    rows.filter_map(|row| row[0].parse().ok()).collect()
}
