//! `tamis generate`: a test or a proof for every label, and every test run.
//!
//! Each file of `tests/cases/exhaustive` and of `tests/cases/generate` is cleaned, tests are made, their suite is built without
//! warnings by gcc and clang and passes, and `tamis replay` of the suite covers what was promised. No test contradicts a verdict.
//! Beside a file of `tests/cases/generate` stands what must be found: the least share of labels that end with a test or a proof,
//! and the findings. So are the whole programs of `tests/cases/context`, through `main`. `CASE=NAME` looks at one file.

#[path = "generate/suite.rs"]
mod suite;
mod support;

use rayon::prelude::*;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use suite::*;
use support::expected::is_expected;
use support::listed::cases;

/// Per cent of the labels of `tests/cases/exhaustive` that must end with a test or a proof.
const FLOOR: f64 = 98.0;
/// The same for the whole programs of `tests/cases/context`.
const WHOLE_FLOOR: f64 = 95.0;

#[test]
fn nearly_every_label_ends_with_a_test_or_a_proof() {
    let done: Vec<Made> = cases("exhaustive", "c")
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
        percent >= FLOOR || std::env::var_os("CASE").is_some(),
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
        percent >= WHOLE_FLOOR || std::env::var_os("CASE").is_some(),
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
    cases("generate", "c").par_iter().for_each(|case| {
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
    let root = support::directory("generate-names");
    let name = |bytes: &[u8]| PathBuf::from(std::ffi::OsStr::from_bytes(bytes));
    let folder = root.join(name(b"d\xff"));
    std::fs::create_dir_all(&folder).expect("a directory");
    let file = folder.join(name(b"f'\xfe.c"));
    std::fs::write(&file, "int f(int x) { return x > LEAST ? 1 : 2; }\n").expect("written");
    let run = support::tamis(&root, &["record", r#"$CC -DLEAST=7 -c d*/f*.c -o x.o"#]);
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
    for case in cases("dse", "c") {
        let name = case.file_stem().unwrap_or_default().to_string_lossy();
        let mut actual = String::new();
        for algorithm in ["plain", "direct", "tight", "idl1", "idl2"] {
            let out = labelled(&case, &format!("generate-dse-{name}-{algorithm}"));
            let result = generate(&out, &["--all-labels", "--dse", algorithm]);
            let (paths, covered) = (&result["search"]["paths"], covered(&out));
            actual += &format!("{algorithm} {paths} paths, labels {covered:?}\n");
        }
        let same = is_expected(&case.with_extension("expected"), &actual);
        assert!(same, "{name}:\n{actual}");
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
fn what_is_assumed_of_no_function_or_is_no_expression_is_told() {
    let case = Path::new(ROOT).join("tests/cases/generate/assume.c");
    let out = clean(&case, "generate-assume-nothing");
    let lines = [
        ("missing=1", "no file has a function"),
        ("last=m > 0", "`m` is not declared"),
    ];
    for (assume, said) in lines {
        let run = tamis(&["generate", "--assume", assume], &out);
        assert_eq!(run.status.code(), Some(2));
        let text = String::from_utf8_lossy(&run.stderr);
        assert!(text.contains(said), "{text}");
    }
}

#[test]
fn a_budget_ends_the_search() {
    let case = Path::new(ROOT).join("tests/cases/generate/words.c");
    let out = clean(&case, "generate-budget");
    let result = generate(&out, &["--budget", "1s"]);
    let seconds = result["search"]["seconds"].as_f64().expect("a number");
    assert!(seconds < 5.0, "{seconds} s of the processor");
}

#[test]
fn ctrl_c_loses_no_test_of_an_earlier_run() {
    let case = Path::new(ROOT).join("tests/cases/generate/tree.c");
    let out = clean(&case, "generate-interrupted");
    generate(&out, &[]);
    let before = covered(&out);
    assert!(!before.is_empty());
    for pause in [50, 200, 800] {
        let mut child = support::command(&out, &["generate", "."])
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
    let mut command = support::command(&out, &["generate", "."]);
    let run = command.env("PATH", "/nowhere").output();
    let run = run.expect("tamis runs");
    let said = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(2), "{said}");
    assert!(
        said.contains("cc") && !said.contains("has changed"),
        "{said}"
    );
}
