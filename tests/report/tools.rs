//! Directories with results, and the programs that read reports and measurements.

use crate::support::directory;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

pub fn scratch(name: &str) -> PathBuf {
    directory(&format!("report/{name}"))
}

/// The output directory of a case, and its sources, in a directory of its own.
pub fn case(name: &str, test: &str) -> PathBuf {
    let dir = scratch(&format!("{test}-{name}"));
    for entry in fs::read_dir(root().join("tests/cases/report").join(name)).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, dir.join(path.file_name().unwrap())).unwrap();
    }
    fs::write(dir.join(".tamis"), "").unwrap();
    dir
}

pub fn cases() -> BTreeSet<String> {
    let entries = fs::read_dir(root().join("tests/cases/report")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
    names.collect()
}

pub fn run(program: &str, args: &[&str], dir: &Path) -> Output {
    Command::new(program)
        .args(args)
        .current_dir(dir)
        .env("PYTHONPATH", root().join("third_party/testing/python"))
        .output()
        .unwrap_or_else(|error| panic!("{program}: {error}; setup.sh installs it"))
}

/// Runs a program that must be content; gives what it printed.
pub fn accepted(program: &str, args: &[&str], dir: &Path) -> String {
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

pub fn tamis(args: &[&str], dir: &Path) -> Output {
    run(env!("CARGO_BIN_EXE_tamis"), args, dir)
}

/// Runs tamis, which must be content; gives its stdout.
pub fn done(args: &[&str], dir: &Path) -> String {
    let output = tamis(args, dir);
    let problem = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "tamis {args:?}: {problem}");
    String::from_utf8(output.stdout).unwrap()
}

pub fn gcovr(args: &[&str], dir: &Path) -> String {
    accepted("python3", &[&["-m", "gcovr"], args].concat(), dir)
}

/// The gcovr of Debian 12.
pub fn old_gcovr(args: &[&str], dir: &Path) -> String {
    let script = "PYTHONPATH=\"$0:$PYTHONPATH\" exec python3 -m gcovr \"$@\"";
    let place = root().join("third_party/testing/gcovr-5.2");
    let place = place.to_str().unwrap();
    accepted("sh", &[&["-c", script, place], args].concat(), dir)
}

/// `(hit, found)` of lcov's `branches...: 75.6% (34 of 45 branches)`.
pub fn lcov_branches(file: &str, dir: &Path) -> (usize, usize) {
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
pub fn gcovr_branches(file: &str, dir: &Path) -> (usize, usize) {
    summary_of(gcovr, file, dir)
}

pub fn summary_of(gcovr: fn(&[&str], &Path) -> String, file: &str, dir: &Path) -> (usize, usize) {
    let text = gcovr(&["--root", ".", "-a", file, "--json-summary", "-"], dir);
    let start = text.find('{').unwrap();
    let mut values = serde_json::Deserializer::from_str(&text[start..]).into_iter::<Value>();
    let summary = values.next().unwrap().unwrap();
    let number = |name: &str| summary[name].as_u64().unwrap() as usize;
    (number("branch_covered"), number("branch_total"))
}

/// The live labels of a case, and those of them that are covered, from `tamis report --format json`.
pub fn live(dir: &Path) -> (usize, usize) {
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

pub fn written(format: &str, dir: &Path) -> String {
    written_of(".", format, dir)
}

pub fn written_of(results: &str, format: &str, dir: &Path) -> String {
    let file = format!("out.{format}");
    done(&["report", results, "--format", format, "-o", &file], dir);
    file
}

pub fn expect(file: &Path, text: &str) {
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

/// A directory with one large source and so many labels in each of its functions.
pub fn synthetic(dir: &Path, functions: usize, labels: usize) {
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
